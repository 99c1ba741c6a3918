#!/usr/bin/env bash
# builds: release debug
# timeout: 300
#
# Weak and strong fairness of processes and of single statements, in .proc and .svm, in every engine
# that looks for infinite runs; and formulas about UML state machines.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# A program with sanitizers is slow.
engines='explicit bdd ic3 ic3+rlive bmc+lasso bmc+record boppo'
case $SELVAGE in */debug/*) engines='explicit bdd' ;; esac

# want NAME ANSWER FILE OPTIONS...
want() {
  local name=$1 wanted=$2 file=$3 status=0 got
  shift 3
  "$SELVAGE" check --quiet --time "${seconds:-60}" "$@" "$work/$file" > "$work/out" 2>&1 || status=$?
  case $status in 0) got=holds ;; 1) got=violated ;; 2) got=unknown ;; *) got="status $status" ;; esac
  [ "$got" = "$wanted" ] && return
  echo "$name: $got, not $wanted ($file $*)"
  head -20 "$work/out"
  failed=1
  [ -z "${STOP_AT_FIRST-}" ] || exit 1
}

# ic3+rlive: how the engine is to ask.
way() { case $1 in *+*) echo --liveness "${1#*+}" ;; esac; }
# each NAME ANSWER FILE OPTIONS...: by every engine; bmc and boppo need not prove
each() {
  local name=$1 wanted=$2
  shift 2
  for engine in $engines; do
    [ "$wanted" = holds ] && [ "${engine%+*}" = bmc ] && continue
    want "$name $engine" "$wanted" "$@" --engine "${engine%+*}" $(way "$engine")
  done
}

# A waits for a bit that B sets and clears for ever.
toggle() {
  printf 'bool x = false, done = false;\n%s process B { while true { x = !x; } }\n' "$1"
  printf '%s process A { %s await x; done = true; }\nproperty p: eventually done;\n' "$2" "$3"
}
toggle '' '' '' > "$work/none.proc"
each nobody violated none.proc
each everybody violated none.proc --fair
toggle 'fair' 'fair' '' > "$work/weak.proc"
each weak violated weak.proc
toggle 'fair' 'strong fair' '' > "$work/strong.proc"
each strong holds strong.proc
# Somebody has to move as long as somebody can; if C does, B need not.
toggle '' 'strong fair' '' > "$work/alone.proc"
each alone holds alone.proc
{ toggle '' 'strong fair' '' && echo 'process C { while true { skip; } }'; } > "$work/other.proc"
each other violated other.proc
# Fair statements: `await x` alone is not enough, since what follows may be left out.
toggle 'fair' '' 'strong fair' > "$work/half.proc"
each half violated half.proc
sed 's/done = true/fair done = true/' "$work/half.proc" > "$work/whole.proc"
each whole holds whole.proc
sed 's/strong fair await/fair await/' "$work/whole.proc" > "$work/less.proc"
each less violated less.proc

# A few bits for each state: weak fairness has levels, strong fairness is judged exactly.
want bits_weak violated weak.proc --engine explicit --store bitstate --bits 16
want bits_strong holds strong.proc --property p --engine explicit --store bitstate --bits 16
want bits_strong violated other.proc --engine explicit --store bitstate --bits 16
# Nothing is proven where runs are cut.
cat > "$work/cut.svm" <<'MODEL'
var x : int 0..1 = 0
process P
  location a
  action up
    from a
    guard (= x 0)
    set x := 1
  action down
    from a
    guard (= x 1)
    set x := 0
  action border
    from a
    guard (= x 1)
    cut "no further"
end
MODEL
seconds=3 each cut unknown cut.svm --no-deadlock --ltl '(always (eventually (= x 0)))'

# When the search leaves f all that leads back from there is known: only its red part finds the loop.
cat > "$work/red.dve" <<'MODEL'
process P {
  state r, x, y, z, w, f;
  init r;
  trans r -> x {}, r -> f {}, x -> y {}, f -> y {}, y -> z {}, z -> w {}, w -> r {};
}
system async;
MODEL
want bits_red violated red.dve --engine explicit --store bitstate --bits 16 --property ltl --ltl '<>[] (!P.f)'

# Strong fairness is about moments at which something is possible, not about parts of it.
cat > "$work/both.proc" << 'M'
bool x = false, y = false, done = false;
fair process B { while true { x = !x; } }
fair process C { while true { y = !y; } }
strong fair process A { await x && y; done = true; }
property p: eventually done;
M
each both violated both.proc

# A branch of a choice; `fair` is a name where no word follows it.
cat > "$work/choice.proc" << 'M'
bool fair = false, out = false;
fair process P { while true { choose { when strong fair !out && true { out = true; } when true { fair = !fair; } } } }
property p: eventually out;
M
sed 's/when strong fair !out \&\& true/when strong fair out == false/' "$work/choice.proc" > "$work/choice1.proc"
each choice holds choice1.proc
sed 's/strong fair/fair/' "$work/choice1.proc" > "$work/choice2.proc"
each not_always violated choice2.proc
printf 'bool out = false;\nprocess P { while true { skip; } }\nprocess Q { fair out = true; }\nproperty p: <> out;\n' > "$work/choice4.proc"
each always holds choice4.proc
sed 's/strong fair//' "$work/choice1.proc" > "$work/choice3.proc"
each no_choice violated choice3.proc
want sign 'status 65' choice.proc

# Loops that bmc closes are as short as can be, stem and all; the step in which a run ends, or somebody
# is given up, is one more for the bound.
shortest() {
  local name=$1 stem=$2 all=$3 bound=$4 got
  shift 4
  want "shortest $name" violated "$@" --engine bmc --liveness lasso --bound "$bound" --format json --no-deadlock
  got=$(python3 -c 'import json, sys
t = json.load(open(sys.argv[1]))["trace"]
print(t["loop"], len(t["steps"]))' "$work/out") || true
  [ "$got" = "$stem $all" ] || { echo "shortest $name: $got, not $stem $all"; failed=1; }
}
shortest none 0 2 2 none.proc
shortest not_always 0 4 4 choice2.proc
shortest both 0 4 5 both.proc
printf 'byte n = 0;\nprocess P { n = 1; n = 2; while true { n = 3; n = 4; n = 5; } }\nproperty p: eventually always n < 5;\n' > "$work/rho.proc"
shortest rho 3 6 6 rho.proc
shortest rho_grow 3 6 6 rho.proc --grow 100
printf 'bool x = false;\nprocess P { x = true; x = false; await x; }\nproperty p: eventually always x;\n' > "$work/halts.proc"
shortest halts 2 2 3 halts.proc
printf 'bool x = false;\nfair process P { while true { x = !x; } }\nfair process Q { while true { skip; } }\nproperty p: eventually always x;\n' > "$work/two.proc"
shortest two 0 3 3 two.proc

# Numbers: a step that would write what does not fit is not possible.
cat > "$work/numbers.proc" << 'M'
byte at = 0, noise = 0;
fair process p { await at == 0; at = 1; }
fair process q { await at == 1; at = 2; }
process n { while true { noise = 5 - noise; } }
property p: eventually at == 2;
property n: eventually noise == 7;
M
for engine in explicit bdd ic3; do
  want "numbers $engine" holds numbers.proc --engine $engine --property p
done
each numbers_left violated numbers.proc --property n
full() {
  printf 'var x : int 0..3 = 0\nvar y : bool = false\nproperty p formula (eventually (= x 3))\n'
  printf 'process P %s\n  location l\n  action\n    from l -> l\n    set x := (+ x %s)\nend\n' "$1" "$2"
  printf 'process Q\n  location l\n  action\n    from l -> l\n    set y := (not y)\nend\n'
}
full fair 1 > "$work/full.svm"
full fair 2 > "$work/full2.svm"
full strong 2 > "$work/full3.svm"
for engine in explicit bdd ic3; do
  want "full $engine" holds full.svm --engine $engine
done
each full_two violated full2.svm
each full_strong violated full3.svm

# Numbers without bounds: a loop is closed where the values come back, and nothing is proven by not finding one.
cat > "$work/unbounded.proc" << 'M'
int x = 0, y = 0;
fair process P { while true { x = x + 1; } }
process Q { while true { y = 1 - y; } }
property never: eventually x < 0;
property high: eventually x > 3;
property back: always eventually y == 2;
property even: always eventually y == 1;
M
want grows unknown unbounded.proc --engine bmc --property never --bound 6
want grows_fair unknown unbounded.proc --engine bmc --property high --bound 6
sed 's/fair process P/process P/' "$work/unbounded.proc" > "$work/unbounded1.proc"
want grows_not violated unbounded1.proc --engine bmc --property high --bound 6
shortest grows_not 0 2 3 unbounded1.proc --property high
want even unknown unbounded.proc --engine bmc --property even --bound 6
sed 's/x = x + 1/x = 2 - x/' "$work/unbounded.proc" > "$work/unbounded2.proc"
want back violated unbounded2.proc --engine bmc --property back --bound 6
cat > "$work/queue.proc" << 'M'
int n = 0;
chan c[2] of {int};
process S { while true { c ! n; } }
process R { int m = 0; while true { c ? m; n = 1 - m; } }
property p: eventually n == 2;
property q: eventually len(c) == 2;
M
want queue violated queue.proc --engine bmc --property p --bound 8
want queue_q violated queue.proc --engine bmc --property q --bound 8
cat > "$work/reals.svm" << 'M'
var x : real = 0
property p formula (eventually (> x 1))
process P
  location l
  action
    from l -> l
    set x := (- (/ 1 2) x)
end
M
want reals violated reals.svm --engine bmc --bound 6

# Inside of a section: who waits outside is not enabled there, and nobody is blocked by that.
cat > "$work/section.proc" << 'M'
bool k = false, done = false;
process Q { while true { atomic { k = true; k = false; } } }
strong fair process A { done = true; }
property p: eventually done;
M
want section holds section.proc --engine explicit
sed 's/strong fair //' "$work/section.proc" > "$work/section2.proc"
want section2 violated section2.proc --engine explicit
# A run that ends is fair.
printf 'bool x = false;\nstrong fair process A { await x; }\nproperty p: eventually x;\n' > "$work/ends.proc"
each ends violated ends.proc --no-deadlock

# The same in .svm; actions of one statement count together.
svm() {
  printf 'var x : bool = false\nvar done : bool = false\n'
  printf 'property p formula (eventually done)\n'
  printf 'process B fair\n  location l\n  action\n    from l -> l\n    set x := (not x)\nend\n'
  printf 'process A\n  location l\n  location e end\n'
  printf '  action\n    from l -> e\n    guard x\n    set done := true\n    %s\n' "$1"
  printf '  action\n    from l -> l\n    guard (not x)\n    %s\nend\n' "$2"
}
svm 'strong s' '' > "$work/a.svm"
each svm holds a.svm
svm 'fair s' '' > "$work/b.svm"
each svm_weak violated b.svm
svm 'strong s' 'strong s' > "$work/c.svm"
each svm_joint violated c.svm
svm 'strong s' 'fair s' > "$work/d.svm"
want svm_mixed 'status 65' d.svm
grep -qF 'strongly fair elsewhere' "$work/out" || { cat "$work/out"; failed=1; }
# What is printed is read back, fairness and all.
for file in a.svm strong.proc whole.proc; do
  "$SELVAGE" show --model "$work/$file" > "$work/printed.svm"
  want "printed $file" holds printed.svm --engine explicit
done

# What is no step cannot be fair.
for statement in 'choose { when true { skip; } }' 'while x { skip; }' 'break;' 'f();'; do
  printf 'bool x = false;\nfunction f() { skip; }\nprocess A { while true { fair %s } }\n' "$statement" > "$work/no.proc"
  want "no $statement" 'status 65' no.proc
  grep -qF 'only a statement that is one step can be fair' "$work/out" || { cat "$work/out"; failed=1; }
done

# Counting rounds: proofs without a copy of the state, with certificates, and for unbounded data.
cat > "$work/count.proc" << 'M'
int x = 0;
bool done = false;
process P { while true { x = x + 1; done = done || x > 2; } }
property up: eventually x > 3;
property set: eventually always done;
property down: eventually x < 0;
M
for name in up set; do
  want "count $name" holds count.proc --engine ic3 --property $name --certify
  grep -q certified "$work/out" || { echo "$name is not certified"; cat "$work/out"; failed=1; }
done
# No run comes back to where it was; that proves nothing.
for engine in ${everyone:-auto explicit bdd boppo bmc ic3 cegar events threads polyhedra gpu random}; do
  seconds=1 want "count down $engine" unknown count.proc --engine $engine --property down
done
for file in strong.proc a.svm; do
  for way in count rlive record; do
    want "$way $file" holds $file --engine ic3 --liveness $way --certify
    grep -q certified "$work/out" || { echo "$file is not certified ($way)"; cat "$work/out"; failed=1; }
  done
done

# Committed locations: where nothing leads on nobody moves, and the run has ended; where its process goes round nobody else is able.
for b in '' ', b -> b {}'; do
  printf '%s\n' 'int x = 0;' "process P { state a, b; init a; commit b; trans a -> b {}$b; }" \
    'process Q { state c; init c; trans c -> c { effect x = 1 - x; }; }' 'system async;' > "$work/c.dve"
  each "ends${b:+ not}" violated c.dve --property ltl --ltl '[]<> x == 1'
  each "fair ends${b:+ not}" violated c.dve --property ltl --ltl '[]<> x == 1' --fair
  each "entered${b:+, round}" holds c.dve --property ltl --ltl '<> P.b' --fair
  each "perhaps entered${b:+, round}" violated c.dve --property ltl --ltl '<> P.b'
done

# UML: a client asks, a server grants; formulas in the file and on the command line. (boppo wants finite sorts in the recording net.)
engines=${engines% boppo}
cat > "$work/m.puml" << 'M'
@startuml Server
' signals: ask, grant
' objects: c: Client(s = s), s: Server(c = c)
' attributes: c: Client
' property granted: always (in(c, Waits) -> eventually in(c, Works))
' property never: [] !in(c, Works)
' property order: !in(c, Works) W in(s, Busy)
[*] --> Idle
Idle --> Busy : ask / send c.grant
Busy --> Idle
@enduml
@startuml Client
' attributes: s: Server
[*] --> Waits : / send s.ask
Waits --> Works : grant
Works --> Waits : / send s.ask
@enduml
M
each granted holds m.puml --property granted
each never violated m.puml --property never
want order holds m.puml --property order
want uml_ltl holds m.puml --property ltl --ltl '[]<> in(c, Works)'
each uml_stays violated m.puml --property ltl --ltl '<> [] (in(c, Works) || in(s, Busy))'
want uml_until holds m.puml --property ltl --ltl '!in(c, Works) until in(c, Waits)'
want uml_flat holds m.puml --flatten --property granted
# Deferred messages: by everybody who records no states.
cat > "$work/d.puml" << 'M'
@startuml K
' objects: a: K
' environment: e, f
' property back: [] <> in(a, S)
' property stays: <> [] in(a, T)
' property one: [] <> (in(a, S) || in(a, T))
[*] --> S
S : defer e
S --> T : f
T --> S : e
@enduml
M
engines=${engines/ bmc+record/}
each uml_deferred violated d.puml --property back
each uml_deferred violated d.puml --property stays
each uml_deferred holds d.puml --property one
want uml_deferred violated d.puml --property back --fair
want uml_no 'status 65' m.puml --ltl 'in(c, Works) == always in(s, Busy)'
grep -qF 'a temporal operator cannot stand inside' "$work/out" || { cat "$work/out"; failed=1; }
want uml_end 'status 65' m.puml --ltl 'in(c, Works) until'

exit $failed
