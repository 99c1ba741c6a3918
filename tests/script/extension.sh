#!/usr/bin/env bash
# The extension for Visual Studio Code, with an editor that is made up and the real server.
set -eu
if ! command -v node > /dev/null; then
  echo "there is no node"
  exit 77
fi
timeout 120 node "$SELVAGE_ROOT/tests/serve/extension.js" "$SELVAGE" "$SELVAGE_ROOT"
