#!/usr/bin/env bash
# The man pages list just the options that the program and each of its commands have, and every command
# that takes options has one. `script/manual` writes them.
# builds: release
set -eu
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
"$SELVAGE_ROOT/script/manual" "$SELVAGE" "$pages"
diff -u "$SELVAGE_ROOT/docs/selvage.1" "$pages/selvage.1"
for page in "$SELVAGE_ROOT"/docs/man/*.1 "$pages"/man/*.1; do
  diff -u "$SELVAGE_ROOT/docs/man/$(basename "$page")" "$pages/man/$(basename "$page")"
done
for command in $("$SELVAGE" help | sed -nE 's/^  ([a-z]+) .*/\1/p'); do
  [ "$command" = help ] && continue
  "$SELVAGE" help "$command" | grep -q 'takes no options' && continue
  [ -s "$SELVAGE_ROOT/docs/man/selvage-$command.1" ] || { echo "selvage $command has no page"; exit 1; }
done
