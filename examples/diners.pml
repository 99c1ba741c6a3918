// Three philosophers, three forks. Everybody takes the left fork first, so all
// may sit there with one fork each.
//   selvage check examples/diners.pml               violated
//   selvage check -DPOLITE examples/diners.pml      holds: the last one starts on the right

#define N 3

chan fork[N] = [1] of { bit };        // a message in it: the fork is taken

active [N] proctype philosopher() {
  byte first = _pid, second = (_pid + 1) % N;
#ifdef POLITE
  if :: _pid == N - 1 -> first = 0; second = N - 1 :: else fi;
#endif
  end: do                             // to stop here, between two meals, is fine
  :: fork[first]!1;
     fork[second]!1;
     fork[second]?1;                  // eaten: both forks go back
     fork[first]?1
  od
}
