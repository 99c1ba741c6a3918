#!/usr/bin/env bash
# What `never reached` lists: statements that no run comes to, and the end of a process only where some way through
# its text leads there.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"

# expect LINES: of the program on stdin, what is never reached.
expect() {
  cat > model.proc
  local found
  found=$("$SELVAGE" check --engine explicit --deadlock off model.proc | sed -n 's/^never reached: //p' | tr '\n' ';')
  if [ "$found" != "$1" ]; then
    fail "never reached: '$found', wanted '$1'"
    cat model.proc
  fi
}

expect '' <<'MODEL'
bool x = false;
process p { while true { x = !x; } }
MODEL
expect '' <<'MODEL'
bool x = false;
process p[i : 0..1] { while (true) { if x { x = false; } else { x = true; } } }
MODEL
expect 'p@line4 (model.proc:4);' <<'MODEL'
bool x = false;
process p {
  while true { x = !x; }
  x = true;
}
MODEL
expect 'p@end (model.proc:5);p@line4 (model.proc:4);' <<'MODEL'
int[0..1] x = 0;
process p {
  await x == 1;
  x = 0;
}
MODEL

exit $((failures > 0))
