/* The migratory cache-coherence protocol of the Avalanche multiprocessor, after its description by
 * Nalumasu and Gopalakrishnan: one line of memory, whose only copy travels between N remote nodes,
 * always through the line's home. Messages are asynchronous; every channel has one sender and one
 * receiver, and there is one each way between home and each remote, and between each remote and
 * its processor, which loads and stores as it likes.
 *
 *   remote   invalid    its processor asks: `want` to home         -> waiting
 *            waiting    `grant` brings the line                    -> valid
 *                       `busy`: home had no time, once more        -> waiting
 *                       `revoke`: about a line that has left
 *            valid      answers its processor
 *                       evicts the line: `put` with it to home     -> invalid
 *                       `revoke`: gives it back with `back`        -> invalid
 *   home     free       `want`: grants                             -> exclusive
 *            exclusive  `put` of the owner                         -> free
 *                       `want`: `revoke` to the owner              -> revoking
 *            revoking   `back` or `put` of the owner: grants       -> exclusive
 *                       `want` of anybody: `busy`
 *
 * A `revoke` may cross a `put`: home takes the `put` for the answer, and the remote drops the
 * `revoke`, which reaches it before any later `grant`.
 *
 * Checked: at most one remote owns the line; who gets, loads, stores or gives it has the value that
 * was stored last; no message comes that its receiver does not expect; nobody is stuck.
 * N remotes, 2 to 4: -DN=2. */
#ifndef N
#define N 2
#endif
#define NOBODY N
#define me _pid                            /* of a remote: 0 to N - 1 */
#define served (_pid - N)                  /* by a processor: its remote */

mtype = { want, grant, busy, put, revoke, back, load, store };
chan up[N] = [2] of { mtype, bit };        /* from a remote to home: message, data */
chan down[N] = [2] of { mtype, bit };      /* from home to a remote */
chan ask[N] = [1] of { mtype, bit };       /* from a processor to its remote */
chan reply[N] = [1] of { bit };            /* and back */

/* What only the assertions know: the owner, and the value stored last. */
byte owner = NOBODY;
bit newest;

#define acquire d_step { assert(owner == NOBODY && line == newest); owner = me }
#define release d_step { assert(owner == me && line == newest); owner = NOBODY }

active [N] proctype remote() {
  bit line, data;
  mtype request, message;
invalid:
  do
  :: ask[me]?request(data) -> break
  :: down[me]?revoke(_)
  od;
want_it:
  up[me]!want(0);
  do
  :: down[me]?message(line) ->
     if
     :: message == grant -> acquire; break
     :: message == busy -> goto want_it
     :: message == revoke
     :: else -> assert(false)
     fi
  od;
valid:
  if
  :: request == load -> assert(owner == me && line == newest)
  :: request == store -> d_step { assert(owner == me); line = data; newest = data }
  fi;
  d_step { request = 0; message = 0; data = 0 };
  reply[me]!line;
  if
  :: ask[me]?request(data) -> goto valid
  :: down[me]?message(_) -> assert(message == revoke); release; up[me]!back(line)
  :: release; up[me]!put(line)
  fi;
  d_step { line = 0; message = 0 };
  goto invalid
}

active [N] proctype processor() {
  bit value;
  do
  :: ask[served]!load(0); reply[served]?value; value = 0
  :: ask[served]!store(0); reply[served]?0
  :: ask[served]!store(1); reply[served]?1
  od
}

#define from_anybody(i) :: up[i]?message(data) -> sender = i

active proctype home() {
  bit memory, data, revoking;
  byte holder = NOBODY, next, sender;
  mtype message;
  do
  :: if
     from_anybody(0)
     from_anybody(1)
#if N > 2
     from_anybody(2)
#endif
#if N > 3
     from_anybody(3)
#endif
     fi;
     if
     :: message == want && holder == NOBODY -> down[sender]!grant(memory); holder = sender
     :: message == want && holder != NOBODY && !revoking ->
        assert(sender != holder); down[holder]!revoke(0); next = sender; revoking = 1
     :: message == want && revoking -> down[sender]!busy(0)
     :: message == put || message == back ->
        assert(sender == holder && (message == put || revoking));
        memory = data;
        if
        :: revoking -> down[next]!grant(memory); holder = next; revoking = 0; next = 0
        :: !revoking -> holder = NOBODY
        fi
     :: else -> assert(false)
     fi;
     d_step { message = 0; data = 0; sender = 0 }
  od
}
