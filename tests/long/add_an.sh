#!/usr/bin/env bash
# part: docs/add-*.md followed in a copy of the tree, built, run and tested
# builds: release
# timeout: 3600
set -eu

pages=("$SELVAGE_ROOT"/docs/add-*.md)
case $1 in
  slices) echo ${#pages[@]} ;;
  run)
    if "$SELVAGE_ROOT/tests/script/add_an.sh" --build "${pages[$2]}"; then echo "long: 1 agree, 0 differ, 0 late"
    else echo "long: 0 agree, 1 differ, 0 late"; fi ;;
esac
