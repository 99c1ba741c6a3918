// expect: holds
// states: 407
// options: --lossy
// The alternating bit protocol over channels that lose messages when they are full.
#define MESSAGES 3
chan data = [1] of { byte, bit };
chan acks = [1] of { bit };
active proctype sender() {
  byte n = 1;
  bit b, a;
  end: do
  :: n <= MESSAGES -> data!n, b
  :: acks?a -> if :: a == b -> n++; b = 1 - b :: else fi
  od
}
active proctype receiver() {
  byte m, expected = 1;
  bit b, wanted;
  end: do
  :: data?m, b ->
     if
     :: b == wanted -> assert(m == expected); expected++; wanted = 1 - wanted
     :: else
     fi;
     acks!b
  od
}
