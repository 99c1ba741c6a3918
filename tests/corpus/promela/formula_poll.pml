// expect: violated
// options: --property ltl:p:rendezvous-poll
chan r = [0] of { byte };
byte x;
ltl p { [] !(r?[1]) }
active proctype P() { r!1 }
active proctype Q() { r?x }
