#!/usr/bin/env bash
# The man page lists just the options that the program has. `script/manual` writes it.
# builds: release
set -eu
page=$(mktemp)
trap 'rm -f "$page"' EXIT
"$SELVAGE_ROOT/script/manual" "$SELVAGE" "$page"
diff -u "$SELVAGE_ROOT/docs/selvage.1" "$page"
