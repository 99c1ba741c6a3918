#!/usr/bin/env bash
# timeout: 120
#
# --invariant, --reach and --ltl of thread transition systems: what they mean for any number of threads
# (engine `threads`) and for four (explicit), what is refused and where.
set -u
. "$SELVAGE_ROOT/tests/script/kit.sh"
cat > a.tts <<'END'
4 4
0 0 -> 1 1
1 0 -> 2 2
2 1 -> 0 3
2 0 -> 2 1
END

asks() { # OPTION TEXT STATUS: by `threads`; explicit finds the same, or knows of four threads only
  expect "$3" . "$SELVAGE" check a.tts --engine threads "$1" "$2" --property "${1#--}"
  expect "$((2 - $3))" . "$SELVAGE" check a.tts --engine explicit --threads 7 "$1" "$2" --property "${1#--}"
}
asks --reach '0|3' 1
asks --reach '1|3,3' 1
asks --reach '0|3,3,1' 1
asks --reach '3|' 0
asks --reach '3|0' 0
asks --reach '2|1 && 2|2' 1
asks --reach '2|1 && 1|2' 0
asks --reach '2|1,1 && 2|1,3' 1
asks --reach '3| || 0|3' 1
asks --reach '!(0| || 1| || 2|)' 0
asks --reach '!0| && !1| && !2|' 0
asks --invariant '!2|1,1' 1
asks --invariant '0| || 1| || 2|' 0
asks --invariant '0| || 1|' 1
asks --invariant '2| => !2|3' 1
asks --invariant '3| => 2|' 0
asks --invariant '!2|3 || 0|' 1
printf '2 2\n0 0 -> 1 1\n1 1 +> 1 1\n' > one.tts  # one thread, which leaves local state 0
for engine in threads explicit; do
  expect 1 . "$SELVAGE" check one.tts --engine $engine --threads 2 --reach '1|' --property reach
done
expect 1 liveness "$SELVAGE" check a.tts --threads 3 --ltl '[] (1| => <> 2|)' --property ltl
expect 1 'ltl' "$SELVAGE" check a.tts --threads 3 --ltl '[] !2|' --property ltl
expect 2 'more than 3 threads' "$SELVAGE" check a.tts --threads 3 --ltl '[] (2| => <> 0|)' --property ltl

wrong() { expect 65 "$3" "$SELVAGE" check a.tts "$1" "$2"; }
wrong --reach '4|' '^--reach:1:1: error: this is no target'
wrong --reach '0|9' '^--reach:1:3: error: this is no target'
wrong --reach '0|1,' '^--reach:1:4: error: this is no target'
wrong --reach '0' '^--reach:1:2: error: this is no target'
wrong --reach '0|1 x' '^--reach:1:5: error: this is no target'
wrong --reach '0|99999999999999999999' '^--reach:1:3: error: this is no target'
wrong --reach '0|1 & 0|2' 'unexpected character'
wrong --reach '!0|1' '^--reach:1:2: error: --reach cannot ask'
wrong --invariant '0|1' 'an invariant cannot ask'
wrong --reach '[] 0|' '^--reach:1:1: error: temporal operators stand in formulas'
wrong --ltl '[] 0|1' '^--ltl:1:4: error: a formula can ask about the shared state alone'
wrong --reach '' 'expected a condition'
expect 65 'several threads' "$SELVAGE" check a.tts --reach '0|1,1' --ltl '<> 2|'
exit $((failures > 0))
