// expect: holds
// states: 8
// A local of a block that control is not in is still a part of the state.
byte sum;
active proctype P() {
  if
  :: { byte a = 1; sum = sum + a }
  :: { byte b = 1; sum = sum + b }
  fi;
  assert(sum == 1)
}
