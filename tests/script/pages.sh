#!/usr/bin/env bash
# The pages work as written: README.md and docs/*.md. tests/pages.py says how they are read.
#
#   pages.sh [--update] [PAGE...]     with --update the pages are changed to what is printed
set -eu
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
exec python3 "$SELVAGE_ROOT/tests/pages.py" "$@"
