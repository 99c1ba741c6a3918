#!/usr/bin/env bash
# The language server, as an editor sees it: tests/serve/serve.py plays the editor.
set -eu
if ! command -v python3 > /dev/null; then
  echo "there is no python3"
  exit 77
fi
PYTHONDONTWRITEBYTECODE=1 python3 "$SELVAGE_ROOT/tests/serve/serve.py" "$SELVAGE" "$SELVAGE_ROOT"
