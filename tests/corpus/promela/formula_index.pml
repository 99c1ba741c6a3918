// expect: violated
// options: --property ltl:p:array-index
// The claim of the formula is evaluated in every state: so is its index.
byte a[2], x = 1;
ltl p { [] (a[x] == 0) }
active proctype P() { x = 2; x = 0 }
