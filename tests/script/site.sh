#!/usr/bin/env bash
# script/site renders all pages, with the plain renderer and, where it is installed, with pandoc; and all
# links between them lead somewhere. tests/site.py looks at the result.
# builds: release
set -eu
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$SELVAGE_ROOT/script/site" --plain "$work/plain"
python3 "$SELVAGE_ROOT/tests/site.py" "$work/plain"
if command -v pandoc > /dev/null; then
  "$SELVAGE_ROOT/script/site" "$work/pandoc"
  python3 "$SELVAGE_ROOT/tests/site.py" "$work/pandoc"
fi
