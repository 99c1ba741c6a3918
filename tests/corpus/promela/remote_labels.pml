// expect: violated
// states: 19
// One process looks at the place and at a local of another one.
bit go;
active proctype P() { byte n = 3; go = 1; here: n = 4; there: n = 5 }
active proctype Q() { go; if :: P@here -> assert(P:n == 3) :: P@there -> assert(P[0]:n != 3) :: else fi }
