// expect: violated
// options: --property rendezvous-poll
// A receive that leaves the message in the channel is a poll too, and no handshake.
chan r = [0] of { byte };
byte x;
active proctype P() { r!1; assert(false) }
active proctype Q() { r?<x> }
