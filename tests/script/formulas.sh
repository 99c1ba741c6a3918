#!/usr/bin/env bash
# builds: release debug
# timeout: 300
#
# Formulas about infinite runs in .proc, .svm and DVE, then Boolean programs: one model in four languages, and every
# formula must get the same answer in all of them (Promela's front end has its own translation
# and is compared with Spin elsewhere). Then words as names, places where operators may not
# stand, ends, atomic sections, and property processes of DVE.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# answer FILE OPTIONS... prints holds, violated, unknown or the status
answer() {
  local file=$1 status=0
  shift
  "$SELVAGE" check --quiet --no-deadlock --time "${seconds:-60}" "$@" "$file" > "$work/out" 2>&1 || status=$?
  case $status in
    0) echo holds ;;
    1) echo violated ;;
    2) echo unknown ;;
    *) echo "status $status" ;;
  esac
}

# want NAME ANSWER FILE OPTIONS...
want() {
  local name=$1 wanted=$2 got
  shift 2
  got=$(answer "$@")
  [ "$got" = "$wanted" ] && return
  echo "$name: $got, not $wanted ($*)"
  head -20 "$work/out"
  failed=1
}

# A counter to 2 that starts again or stops, beside a bit that is set once.
cat > "$work/m.pml" << 'M'
byte x; bit b;
active proctype P() { do :: x < 2 -> x = x + 1 :: x == 2 -> x = 0 :: x == 2 -> break od }
active proctype Q() { b = 1 }
M
cat > "$work/m.proc" << 'M'
int[0..2] x = 0;
bool b = false;
process P { while true { choose { when x < 2 { x = x + 1; } when x == 2 { x = 0; } when x == 2 { break; } } } }
process Q { b = true; }
M
cat > "$work/m.dve" << 'M'
byte x = 0, b = 0;
process P { state l, e; init l;
trans l -> l { guard x < 2; effect x = x + 1; }, l -> l { guard x == 2; effect x = 0; }, l -> e { guard x == 2; }; }
process Q { state l, e; init l; trans l -> e { effect b = 1; }; }
system async;
M
cat > "$work/m.svm" << 'M'
var x : bv 8 = 0
var b : bool = false
process P
  location l
  location e end
  action
    from l -> l
    guard (< x 2)
    set x := (+ x 1)
  action
    from l -> l
    guard (= x 2)
    set x := 0
  action
    from l -> e
    guard (= x 2)
end
process Q
  location l
  location e end
  action
    from l -> e
    set b := true
end
M

# A program with sanitizers is slow.
engines='explicit bdd ic3'
case $SELVAGE in */debug/*) engines=explicit ;; esac

# each NAME WITHOUT FAIR PROMELA PROC DVE SVM: the answers, and the formula in each language
each() {
  local name=$1 plain=$2 fair=$3 i=3
  for file in m.pml m.proc m.dve m.svm; do
    i=$((i + 1))
    local name_of=ltl
    [ $file = m.pml ] && name_of=ltl:option
    for engine in $engines; do
      want "$name $engine" "$plain" "$work/$file" --engine $engine --property $name_of --ltl "${!i}"
    done
    want "$name fair" "$fair" "$work/$file" --engine explicit --fair --property $name_of --ltl "${!i}"
  done
}

each eventually violated holds '<> b' 'eventually b' 'eventually b' '(eventually b)'
each sign violated holds '<> b' '<> b' '<>(b)' '(<> b)'
each response violated violated '[] (x == 1 -> <> (x == 0))' 'always (x == 1 -> eventually x == 0)' \
  '[](x == 1 imply eventually x == 0)' '(always (=> (= x 1) (<> (= x 0))))'
each progress holds holds '[] (x == 1 -> <> (x == 2)) || <> [] (x == 1)' \
  'always (x == 1 -> eventually x == 2) || eventually always x == 1' \
  'always (x == 1 imply eventually x == 2) or eventually always x == 1' \
  '(or (always (=> (= x 1) (eventually (= x 2)))) (eventually (always (= x 1))))'
each until violated holds '(x < 3) U b' 'x < 3 until b' 'x < 3 U b' '(until (< x 3) b)'
each weak holds holds '(x < 3) W b' 'x < 3 weakuntil b' 'x < 3 W b' '(W (< x 3) b)'
each release violated violated 'b V (x < 2)' 'b release x < 2' 'b R x < 2' '(release b (< x 2))'
each kept holds holds '(x == 1) V (x < 2)' 'x == 1 R x < 2' 'x == 1 V x < 2' '(R (= x 1) (< x 2))'
each next violated violated '[] (x == 0 -> X (x < 1))' 'always (x == 0 -> next x < 1)' \
  'always (x == 0 imply X x < 1)' '(always (=> (= x 0) (X (< x 1))))'
each two holds holds '[] (x == 0 -> X X (x < 3))' '[] (x == 0 -> X X x < 3)' \
  '[](x == 0 imply next next x < 3)' '(always (=> (= x 0) (next (next (< x 3)))))'
each not holds holds '! <> (x == 3)' '!<>(x == 3)' 'not eventually x == 3' '(not (eventually (= x 3)))'
each first holds holds 'x == 0' 'x == 0' 'x == 0' '(= x 0)'
each invariant violated violated '[] (x < 2)' 'always x < 2' 'always x < 2' '(always (< x 2))'
# Prefix operators bind tighter than implication and looser than until.
each binding holds holds '([] (x == 1)) -> <> b' 'always x == 1 -> eventually b' \
  'always x == 1 imply eventually b' '(=> (always (= x 1)) (eventually b))'
each inner violated violated '[] ((x < 2) U b)' 'always x < 2 until b' 'always x < 2 until b' \
  '(always (until (< x 2) b))'

# Properties in the files. Words are no operators where no operand follows.
cat > "$work/p.proc" << 'M'
bool always = false;
bool until = false;
enum place { near, far }
place next = near;
bool seen[2] = false;
process U { while true { always = !always; until = always; atomic { next = far; next = near; } seen[0] = true; seen[1] = true; } }
property changes: always (always -> eventually !always);
property odd: always until until;
property even: [] <> (always && X until);
property unseen: always next == near;
property looks: eventually !(next == near);
property all: forall(i : 0..1 : eventually always seen[i]);
property some: exists(i : 0..1 : always !seen[i]);
property plain: seen[1] -> seen[0];
M
for name in changes even unseen all plain; do want $name holds "$work/p.proc" --property $name; done
for name in odd looks some; do want $name violated "$work/p.proc" --property $name; done

# What cannot be evaluated makes no formula true.
cat > "$work/f.proc" << 'M'
bool a[2] = false;
int[0..3] i = 2;
process P { while true { i = 3; i = 2; } }
property p: !eventually (a[i] && eventually true);
property q: eventually (a[i] -> eventually false);
M
want fault violated "$work/f.proc" --property p
want fault violated "$work/f.proc" --property q

# Integers without bounds are never called proven.
cat > "$work/i.proc" << 'M'
int x = 0;
process P { while true { x = x + 1; } }
property p: eventually x < 0;
M
for engine in explicit bmc ic3 auto; do seconds=5 want "unbounded $engine" unknown "$work/i.proc" --engine $engine; done
"$SELVAGE" check --quiet --log 1 --time 5 "$work/i.proc" > "$work/out" 2>&1 || true
grep -q 'cegar: starts' "$work/out" || { echo "auto asks no engine that counts rounds only"; failed=1; }

# Mistakes.
# refuse FILE FORMULA MESSAGE
refuse() {
  want "refused $2" 'status 65' "$work/$1" --ltl "$2"
  grep -qF -e "$3" "$work/out" || { echo "no '$3':"; cat "$work/out"; failed=1; }
}
refuse m.proc 'eventually (b == always b)' 'a temporal operator cannot stand inside of this expression'
refuse m.dve 'x + always b' 'a temporal operator cannot stand inside of this expression'
refuse m.proc 'b until' 'expected the end of the formula'
refuse m.proc 'always x' 'a temporal operator'
refuse m.dve 'b until' 'expected the end of the expression'
refuse m.dve 'eventually nobody' 'nobody'
refuse m.svm '(until b)' '`until` takes 2 operands'
refuse m.svm '(eventually x)' 'bool'
printf 'init x := 0\n' > "$work/none.svm"
echo 'process P { bool b = false; b = always b; }' > "$work/s.proc"
want statement 'status 65' "$work/s.proc"

# Property processes of DVE: without and with an end, a guard without a value, effects.
dve() {
  printf 'byte x = 0;\nbyte a[2];\nprocess P { state l, m; init l; trans l -> m { effect x = 1; }%s; }\n' "$1"
  printf 'process N { %s }\nsystem async property N;\n' "$2"
}
never='state q, r; init q; accept r; trans q -> q {}, q -> r { guard x == 0; }, r -> r { guard x == 0; };'
swapped='state r, q; init q; accept r; trans q -> q {}, q -> r { guard x == 1; }, r -> r { guard x == 1; };'
back=', m -> l { effect x = 0; }'
dve "$back" "$never" > "$work/a.dve"
want cycle holds "$work/a.dve" --property property:N
dve "" "$never" > "$work/a.dve"
want moves holds "$work/a.dve" --property property:N
dve "" "$swapped" > "$work/a.dve"
want ends violated "$work/a.dve" --property property:N
dve "$back" "state q; init q; accept q; trans q -> q { guard a[x + 2] == 0; };" > "$work/a.dve"
want no_value violated "$work/a.dve" --property property:N
dve "$back" "byte k; state q; init q; accept q; trans q -> q { effect k = 1; };" > "$work/a.dve"
want effects unknown "$work/a.dve" --property property:N
want claims holds "$work/a.dve" --claims off

# --- Boolean programs: the same counter, its value 1 is lo, 2 is hi
cat > "$work/m.bp" << 'M'
decl hi := 0, lo := 0, b := 0;
void q() begin b := T; end
void main() begin
  start_thread q();
  while (T) do
    if (!hi & !lo) then lo := T;
    elsif (lo) then hi, lo := T, F;
    elsif (*) then hi := F;
    else return;
    fi
  od
end
M
want bp_always holds "$work/m.bp" --ltl 'always (hi => !lo)'
want bp_never violated "$work/m.bp" --ltl 'always !hi'
want bp_eventually holds "$work/m.bp" --ltl 'eventually hi'
want bp_again holds "$work/m.bp" --ltl 'always eventually hi'
want bp_again_lo violated "$work/m.bp" --ltl 'always eventually lo'
want bp_letters holds "$work/m.bp" --ltl 'G F hi'
want bp_letters_lo violated "$work/m.bp" --ltl 'G (F lo)'
sed 's/\blo\b/G/g' "$work/m.bp" > "$work/letters.bp"
want bp_names violated "$work/letters.bp" --ltl 'G F G'
want bp_names_until holds "$work/letters.bp" --ltl '!hi until G'
want bp_names_false violated "$work/letters.bp" --ltl 'G F'
want dve_letters violated "$work/m.dve" --engine explicit --property ltl --ltl 'F G b == 2'
want dve_letters_fair holds "$work/m.dve" --engine explicit --property ltl --fair --ltl 'F G (b == 1)'
want bp_starved violated "$work/m.bp" --ltl 'eventually b'
want bp_fair holds "$work/m.bp" --fair --ltl 'eventually always b'
want bp_until holds "$work/m.bp" --ltl '!hi until lo'
want bp_until_not violated "$work/m.bp" --ltl '!lo until hi'
want bp_weak holds "$work/m.bp" --ltl '(!b weakuntil b) & (lo | !lo)'
want bp_release violated "$work/m.bp" --ltl 'b release !hi'
want bp_implies violated "$work/m.bp" --ltl 'always (hi => next next lo)'
want bp_condition 'status 65' "$work/m.bp" --ltl '(always b) = b'
grep -q '^--ltl:1:2: error: a temporal operator cannot stand here' "$work/out" || { cat "$work/out"; failed=1; }
want bp_unknown 'status 65' "$work/m.bp" --ltl 'always c'
want bp_torn 'status 65' "$work/m.bp" --ltl 'b until'
want bp_invariant 'status 65' "$work/m.bp" --invariant 'always b'
printf 'decl always := 0;\nvoid main() begin always := T; end\n' > "$work/word.bp"
want bp_word violated "$work/word.bp" --ltl 'always !always'
want bp_word_alone violated "$work/word.bp" --ltl 'always'

exit $failed
