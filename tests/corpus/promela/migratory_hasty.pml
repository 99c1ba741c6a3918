// expect: violated
// beyond: ic3
// The migratory protocol of migratory.pml, but home does not wait for what it revokes.
#define N 2
#define NOBODY N
mtype = { want, grant, put, revoke, back };
chan up[N] = [2] of { mtype, bit };
chan down[N] = [2] of { mtype, bit };
byte owner = NOBODY;
bit newest;
proctype remote(byte me) {
  bit line;
  do
  :: up[me]!want(0);
     do
     :: down[me]?revoke(_)                       // about a line that has left
     :: down[me]?grant(line) ->
        d_step { assert(owner == NOBODY && line == newest); owner = me };
        break
     od;
     if
     :: d_step { line = 1 - line; newest = line }
     :: skip
     fi;
     d_step { assert(owner == me && line == newest); owner = NOBODY };
     if
     :: down[me]?revoke(_) -> up[me]!back(line)
     :: up[me]!put(line)
     fi;
     line = 0
  :: down[me]?revoke(_)
  od
}
#define hand_on \
  if \
  :: next != NOBODY -> down[next]!grant(memory) \
  :: else \
  fi; \
  holder = next; \
  next = NOBODY
#define hears(i) \
  :: up[i]?want(_) -> \
     if \
     :: holder == NOBODY -> down[i]!grant(memory); holder = i \
     :: else -> assert(next == NOBODY); down[holder]!revoke(0); down[i]!grant(memory); holder = i \
     fi \
  :: up[i]?put(memory) -> assert(holder == i); hand_on \
  :: up[i]?back(memory) -> assert(holder == i && next != NOBODY); hand_on
active proctype home() {
  bit memory;
  byte holder = NOBODY, next = NOBODY;
  run remote(0);
  run remote(1);
  do
  hears(0)
  hears(1)
  od
}
