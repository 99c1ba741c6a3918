// expect: holds
// states: 64
// Leader election in a ring: everybody passes on what is larger than its own number.
#define N 3
chan ring[N] = [N] of { byte };
byte leaders;
proctype node(byte place; byte number) {
  byte other;
  ring[(place + 1) % N]!number;
  end: do
  :: ring[place]?other ->
     if
     :: other > number -> ring[(place + 1) % N]!other
     :: other == number -> leaders++; assert(leaders == 1 && number == 7)
     :: else
     fi
  od
}
init { atomic { run node(0, 5); run node(1, 7); run node(2, 2) } }
