// expect: holds
// states: 3
// Of the escapes the one of the later option comes first (docs/promela-meaning.md, "unless").
byte v = 1;
active proctype P() {
  { if :: v = 3 :: { v = 4 } unless { v = 0 } fi } unless { v = 2; assert(false) }
}
