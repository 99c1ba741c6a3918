#!/usr/bin/env bash
#
# The examples do what their first lines say: each line `//   selvage check …  ANSWER`
# (in PlantUML: `'   selvage …`)
# is run from the root of the checkout and must give that answer.
set -u

cd "$SELVAGE_ROOT" || exit 1
failed=0 checked=0
while IFS= read -r line; do
  command=$(sed -E "s,^(//|') *selvage (check .*examples/[^ ]+).*,\2," <<< "$line")
  answer=$(sed -E 's,^.*examples/[^ ]+ +([a-z]+).*,\1,' <<< "$line")
  case $command in *.c) if ! [ -f "$SELVAGE_BUILD/selvage_llvm.so" ]; then echo "left out, no LLVM: $command"; continue; fi ;; esac
  eval "set -- $command"
  timeout 60 "$SELVAGE" "$@" --quiet --time 50 > /dev/null 2>&1
  case $? in 0) got=holds ;; 1) got=violated ;; 2) got=unknown ;; *) got=error ;; esac
  checked=$((checked + 1))
  if [ $got != "$answer" ]; then
    echo "FAILED selvage $command: $got instead of $answer"
    failed=$((failed + 1))
  fi
done < <(grep -hsE "^(//|') *selvage check .*examples/" examples/*)
echo "$checked commands, $failed failed"
[ $failed = 0 ] && [ $checked != 0 ]
