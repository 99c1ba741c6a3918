// expect: violated
// options: --property deadlock
// states: 5
// Where all channels are rendezvous, a receive from none at all waits for ever.
chan r = [0] of { byte };
chan c;
byte x;
active proctype P() { do :: x < 2 -> x++ :: c?x od }
