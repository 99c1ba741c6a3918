#!/usr/bin/env bash
# timeout: 120
#
# The engine `events` where numbers have no bounds: then values are terms, and Z3 is asked. Small programs that a
# careless encoding gets wrong: two values of one place, an index that is a number, the invariant of a location
# after a step, numbers that become bits and bits that become numbers, a start that is constrained.
set -u

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# expect ANSWER NAME [OPTION...]: the program is read from standard input.
expect() {
  local want=$1 name=$2 way unwinding acyclic got
  shift 2
  cat >"$scratch/$name"
  for way in "guided auto" "guided lazy" "guided eager" "guided theory" "uniform difference"; do
    read -r unwinding acyclic <<<"$way"
    got=$("$SELVAGE" check --engine events --unwinding "$unwinding" --acyclic "$acyclic" --bound 12 --deadlock off --time 60 \
      --quiet "$@" "$scratch/$name" 2>&1)
    case $got in
      "$scratch/$name: $want"*) ;;
      *) echo "FAILED $name, $way: not $want: $(echo "$got" | head -n 3)"; failed=1 ;;
    esac
  done
}

# The thing itself: whatever is paid in, nothing is lost, and any sum may come about.
expect holds tellers.proc <<'END'
int balance = 10;
process teller[i : 0..2] { int n; havoc n; await n > 0; balance = balance + n; }
process auditor { assert balance >= 10; }
END

expect violated sums.proc <<'END'
int balance = 10;
process teller[i : 0..1] { int n; havoc n; await n > 3; balance = 2 * balance + n; }
process auditor { await balance > 30; assert balance != 71; }
END

# A place that lies in chaos gives each who looks a value of its own.
expect violated values.proc <<'END'
int x = 0;
process up { while true { x = x + 1; } }
process eye { await x == 1; await x == 2; assert x != 4; }
END

# Who looks happens before who writes next.
expect holds stale.proc <<'END'
int x = 0; bool f = false;
process up { x = 1; x = 2; f = true; }
process eye { int y; await f; y = x; assert y == 2; }
END

expect holds fifo.proc <<'END'
chan c[2] of {int};
process one { int n; havoc n; c ! n; c ! n + 1; c ! n + 2; }
process two { int a; int b; c ? a; c ? b; assert b == a + 1; c ? a; assert a == b + 1; }
END

# A channel of one place.
expect violated one_place.proc <<'END'
chan c[1] of {int};
int m = 5;
process s { int x; havoc x; await x > m; c ! x; c ! x - 1; }
process t { m = m - 3; }
process r { int a; int b; c ? a; c ? b; assert b > 2; }
END

# A cell that is named by a number; one that is none writes nothing.
expect violated cell.svm <<'END'
var a : array 3 of int = (array 0 0 0)
var k : int = any
property found invariant (not (and (at P 0 done) (= (select a 1) 7) (= (select a 2) 0) (!= k 1)))
process P
  location here
  location done
  action put
    from here -> done
    set (select a k) := 7
end
process Q
  location there
  location over
  action move
    from there -> over
    set k := (+ k 1)
end
END

expect holds outside.svm <<'END'
var a : array 3 of bool = (array false false false)
var k : int = any
property kept invariant (=> (> k 3) (not (or (select a 0) (select a 1) (select a 2))))
property default invariant (=> (or (< k 0) (> k 2)) (not (select a k)))
process P
  location here
  location done
  action put
    from here -> done
    set (select a k) := true
end
process Q
  location there
  location over
  action move
    from there -> over
    set k := (+ k 1)
end
END

# The same where the index is chosen, so that cells are not told apart.
expect holds chosen.svm <<'END'
var a : array 3 of bool = (array false false false)
property kept invariant (not (or (select a 0) (select a 1) (select a 2)))
process P
  location here
  location done
  action put
    from here -> done
    choice k : int
    constraint (or (< ?k 0) (> ?k 2))
    set (select a ?k) := true
end
END

# The invariant of a location is asked about the state after the step, of its own process and of others'.
expect holds room.svm <<'END'
var water : int = 0
property dry invariant (=> (at P 0 room) (< water 2))
process P
  location outside
  location room invariant (< water 2)
  action enter
    from outside -> room
end
process Q
  location a
  location b
  location c
  action rise
    from a -> b
    set water := (+ water 1)
  action again
    from b -> c
    set water := (+ water 1)
end
END

expect violated outdoors.svm <<'END'
var water : int = 0
property dry invariant (=> (at P 0 outside) (< water 2))
process P
  location outside
  location room invariant (< water 2)
  action enter
    from outside -> room
end
process Q
  location a
  location b
  location c
  action rise
    from a -> b
    set water := (+ water 1)
  action again
    from b -> c
    set water := (+ water 1)
end
END

# What is written must obey the constraint, over choices and the values after the step.
expect holds constraint.svm <<'END'
var x : int = 5
property far invariant (or (= x 5) (> x 10))
process P
  location a
  location b
  action jump
    from a -> b
    choice c : int
    choice d : int 2..3
    constraint (and (> (next x) (+ x 5)) (= (mod ?c 4) ?d))
    set x := (+ x ?c)
end
END

# Numbers become bits, and bits numbers.
expect violated bits.svm <<'END'
var x : int = any
var b : int 0..7 = 0
property found invariant (not (and (at P 0 done) (= x -16) (= b 3)))
process P
  location a
  location b
  location done
  action low
    from a -> b
    set b := (mod x 8)
  action add
    from b -> done
    set x := (- x b)
end
END

expect holds range.svm <<'END'
var x : int = any
var b : int 2..5 = 2
property close invariant (=> (at P 0 done) (and (<= 2 x) (<= x 5) (= x b)))
process P
  location a
  location done
  action low
    from a -> done
    set b := x
end
END

expect holds negative.svm <<'END'
var x : int = 0
var b : int -3..3 = any
property near invariant (and (<= -3 x) (<= x 3) (=> (= x -2) (= b -2)))
process P
  location a
  location done
  action add
    from a -> done
    set x := (+ x b)
end
END

expect holds start.svm <<'END'
var x : int = any
var y : int = any
var p : bool = any
init (and (> x 3) (= (+ x y) 7) (=> p (> y 0)))
property small invariant (and (< y 4) (=> p (<= x 7)))
process P
  location a
  location b
  action step
    from a -> b
    set x := (+ x y)
    set y := (- y 1)
end
END

expect violated real.svm <<'END'
var x : real = 0
property near invariant (< x 3/4)
process P
  location a
  location b
  location c
  action half
    from a -> b
    choice d : real
    constraint (and (< 0 ?d) (<= ?d 1/2))
    set x := ?d
  action more
    from b -> c
    set x := (+ x 1/4)
end
END

# `else` asks whether a number keeps the other action from being possible.
expect holds else.svm <<'END'
var n : int = 0
property late invariant (=> (at P 0 over) (> n 1))
process P
  location loop
  location left
  location over
  action wait
    from loop -> left priority 0
    guard (< n 2)
  action otherwise
    from loop -> over priority 1
end
process Q
  location a
  location b
  location c
  action one
    from a -> b
    set n := (+ n 1)
  action two
    from b -> c
    set n := (+ n 1)
end
END

# Choices that a number is compared with are too many to be tried where others wait for them.
expect unknown too_many.svm <<'END'
var n : int = 0
property taken assertion
process P
  location here
  action pick
    from here priority 0
    choice c : int 0..3
    constraint (> n ?c)
  action otherwise
    from here priority 1
    fails taken
end
END

# The last question is what was answered.
solvers_say() {
  local solver said
  for solver in "z3 -smt2" "cvc5 --lang smt2"; do
    command -v "${solver%% *}" >/dev/null || { echo "${solver%% *} is not there: questions are not asked again"; continue; }
    # shellcheck disable=SC2086
    said=$($solver "$scratch/question.smt2" 2>&1)
    [ "$said" = "$1" ] || { echo "FAILED $2: $solver says '$said', not $1"; failed=1; }
  done
}
for name in tellers.proc:unsat sums.proc:sat cell.svm:sat outside.svm:unsat room.svm:unsat bits.svm:sat start.svm:unsat; do
  for acyclic in difference eager theory; do
    "$SELVAGE" check --engine events --acyclic $acyclic --deadlock off --quiet --time 60 --dump "$scratch/question.smt2" \
      "$scratch/${name%:*}" >/dev/null 2>&1
    solvers_say "${name#*:}" "${name%:*}, $acyclic"
  done
done

# A proof about terms is refuted once more by cvc5, or by Z3 what our own solver has refuted in turns with it.
for name in tellers.proc outside.svm room.svm start.svm; do
  for acyclic in theory difference; do
    said=$("$SELVAGE" check --engine events --acyclic $acyclic --deadlock off --certify --time 60 --format json "$scratch/$name" 2>&1)
    case $said in
      *'"certified":true'*'"certificate":"refuted by '*) ;;
      *'"certificate":"cvc5 is not installed"'*) ;;
      *) echo "FAILED $name, $acyclic: the proof is not certified: $(grep -o '"certificate":"[^"]*"' <<<"$said")"; failed=1 ;;
    esac
  done
done

# What cannot be had is refused, and why.
refused() {
  local got
  got=$("$SELVAGE" check --engine events --quiet --deadlock off "${@:2}" "$scratch/tellers.proc" 2>&1)
  case $got in
    *"unknown: $1"*) ;;
    *) echo "FAILED: ${*:2} is not refused: $got"; failed=1 ;;
  esac
}
refused "--solver sat: " --solver sat
refused "--dump: " --acyclic eager --dump "$scratch/question.cnf"

exit $failed
