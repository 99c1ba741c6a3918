// expect: violated
// Somebody can type "hi" and end the input.
chan STDIN;
byte seen;
init {
  int c;
  do
  :: STDIN?c ->
     if
     :: c == -1 -> break
     :: c == 'h' && seen == 0 -> seen = 1
     :: c == 'i' && seen == 1 -> seen = 2
     :: else -> seen = 3; break
     fi
  od;
  assert(seen != 2)
}
