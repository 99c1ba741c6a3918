// A leader is elected in a ring: everybody passes on what is larger than its own
// number, and who gets its own number back has won.
//   selvage check examples/leader.pml         holds: one leader, the largest

#define N 4

chan ring[N] = [N] of { byte };
byte leaders;

proctype node(byte place; byte number) {
  byte other;
  ring[(place + 1) % N]!number;
  end: do
  :: ring[place]?other ->
     if
     :: other > number -> ring[(place + 1) % N]!other
     :: other == number -> leaders++; assert(leaders == 1 && number == 9)
     :: else
     fi
  od
}

init { atomic { run node(0, 5); run node(1, 9); run node(2, 2); run node(3, 7) } }
