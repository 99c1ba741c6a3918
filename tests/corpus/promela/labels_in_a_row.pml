// expect: holds
// states: 6
// Of several labels on a jump that is a step only the first one marks the step.
byte x;
active proctype P() {
  if
  :: x = 1; end1: end2: goto out
  :: x = 2; goto end2; out: x = 3
  fi
}
