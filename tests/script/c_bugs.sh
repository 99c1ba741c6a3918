#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# The page of typical bugs: every program of examples/c-bugs has in its first
# lines how it is checked, with the bug and (-DFIXED) without it, and the answer.
# Each answer comes within ten seconds.
set -u

[ -f "$SELVAGE_BUILD/selvage_llvm.so" ] || { echo "skipped: LLVM is not installed"; exit 77; }
command -v clang > /dev/null || { echo "skipped: clang is not installed"; exit 77; }
cd "$SELVAGE_ROOT" || exit 1
failed=0 checked=0
while read -r words; do
  answer=${words##* }
  eval "set -- ${words% *}"
  timeout 60 "$SELVAGE" "$@" --quiet --time 10 > /dev/null 2>&1
  case $? in 0) got=holds ;; 1) got=violated ;; 2) got=unknown ;; *) got=error ;; esac
  checked=$((checked + 1))
  if [ $got != "$answer" ]; then
    echo "FAILED selvage ${words% *}: $got instead of $answer"
    failed=$((failed + 1))
  fi
done < <(sed -nE 's,^// *selvage (check .*examples/c-bugs/.*),\1,p' examples/c-bugs/*.c)
echo "$checked commands, $failed failed"
[ $failed = 0 ] && [ $checked != 0 ]
