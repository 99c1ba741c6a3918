// expect: violated
// beyond: ic3 bdd
// states: 255
// The 256th process cannot be made (Spin: pan.c with -DVECTORSZ=65536).
byte n;
proctype P() { end: false }
init { do :: n = run P() od }
