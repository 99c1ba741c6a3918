#!/usr/bin/env bash
# Every option that is declared is used: somewhere above base/ its field is
# read. What an engine's folder reads and only some engines list (`.options`),
# that engine lists too, and what it lists somebody reads.
set -eu

cd "$SELVAGE_ROOT"
names=$(sed -nE 's/^ *(FLAG|NUMBER|SECONDS|MEGABYTES|CHOICE|STRING|LIST)\(([a-z_0-9]+), *"--.*/\2/p' src/base/options.h)
if [ -z "$names" ]; then
  echo "no options found in src/base/options.h"
  exit 1
fi

files=$(find src -name '*.[ch]' ! -path 'src/base/*')
status=0
for name in $names; do
  if ! grep -qE "(->|\.)$name\b" $files; then
    echo "option $name is declared, but never read"
    status=1
  fi
done

# The options that the engine lists, one on a line.
listed() {
  sed -n "/const sv_engine sv_engine_$1 = {/,/^};/p" src/engine/*/*.c |
    awk '/\.options =/ { on = 1 } on { print } on && /,$/ { exit }' | grep -oE '"[^"]*"' | tr -d '"' | tr ' ' '\n'
}
engines=$(sed -nE 's/^const sv_engine sv_engine_([a-z0-9]+) = \{/\1/p' src/engine/*/*.c)
special=$(for engine in $engines; do listed "$engine"; done | sort -u)
[ -n "$special" ] || { echo "no engine lists an option"; status=1; }
for engine in $engines; do
  [ -d "src/engine/$engine" ] || continue
  [ "$engine" = auto ] && continue  # takes all
  mine=$(listed "$engine")
  for name in $special; do
    if grep -qE "options->$name\b" src/engine/"$engine"/*.c && ! grep -qx "$name" <<< "$mine"; then
      echo "the engine $engine reads $name, but does not list it"
      status=1
    fi
  done
  for name in $mine; do
    grep -qx "$name" <<< "$names" || { echo "the engine $engine lists $name, which is no option"; status=1; }
  done
done
for language in src/lang/*/; do
  for name in $(grep -hoE '\.options = "[^"]*"' "$language"*.c "$language"lower/*.c 2> /dev/null | grep -oE '"[^"]*"' | tr -d '"'); do
    grep -qx "$name" <<< "$names" || { echo "$language lists $name, which is no option"; status=1; }
  done
done
exit $status
