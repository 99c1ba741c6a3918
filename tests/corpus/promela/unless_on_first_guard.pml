// expect: violated
// Here both escapes are possible: the inner one has brought the outer one along.
byte v = 1;
active proctype P() {
  { if :: { v = 4 } unless { v = 0 } :: v = 3 fi } unless { v = 2; assert(false) }
}
