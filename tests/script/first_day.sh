#!/usr/bin/env bash
# builds: release
# timeout: 200
#
# docs/first-day.md works as typed: an installation into an empty home folder, and ten tasks with it.
set -eu
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
exec python3 "$SELVAGE_ROOT/tests/pages.py" --fresh "$@" "$SELVAGE_ROOT/docs/first-day.md"
