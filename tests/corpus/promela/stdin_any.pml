// expect: holds
// What is read may be any character, or -1, which a byte holds as 255.
byte b; short s;
active proctype Reader() {
  STDIN?s; STDIN?_;
  assert(-1 <= s && s <= 255);
  if
  :: s == -1 -> b = s; assert(b == 255)
  :: else
  fi
}
