// expect: violated
// options: --property rendezvous-poll
// A channel without a buffer never holds a message: asking for one is an error.
chan r = [0] of { byte };
byte x;
active proctype P() { if :: r?[1] -> x = 1 :: x = 2 fi }
active proctype Q() { r!1 }
