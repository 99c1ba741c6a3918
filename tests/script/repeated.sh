#!/usr/bin/env bash
# Options that are given several times: --property, --invariant, --reach, --ltl and --label add up in every
# language, any other one is refused. The wish that is violated comes first, so that it is lost where
# the last one wins. Then the table of properties.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"

cat > m.svm <<'END'
var x : int 0..3 = 0
property low invariant (< x 2) text "x < 2"
property fits invariant (<= x 3) text "x <= 3"
process p initial 1 pool 1 entry a
  location a end
  action up
    from a -> a
    guard (< x 3)
    set x := (+ x 1)
end
END
cat > m.dve <<'END'
byte x = 0;
process P { state a; init a; trans a -> a { guard x < 3; effect x = x + 1; }; }
system async;
END
cat > m.pml <<'END'
byte x;
active proctype P() { do :: x < 3 -> x++ :: else -> break od }
END
cat > m.proc <<'END'
int x = 0;
process P { while (x < 3) { x = x + 1; } }
END
cat > m.pha <<'END'
automaton a
  contr_var: x;
  synclabs: up;
  loc low: while x <= 2 wait { x' == 1 };
    when x == 2 sync up goto high;
  loc high: while x <= 2 wait { x' == 0 };
  initially: low & x == 0;
end
END
cat > m.bp <<'END'
decl x;
void main() begin
  x := T;
A: skip;
  if (!x) then
B: skip;
  fi
C: D: skip;
end
END
cat > m.tts <<'END'
2 3
0 0 -> 1 1
END

# both FILE OPTION VIOLATED HOLDS: asked together, in both orders, and with a mistake in the first.
both() {
  local file=$1 option=$2 violated=$3 holds=$4
  expect 0 'holds' "$SELVAGE" check --quiet "$file" "$option" "$holds"
  expect 1 'violated' "$SELVAGE" check --quiet --keep-going "$file" "$option" "$violated" "$option" "$holds"
  grep -qE '^  violated  ' out || fail "$file $option: the violated one is not in the table"
  grep -qE '^  holds  ' out || fail "$file $option: the other one is not in the table"
  expect 1 'violated' "$SELVAGE" check --quiet --trace t.json "$file" "$option" "$holds" "$option" "$violated"
  expect 1 'the trace is a real run' "$SELVAGE" replay t.json "$file"
}
both m.dve --invariant 'x < 3' 'x <= 3'
both m.dve --reach 'x == 3' 'x == 4'
both m.bp --label A B
both m.tts --label '1|1' '0|2'
expect 1 'violated: assertion target \(' "$SELVAGE" check --keep-going --label '1|1' --label '1|1,1' m.tts
expect 0 'holds' "$SELVAGE" check --property target.2 --label '1|1' --label '1|1,1' m.tts
expect 1 'violated: assertion target.2 ' "$SELVAGE" check --label '1|1,1' --label '0|0,0,0' m.tts
both m.svm --property low fits
cp m.svm named.svm
sed -i '/^property/d' m.svm
both m.svm --invariant '(< x 3)' '(<= x 3)'
both m.svm --reach '(= x 3)' '(= x 4)'
for file in m.pml m.proc; do
  both $file --invariant 'x < 3' 'x <= 3'
  both $file --reach 'x == 3' 'x == 4'
done
both m.bp --reach x '!x & x'
both m.bp --invariant '!x' 'x | !x'
both m.svm --ltl '(always (< x 3))' '(eventually (always (<= x 3)))'
for file in m.pml m.dve m.proc; do both $file --ltl '[] (x < 3)' '<> [] (x <= 3)'; done
both m.bp --ltl '[] !x' '<> x'
both m.tts --ltl '[] 0|' '[] (0| || 1|)'
both m.pha --ltl '[] ($ & x < 2)' '[] ($ & x <= 2)'
both m.pha --reach 'high & x >= 2' 'high & x >= 3'
both m.pha --invariant '$ & x < 2' '$ & x <= 2'
cp "$SELVAGE_ROOT/examples/crossing.puml" .
both crossing.puml --reach 'in(north, Crossing)' 'in(north, Crossing) && in(south, Crossing)'
both crossing.puml --ltl '[] !in(north, Crossing)' '[] (!in(north, Crossing) || in(g, Closed))'
both crossing.puml --invariant '!in(north, Crossing)' '!in(north, Crossing) || in(g, Closed)'
expect 2 'two labels of --label at the same statement are not supported' "$SELVAGE" check --label C --label D m.bp
expect 65 'there is no label .Z.' "$SELVAGE" check --label Z --label A m.bp
expect 65 'no target like' "$SELVAGE" check --label '1;1' --label '0|2' m.tts
expect 65 'invariant.*error' "$SELVAGE" check --invariant 'y < 3' --invariant 'x < 3' m.dve

# The words of the language, with what it has: macros, locations; and its messages.
expect 1 "violated: invariant reach \(--reach 'BIG'\)" "$SELVAGE" check --define 'BIG=(x > 2)' --reach BIG m.pml
expect 1 "violated: invariant \(--invariant 'x < 3'\)" "$SELVAGE" check --claims off --invariant 'x < 3' m.pml
expect 65 '^--invariant:1:4: error: expected an expression' "$SELVAGE" check --invariant 'x <' m.pml
expect 65 '^--reach:1:5: error: .*`y`' "$SELVAGE" check --invariant 'x < 9' --reach 'x < y' m.pml
expect 65 '^--ltl:1:9: error: .*`y`' "$SELVAGE" check --ltl '[] (x < y)' m.pml
expect 1 "^  violated  invariant invariant2 \(--invariant 'x < 2'\)$" "$SELVAGE" check --keep-going --invariant 'x < 9' --invariant 'x < 2' m.pml
expect 1 "^  holds     liveness ltl:option \(--ltl '<> \(x > 2\)'\)$" "$SELVAGE" check --keep-going --ltl '<> (x > 2)' --reach 'x == 1' m.pml
expect 1 "violated: invariant ltl2 \(--ltl '\[\] \(x < 2\)'\)$" "$SELVAGE" check --property ltl2 --ltl '[] (x < 9)' --ltl '[] (x < 2)' m.proc
expect 0 'holds' "$SELVAGE" check --property ltl:option --ltl '[] (x < 9)' --ltl '[] (x < 2)' m.pml
expect 65 '^--ltl:1:9: error: .*`y`' "$SELVAGE" check --ltl '[] (x < 2)' --ltl '[] (x < y)' m.pml
expect 1 "violated: invariant \(--invariant '. & x < 2'\)" "$SELVAGE" check --invariant '$ & x < 2' m.pha
expect 1 "\(--invariant 'x < 3 && x < 3 && x < 3 && x < 3... x < 3 && x < 3'\)" "$SELVAGE" check --invariant 'x < 3 && x < 3 && x < 3 && x < 3 && x < 3 && x < 3 && x < 3' m.proc
expect 65 '^--invariant: error: the parentheses of .* do not match' "$SELVAGE" check --invariant 'x < 3) || (1' m.pml
expect 65 '^--reach:1:1: error: nothing is called .y. here' "$SELVAGE" check --reach 'y == 3' m.proc
expect 65 '^--invariant:1:5: error: expected the end of the expression' "$SELVAGE" check --invariant 'x<3 x' m.proc
expect 65 '^--reach:1:1: error: the variable .y. is not declared' "$SELVAGE" check --reach y m.bp
expect 65 '^--reach:1:3: error: expected the end of the expression' "$SELVAGE" check --reach 'x x' m.bp
expect 65 '^--invariant:1:5: error: a question about a state cannot choose' "$SELVAGE" check --invariant 'x | *' m.bp
printf 'decl x;\nvoid main() begin decl y; y := x; assert(y = x); end\n' > local.bp
expect 65 '^--reach:1:1: error: the variable .y. is not declared' "$SELVAGE" check --reach y local.bp
printf 'decl thread_local z := 0;\nvoid main() begin z := 1; end\n' > own.bp
expect 65 '^--reach:1:1: error: every thread has a .z. of its own' "$SELVAGE" check --reach z own.bp
printf 'decl x := 0;\nvoid f() begin if (*) then f(); fi x := T; end\nvoid main() begin f(); end\n' > deep.bp
expect 1 'violated: invariant reach' "$SELVAGE" check --reach x deep.bp
expect 1 'violated: invariant reach' "$SELVAGE" check --recursion 0 --reach x deep.bp

cp named.svm m.svm

# Anything else: also under another spelling.
while read -r words; do
  # shellcheck disable=SC2086
  expect 64 'is given twice' "$SELVAGE" check $words m.svm
done <<'END'
--engine explicit --engine bdd
--engine=explicit --engine explicit
--time 5 --time 6
--keep-going --no-keep-going
--no-deadlock --deadlock on
--deadlock --deadlock=off
--quiet --quiet
--format json --format text
END
expect 64 'only one thing can be shown' "$SELVAGE" show --model --dot m.svm
expect 64 '^selvage: --dot does nothing for check; it is for show' "$SELVAGE" check --dot m.svm
expect 0 'holds' "$SELVAGE" check --property fits --property fits m.svm
expect 0 'holds' "$SELVAGE" check -DA -DB --define C m.pml

# Every property has its answer, also what stays open, and why.
expect 1 '^  unknown   invariant fits \(m.svm:3\): ' "$SELVAGE" check --engine explicit m.svm
expect 1 '^  violated  invariant low \(m.svm:2\)$' "$SELVAGE" check --engine explicit m.svm
expect 1 '^  holds     invariant fits \(m.svm:3\)$' "$SELVAGE" check --engine explicit --keep-going m.svm
expect 2 '^  unknown   invariant low \(m.svm:2\): .*1 step' "$SELVAGE" check --engine explicit --depth 1 m.svm

# A name that no property has.
expect 64 "no property is named 'lwo'; the model has low, fits; did you mean 'low'\?" "$SELVAGE" check --property fits --property lwo m.svm
sed '/^END/d' m.pml > formula.pml
echo 'ltl small { [] (x < 9) }' >> formula.pml
expect 64 "did you mean 'ltl:small'\?" "$SELVAGE" check --property smal formula.pml
expect 64 '"cause": *"usage"' "$SELVAGE" check --format json --property lwo m.svm
expect 64 "switched off by --deadlock off" "$SELVAGE" check --deadlock off --property deadlock m.pml
expect 0 'holds' "$SELVAGE" check --deadlock on --property deadlock m.svm

"$SELVAGE" check --trace t.json --property low m.svm > /dev/null || true
expect 1 'the trace is a real run of m.svm' "$SELVAGE" replay m.svm t.json
expect 64 'it is for bdd, cegar; nothing was checked' "$SELVAGE" check --engine bmc --reorder m.svm
exit $((failures > 0))
