#!/usr/bin/env bash
# part: the HTML report in headless Chromium: keys, clicks, search, light and dark, 2,000 steps
# timeout: 600
set -u
. "$(dirname "$0")/_kit.sh"
need python3
command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null ||
  skip "there is no chromium"
SLICES=1

run_slice() { timeout 500 python3 "$SELVAGE_ROOT/tests/long/html.py" "$SELVAGE" "$SELVAGE_ROOT" "$LONG_OUT"; }
main "$@"
