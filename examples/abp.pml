// The alternating bit protocol: each message carries a bit, and is sent again until
// the acknowledgement with its bit has come back. Full channels lose what is sent.
//   selvage check --lossy examples/abp.pml               holds
//   selvage check --lossy -DFORGETFUL examples/abp.pml   violated: the receiver does not look at the bit

#define MESSAGES 3

chan data = [1] of { byte, bit };
chan acks = [1] of { bit };

active proctype sender() {
  byte n = 1;
  bit mine, theirs;
  end: do
  :: n <= MESSAGES -> data!n, mine
  :: acks?theirs ->
     if
     :: theirs == mine -> n++; mine = 1 - mine
     :: else
     fi
  od
}

active proctype receiver() {
  byte m, expected = 1;
  bit b, wanted;
  end: do
  :: data?m, b ->
     if
#ifdef FORGETFUL
     :: true -> assert(m == expected); expected++
#else
     :: b == wanted -> assert(m == expected); expected++; wanted = 1 - wanted
     :: else                          // a repetition
#endif
     fi;
     acks!b
  od
}
