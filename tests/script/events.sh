#!/usr/bin/env bash
# timeout: 300
#
# The engine `events` on small programs that a careless encoding gets wrong. Without the reader rule the
# first one is violated. The others are cut somewhere in every unwinding, and what lies beyond decides: a frontier
# that forgets one thing (a property, a partner, room in a channel, a lock, a section, a started process, a
# location, a second value, the partner of a partner, a partner that stays) proves what does not hold.
set -u

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# expect ANSWER NAME [OPTION...]: the program is read from standard input.
expect() {
  local want=$1 name=$2 options way unwinding acyclic queue got
  shift 2
  options=("$@")
  [[ " $* " == *" --deadlock "* ]] || options+=(--deadlock off)
  cat >"$scratch/$name"
  for way in "guided eager cyclic" "guided lazy cyclic" "guided theory cyclic" "guided theory shifting" \
    "guided difference cyclic" "uniform eager shifting" "uniform theory cyclic"; do
    read -r unwinding acyclic queue <<<"$way"
    got=$("$SELVAGE" check --engine events --unwinding "$unwinding" --acyclic "$acyclic" --queue "$queue" --bound 20 --time 60 --quiet \
      "${options[@]+"${options[@]}"}" "$scratch/$name" 2>&1)
    case $got in
      "$scratch/$name: $want"*) ;;
      *) echo "FAILED $name, $way: not $want: $(echo "$got" | head -n 3)"; failed=1 ;;
    esac
  done
}

expect holds stale.pml <<'END'
byte x; bit f;
active proctype P() { x = 1; x = 2; f = 1 }
active proctype Q() { byte y; f == 1; y = x; assert(y == 2) }
END

expect violated early.pml <<'END'
byte x; bit f;
active proctype P() { x = 1; f = 1; x = 2 }
active proctype Q() { byte y; f == 1; y = x; assert(y == 2) }
END

expect holds readers.pml <<'END'
byte x; bit f, a, b;
active proctype P() { x = 1; f = 1 }
active proctype Q() { f == 1; a = x }
active proctype R() { f == 1; b = x }
active proctype S() { a == 1 && b == 1; assert(x == 1) }
END

expect violated beyond.pml <<'END'
active proctype P() { do :: skip; skip; assert(0) od }
END

expect violated partner.pml <<'END'
chan c = [0] of {bit};
active proctype P() { do :: c!0 od }
active proctype Q() { bit x; c?x; c?x; assert(0) }
END

# Two frontiers for one step: each looks where the other process stands.
expect violated both.pml <<'END'
chan c = [0] of {bit}; byte x, y;
active proctype P() { c!0; x = 1 }
active proctype Q() { bit b; c?b; y = 1 }
active proctype R() { x == 1 && y == 1; assert(0) }
END

expect violated room.pml <<'END'
chan q = [1] of {bit};
active proctype P() { bit x; do :: q?x od }
active proctype Q() { q!0; q!0; q!0; assert(0) }
END

expect holds no_room.pml <<'END'
chan q = [1] of {bit};
active proctype P() { bit x; q?x }
active proctype Q() { q!0; q!0; q!0; assert(0) }
END

expect violated lock.pml <<'END'
bit lock; byte x;
active proctype P() { do :: atomic { lock == 0; lock = 1 }; x = 1; lock = 0 od }
active proctype Q() { x == 1; atomic { lock == 0; lock = 1 }; assert(0) }
END

expect holds held.pml <<'END'
bit lock; byte x;
active proctype P() { atomic { lock == 0; lock = 1 }; x = 1 }
active proctype Q() { x == 1; atomic { lock == 0; lock = 1 }; assert(0) }
END

expect violated section.pml <<'END'
byte x;
active proctype P() { do :: atomic { x = 1; skip; skip } od }
active proctype Q() { x == 1; assert(0) }
END

# Cut inside of a section: who left it is beyond the cut.
expect violated section_loop.pml <<'END'
byte n; bit x;
active proctype P() { atomic { x = 1; do :: n < 3 -> n++ :: else -> break od } }
active proctype Q() { x == 1; assert(0) }
END

# Likewise; P can always move, so only that it gives control away lets Q on.
expect violated given_back.pml <<'END'
byte n; bit x, y;
active proctype P() { atomic { x = 1; do :: n < 2 -> n++ :: else -> break od }; do :: y = 1 - y od }
active proctype Q() { x == 1; y == 1; assert(0) }
END

expect holds inside.pml <<'END'
byte x;
active proctype P() { atomic { x = 1; skip; x = 0 } }
active proctype Q() { x == 1; assert(0) }
END

expect violated start.pml <<'END'
byte x;
proctype S() { x = 1 }
active proctype P() { skip; run S() }
active proctype Q() { x == 1; assert(0) }
END

expect violated place.pml <<'END'
active proctype P() { do :: skip; skip; far: skip od }
active proctype Q() { P@far; assert(0) }
END

expect violated values.pml <<'END'
byte x;
active proctype P() { do :: x = x + 1 od }
active proctype Q() { x == 1; x == 2; x == 3; assert(0) }
END

expect violated else.pml <<'END'
byte x;
active proctype P() { do :: x == 0 -> x = 1 :: else -> break od; x = 2 }
active proctype Q() { x == 2; assert(0) }
END

expect violated timeout.pml <<'END'
byte x;
active proctype P() { x = 1; x == 2 }
active proctype Q() { timeout; assert(x == 0) }
END

expect holds late.pml <<'END'
byte x;
active proctype P() { x = 1; x == 2 }
active proctype Q() { timeout; assert(x == 1) }
END

expect violated dead.pml --deadlock on <<'END'
chan c = [1] of {bit}, d = [1] of {bit};
active proctype P() { bit x; c?x; d!0 }
active proctype Q() { bit x; d?x; c!0 }
END

expect holds cells.pml <<'END'
byte a[4]; bit f;
active proctype P() { byte i; do :: i < 3 -> i++ :: break od; a[i] = 1; a[i] = 2; f = 1 }
active proctype Q() { byte k, y; do :: k < 3 -> k++ :: break od; f == 1; y = a[k]; assert(y != 1) }
END

# ---- queues of several places: first in, first out; room; nothing to receive; what is asked about them

expect holds fifo.pml <<'END'
chan a = [2] of {byte, bit};
active proctype P() { a!1,1; a!2,0; a!3,1 }
active proctype Q() { byte x; bit b; a?x,b; assert(x == 1 && b == 1); a?x,b; assert(x == 2 && b == 0); a?x,b; assert(x == 3 && b == 1) }
END

expect violated overtaken.pml <<'END'
chan a = [3] of {byte};
active proctype P() { a!1; a!2 }
active proctype R() { a!3 }
active proctype Q() { byte x; a?x; a?x; a?x; assert(x != 2) }
END

expect holds two_rooms.pml <<'END'
chan a = [2] of {byte}; bit begun;
active proctype P() { a!1; a!2; a!3; assert(begun) }
active proctype Q() { byte x; begun = 1; a?x }
END

expect violated second_room.pml <<'END'
chan a = [2] of {byte}; bit begun;
active proctype P() { a!1; a!2; assert(begun) }
active proctype Q() { byte x; begun = 1; a?x }
END

expect holds nothing_there.pml <<'END'
chan a = [2] of {byte};
active proctype P() { a!1; a!2 }
active proctype Q() { byte x; a?x; a?x; a?x; assert(0) }
END

expect violated how_many.pml <<'END'
chan a = [3] of {byte};
active proctype P() { a!1; a!2 }
active proctype Q() { byte x; len(a) == 2; a?x; len(a) == 1; a?x; empty(a); assert(0) }
END

expect holds not_so_many.pml <<'END'
chan a = [3] of {byte};
active proctype P() { a!1; a!2 }
active proctype Q() { byte x; a?x; len(a) == 2; assert(0) }
END

expect holds first_one.pml <<'END'
chan a = [2] of {byte};
active proctype P() { a!1; a!2 }
active proctype Q() { a?[2]; assert(0) }
END

expect violated full_empty.pml <<'END'
chan a = [2] of {byte};
active proctype P() { a!1; full(a); assert(0) }
active proctype Q() { nempty(a); a!2 }
END

expect holds still_empty.pml <<'END'
chan a = [2] of {byte};
active proctype P() { byte x; nempty(a); assert(0) }
active proctype Q() { byte x; len(a) > 0; a!2 }
END

expect violated beyond_queue.pml <<'END'
chan a = [2] of {byte};
active proctype P() { byte x; do :: a!x; x = x + 1 od }
active proctype Q() { byte x; a?x; a?x; a?x; assert(x != 2) }
END

expect violated second_round.pml <<'END'
chan a = [2] of {byte};
active proctype P() { a!1; a!2; a!3; a!4; assert(0) }
active proctype Q() { byte x; a?x; a?x }
END

# No guard says that there is room, or a message: the operation itself needs them.
expect holds no_guard.svm <<'END'
queue q capacity 2 of bool
queue r capacity 2 of bool
property never assertion
process P
  location a
  location b
  location c
  location d
  action first
    from a -> b
    enqueue (queue q) : true
  action second
    from b -> c
    enqueue (queue q) : true
  action third
    from c -> d
    enqueue (queue q) : true
    fails never
end
process Q
  location a
  location b
  action receive
    from a -> b
    dequeue (queue r)
    fails never
end
END

# One step makes room and takes it.
expect violated turn_over.svm <<'END'
queue q capacity 2 of bool
property never assertion
process P
  location a
  location b
  location c
  location d
  action first
    from a -> b
    enqueue (queue q) : true
  action second
    from b -> c
    enqueue (queue q) : true
  action turn
    from c -> d
    dequeue (queue q)
    enqueue (queue q) : false
    fails never
end
END

"$SELVAGE" check --engine events --queue linear --deadlock off "$scratch/fifo.pml" >"$scratch/log" 2>&1
grep -q "events knows shifting and cyclic" "$scratch/log" || { echo "FAILED: --queue linear is not refused by name"; failed=1; }

# ---- partners: who moves by another process's action, or stays

# Who is moved by somebody else is seen where it arrives, and no longer where it was.
expect violated seen_moved.pml <<'END'
chan c = [0] of {bit};
active proctype P() { bit b; c?b; far: b = 1; b = 0 }
active proctype Q() { c!0 }
active proctype R() { P@far; assert(0) }
END

expect holds seen_left.pml <<'END'
chan c = [0] of {bit};
active proctype P() { bit b; near: c?b; b = 1; b = 0 }
active proctype Q() { c!0; P@near; assert(0) }
END

# A process that is only moved along has a frontier too.
expect violated passenger.pml <<'END'
chan c = [0] of {bit}; bit x;
active proctype P() { bit b; c?b; x = 1 }
active proctype Q() { c!0 }
active proctype R() { x == 1; assert(0) }
END

# What is done with a process beyond its frontier is part of its life. (The order of the processes decides what is
# unwound first; here and below the one that is cut comes last.)
expect violated carried.svm <<'END'
var x : bool = false
var y : bool = false
property never assertion
process R
  location a
  location b
  action see
    from a -> b
    guard x
    fails never
end
process Q
  location a
  location b
  location c
  action wait
    from a -> b
    guard y
  action carry
    from b -> c
    with P from b -> c
    set x := true
end
process P
  location a
  location b
  location c
  action begin
    from a -> b
    set y := true
end
END

# A partner that stays where it is: also if it is beyond its frontier, but not if it stands elsewhere.
expect violated stays.pml <<'END'
chan c = [0] of {bit};
active proctype P() { bit b; do :: c?b od }
active proctype Q() { c!0; c!0; assert(0) }
END

expect violated stays_beyond.svm <<'END'
var x : bool = false
property never assertion
process Q
  location a
  location b
  location c
  action wait
    from a -> b
    guard x
  action meet
    from b -> c
    with P from s -> s
    fails never
end
process P
  location s end
  location t end
  action tick
    from s t
    set x := true
end
END

expect holds absent.pml <<'END'
chan c = [0] of {bit}; byte x;
active proctype Q() { x = 1; c!0; assert(0) }
active proctype P() { bit b; x == 2; do :: c?b od }
END

# It may only stay where nothing else of it comes first.
expect holds else_stays.svm <<'END'
var moved : bool = false
var done : bool = false
property never assertion
process caller
  location begin
  location a
  location b
  location c
  action go
    from begin -> a
  action call
    from a -> b
    with server from s t -> s priority 1
    guard moved
    set done := true
  action fail
    from b -> c
    fails never
end
process server
  location t end
  location s end
  action move
    from t -> s
    guard (not moved)
    set moved := true
  action prefer
    from s
    guard (not done)
end
END

# No violation, but a run is cut behind a frontier.
expect unknown cut_late.svm <<'END'
var x : bool = false
property never assertion
process P
  location a
  location b
  location c
  action go
    from a -> b
    set x := true
  action on
    from b -> c
    cut "this far"
  action fail
    from c
    fails never
end
END

# ---- symmetry: a rule that took all instances of a template for the same would prove these

# The number of the instance matters.
expect violated numbered.pml <<'END'
bit done[2];
active [2] proctype P() { done[_pid] = 1 }
active proctype Q() { done[1] == 1; assert(done[0] == 1) }
END

expect violated numbered.proc <<'END'
bool done[2] = false;
process p[t : 0..1] { done[t] = true; }
process q { await done[1]; assert done[0]; }
END

# Somebody else looks at one of them only.
expect violated watched.pml <<'END'
active [2] proctype P() { near: skip; far: skip }
active proctype Q() { P[1]@far; assert(!P[0]@near) }
END

# The property is about one of them only.
expect violated told.svm <<'END'
property second invariant (=> (remote P x 1) (remote P x 0))
process P initial 2 pool 2
  var x : bool = false
  location a
  location b
  action go
    from a -> b
    set x := true
end
END

# They begin with different values.
expect violated begins.svm <<'END'
var seen : bool = false
property never assertion
init (and (not (remote P x 0)) (remote P x 1))
process P initial 2 pool 2
  var x : bool = any
  location a
  location b
  location c
  action go
    from a -> b
    guard (or x seen)
    set seen := true
  action fail
    from b -> c
    guard (and x (not other))
    fails never
  action tell
    from b -> c
    guard (not x)
    set other := true
end
var other : bool = false
END

# Nothing tells these apart; the answers are the same with and without.
expect holds twins.proc <<'END'
byte n = 0; byte m = 0;
process p[t : 0..2] { byte l; l = n; n = l + 1; m = m + 1; }
process q { await m == 3; assert n >= 1 && n <= 3; }
END
expect violated lost.svm <<'END'
var n : int 0..3 = 0
var m : int 0..3 = 0
property low invariant (=> (= m 3) (!= n 1))
process P initial 3 pool 3
  var l : int 0..3 = 0
  location a
  location b
  location c
  location d end
  action look
    from a -> b
    set l := n
  action put
    from b -> c
    set n := (+ l 1)
  action count
    from c -> d
    set m := (+ m 1)
end
END
# pairs OPTION NUMBER FILE: so many pairs of processes are ordered.
pairs() {
  "$SELVAGE" check --engine events --deadlock off --format json --symmetry "$1" "$scratch/$3" >"$scratch/log" 2>&1
  case $2 in
    0) grep -q "symmetric processes" "$scratch/log" && { echo "FAILED $3: pairs of symmetric processes"; failed=1; } ;;
    *) grep -q "\"pairs of symmetric processes\": *\"*$2\"*[,}]" "$scratch/log" || { echo "FAILED $3: not $2 pairs"; failed=1; } ;;
  esac
}
pairs on 2 twins.proc
pairs on 2 lost.svm
pairs off 0 lost.svm
pairs on 0 numbered.pml
pairs on 0 numbered.proc
pairs on 0 watched.pml
pairs on 0 told.svm
pairs on 0 begins.svm

# solvers_say WORD WHAT: other solvers say so about the question that was written.
solvers_say() {
  local solver said
  for solver in "z3 -smt2" "cvc5 --lang smt2"; do
    command -v "${solver%% *}" >/dev/null || { echo "${solver%% *} is not there: questions are not asked again"; continue; }
    # shellcheck disable=SC2086
    said=$($solver "$scratch/question.smt2" 2>&1)
    [ "$said" = "$1" ] || { echo "FAILED $2: $solver says '$said', not $1"; failed=1; }
  done
}

# ask FILE ANSWER: other solvers say the same about the last question, as clauses and as difference logic, whoever
# has answered it.
ask() {
  local said acyclic
  for acyclic in eager theory difference; do
    dump_to "$acyclic" "$1" question.smt2
    solvers_say "$2" "$1, $acyclic"
  done
  dump_to eager "$1" question.cnf
  command -v minisat >/dev/null || { echo "minisat is not there: questions are not asked again"; return; }
  said=$(minisat -verb=0 "$scratch/question.cnf" 2>/dev/null | grep -oE '(UN)?SAT' | tr '[:upper:]' '[:lower:]')
  [ "$said" = "$2" ] || { echo "FAILED $1: minisat says '$said', not $2"; failed=1; }
}

# dump_to ACYCLIC FILE QUESTION [OPTION...]
dump_to() {
  local acyclic=$1 name=$2 question=$3
  shift 3
  "$SELVAGE" check --engine events --acyclic "$acyclic" --deadlock off --quiet --time 60 --dump "$scratch/$question" "$@" \
    "$scratch/$name" >"$scratch/log" 2>&1
}
ask stale.pml unsat
ask early.pml sat
ask cells.pml unsat
ask values.pml sat

ask how_many.pml sat
ask fifo.pml unsat

# Of some of our own models, with all rules of control: what was answered is what the others say.
for model in atomic_jammed deadlock_priority location_invariant_wakes queue_location_invariant queue_refs start_any two_starts yielding_partner \
  yielding_taken_along; do
  cp "$(dirname "$0")/../corpus/svm/$model.svm" "$scratch"
  dump_to theory "$model.svm" question.smt2
  case $(head -n 1 "$scratch/log") in
    *": holds"*) solvers_say unsat "$model.svm" ;;
    *": violated"*) solvers_say sat "$model.svm" ;;
    *) echo "FAILED $model.svm: no answer"; failed=1 ;;
  esac
done

# Every round's question, not only the last: with fewer rounds there is no violation yet.
for rounds in 0 1 2; do
  dump_to theory values.pml question.smt2 --bound $rounds
  command -v z3 >/dev/null || break
  said=$(z3 -smt2 "$scratch/question.smt2" 2>&1)
  [ "$said" = unsat ] || { echo "FAILED values.pml, $rounds rounds: z3 says '$said'"; failed=1; }
done

# A proof is refuted once more by another solver, which excludes cycles in another way.
for name in stale.pml cells.pml fifo.pml; do
  for acyclic in theory eager lazy difference; do
    said=$("$SELVAGE" check --engine events --acyclic $acyclic --deadlock off --certify --time 60 --format json "$scratch/$name" 2>&1)
    case $said in
      *'"certified":true'*'"certificate":"refuted by '*) ;;
      *) echo "FAILED $name, $acyclic: the proof is not certified: $(grep -o '"certificate":"[^"]*"' <<<"$said")"; failed=1 ;;
    esac
  done
done

# The order of theory and difference is not in the clauses: such a question would say less than was asked.
dump_to theory stale.pml question.cnf
grep -q "must end in .smt2" "$scratch/log" || { echo "FAILED: clauses without their order are written"; failed=1; }

exit $failed
