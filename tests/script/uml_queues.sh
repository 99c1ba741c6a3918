#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# The steps of an event pool, row by row as table 4.1 of the thesis has them, in every encoding of queues that bmc has (4.2) and in
# the other engines. Before each row d1 and d2 are deferred and p1, p2 wait; afterwards the machine takes what is left one
# by one. The order in which that comes must be the row's: Good is reached, Bad is not.
#   uml_queues.sh [all]    every row in every encoding and engine, else some of them in turn
set -u
. "$SELVAGE_ROOT/tests/script/kit.sh"
corpus=$SELVAGE_ROOT/tests/corpus/uml

# take EVENT…: from Drain on the events come in this order, and no others.
take() {
  local at=Drain next k=0 e other
  for e; do
    k=$((k + 1)); next=D$k; [ $k = $# ] && next=Good
    echo "$at --> $next : $e"
    for other in d1 d2 p1 p2 x; do [ "$other" = "$e" ] || echo "$at --> Bad : $other"; done
    at=$next
  done
  for other in d1 d2 p1 p2 x; do echo "Good --> Bad : $other"; done
}

# row WORD 'EVENT…' 'SENDER' LINES: a machine in which the row happens; SENDER: what another object does, or nothing.
row() {
  local word=$1 left=$2 sender=$3
  { echo "' objects: m: Pool$([ -n "$sender" ] && echo ', o: Other(to = m)')"
    echo "' signals: d1, d2, p1, p2, x"
    echo "' invariant bad: !in(m, Bad)"
    echo "' reach good: in(m, Good)"
    echo '@startuml Pool'; echo '[*] --> Hold'; echo 'Hold : defer d1, d2'; cat
    # shellcheck disable=SC2086
    take $left
    echo '@enduml'
    [ -z "$sender" ] || printf '@startuml Other\n%s\n%s\n@enduml\n' "' attributes: to: Pool" "[*] --> A : $sender"
  } > "$word.puml"
}

#   deq defer flush enq
row 0000 'd1 d2 p2' '/ skip'          <<< 'Hold --> Drain : p1'
row 1000 'd1 d2' ''                   <<< $'Hold : p1 / skip\nHold --> Drain : p2'
row 0100 'd1 d2 p1' ''                <<< $'Hold : defer p1\nHold --> Drain : p2'
row 0x10 'd1 d2 p2' ''                <<< $'state Hold {\n[*] --> Inner\nInner --> [*] : p1\n}\nHold --> Drain'
row 1010 'd1 d2 p2' ''                <<< 'Hold --> Drain : p1'
row 0001 'd1 d2 p2 x' '/ send to.x'   <<< 'Hold --> Drain : p1'
row 1001 'd1 d2 x' ''                 <<< $'Hold : p1 / send self.x\nHold --> Drain : p2'
row 0101 'd1 d2 p1 x' '/ send to.x'   <<< $'Hold : defer p1\nHold --> Drain : p2'
row 0x11 'd1 d2 p2 x' ''              <<< $'state Hold {\n[*] --> Inner\nInner --> [*] : p1\n}\nHold --> Drain : / send self.x'
row 1011 'd1 d2 p2 x' ''              <<< 'Hold --> Drain : p1 / send self.x'

# ask FILE OPTION…: both properties, answers as JSON says them.
ask() {
  local file=$1 bad good
  shift
  timeout 100 "$SELVAGE" check --quiet --format json --keep-going --deadlock off --pool 6 --stimulus 'm.d1 m.d2 m.p1 m.p2' "$@" \
    "$file" > answer 2> err
  read -r bad good <<< "$(python3 -c '
import json, sys
a = {p["name"]: p["answer"] for p in json.load(open("answer"))["properties"]}
print(a["bad"], a["good"])' 2>> err)"
  [[ $bad == holds || ($bad == unknown && "$*" == *bmc*) ]] || fail "$file $*: another order: bad is ${bad:-$(head -3 err)}"
  [ "$good" = violated ] || fail "$file $*: the order does not come: good is ${good:-unanswered}"
}

command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
bits=(shifting cyclic linear unordered)
terms=(shifting-int shifting-bits cyclic-int cyclic-bits cyclic-uif cyclic-array linear linear-array unordered)
engines=('bmc --semantics parallel' ic3 'bmc --semantics serial' bdd)
turn=0
for file in ????.puml; do
  ask "$file" --engine explicit
  for queue in "${bits[@]}"; do ask "$file" --engine bmc --bound 20 --queue "$queue"; done
  if [ "${1-}" = all ]; then
    for queue in "${terms[@]}"; do ask "$file" --engine bmc --bound 20 --solver smt --queue-terms "$queue"; done
    # shellcheck disable=SC2086
    for engine in "${engines[@]}"; do ask "$file" --engine $engine; done
  else
    ask "$file" --engine bmc --bound 20 --solver smt --queue-terms "${terms[turn % 9]}"
    # shellcheck disable=SC2086
    ask "$file" --engine ${engines[turn % 4]}
  fi
  turn=$((turn + 1))
done

# A pool that overflows, and order and content behind a release, up to a bound.
try() {
  local bmc=("$SELVAGE" check --quiet --engine bmc --solver "$1" "$2" "$3" --bound 7 --induction off --time 60)
  expect 1 'violated: invariant all' "${bmc[@]}" --property all "$corpus/defer_released.puml"
  expect '0|2' 'no violation within|holds|no run' "${bmc[@]}" --property order "$corpus/defer_order.puml"
  expect 1 'violated: .*overflow' "${bmc[@]}" --property overflow --pool 2 "$corpus/overflow.puml"
}

for queue in shifting cyclic linear unordered; do try sat --queue $queue; done
for queue in shifting-int cyclic-bits cyclic-uif cyclic-array linear-array; do try smt --queue-terms $queue; done
exit $((failures > 0))
