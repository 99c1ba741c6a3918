// expect: violated
// A division by zero is a violation; Spin's verifier is ended by a signal.
byte x = 1, y;
active proctype P() { x = 0 }
active proctype Q() { if :: x != 0 -> y = 10 / x :: else fi }
