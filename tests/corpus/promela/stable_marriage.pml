// expect: holds
// beyond: ic3
// states: 483
// Two couples marry by proposals over channels; both men like woman 0 best, who likes man 1 best.
// bench/bdd/stable_marriage.pml is the same for more of them.
#define NOBODY 2
mtype = { refuse, wed };
chan proposal[4] = [1] of { bit };       // of man m to woman w: at 2 * w + m
chan answer[4] = [1] of { mtype };
chan engaged[2] = [1] of { bit };
chan close[2] = [1] of { bit };
byte husband[2] = NOBODY;
proctype man(byte me) {
  byte her;
  do
  :: proposal[2 * her + me]!1;
     if
     :: answer[2 * her + me]?refuse -> her++; assert(her < 2)
     :: answer[2 * her + me]?wed -> break
     fi
  od
}
#define hears(m) :: proposal[2 * me + m]?_ -> \
  if \
  :: mine == NOBODY -> engaged[me]!1; mine = m \
  :: mine < m -> answer[2 * me + mine]!refuse; mine = m \
  :: mine != NOBODY && mine > m -> answer[2 * me + m]!refuse \
  fi
proctype woman(byte me) {
  byte mine = NOBODY;
  do
  hears(0)
  hears(1)
  :: close[me]?_ -> break
  od;
  husband[me] = mine;
  answer[2 * me + mine]!wed
}
init {
  byte w;
  atomic { run man(0); run man(1); run woman(0); run woman(1) }
  for (w : 0 .. 1) { engaged[w]?_ }
  for (w : 0 .. 1) { close[w]!1 }
  husband[0] != NOBODY && husband[1] != NOBODY;
  assert(husband[0] == 1 && husband[1] == 0)
}
