// expect: holds
// states: 559
// A sleeping barber, one chair to wait on, three customers that come once each.
mtype = { cut };
chan chairs = [1] of { pid };
chan done = [0] of { mtype, pid };
byte served, left;
active proctype barber() { pid who; end: do :: chairs?who; served++; done!cut, who od }
active [3] proctype customer() {
  if
  :: atomic { nfull(chairs) -> chairs!_pid }; done?cut, eval(_pid)
  :: atomic { full(chairs) -> left++ }
  fi;
  assert(served + left <= 3 && left < 3)
}
