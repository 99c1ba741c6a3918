// expect: violated
// options: --property uninitialised-channel
// An error although another option can be taken.
chan q = [1] of { byte };
chan c;
byte x;
active proctype P() { do :: x < 2 -> x++ :: c?x od }
