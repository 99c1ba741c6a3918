#!/usr/bin/env bash
# timeout: 300
#
# Hybrid automata that would be too large: small files whose product, definitions, patterns or initial states grow without
# bound are read in time where that is possible, and refused with a place where it is not. None of them may take a minute.
set -u
# shellcheck source=tests/script/kit.sh
. "$SELVAGE_ROOT/tests/script/kit.sh"

# machine NAME LOCATIONS LABEL…: a ring of locations, with an edge for each label; x_NAME tells the edges apart.
machine() {
  local name=$1 n=$2 k label
  shift 2
  echo "automaton $name contr_var: x_$name; synclabs: $(IFS=,; echo "$*");"
  for ((k = 1; k <= n; k++)); do
    echo "loc l$k: while true wait { x_$name' == 1 };"
    for label in "$@"; do echo "when x_$name == $k sync $label goto l$((k % n + 1));"; done
  done
  echo "initially: ${start-l1} & true; end"
}

# network COUNT LOCATIONS LABEL…: so many machines, each with a label of its own besides.
network() {
  local count=$1 i list=m1
  shift
  for ((i = 1; i <= count; i++)); do machine "m$i" "$@" "own$i"; done
  for ((i = 2; i <= count; i++)); do list+=" & m$i"; done
  echo "sys = $list;"
}

# --- labels

network 8 10 go > ways.pha
expect 2 'ways.pha:3:.*the label .go. joins edges of 8 automata in too many ways: more than 20000 jumps' "$SELVAGE" show ways.pha

# The last machine stands where it never takes part: nothing is found, and there are 10^12 ways to try.
{
  for i in {1..12}; do machine "m$i" 10 go "own$i"; done
  echo 'automaton z synclabs: go; loc a: while true wait { true }; loc b: while true wait { true };'
  echo 'when true sync go goto b; initially: a & true; end'
  echo "sys = $(printf 'm%d & ' {1..12})z;"
} > dead.pha
expect 2 'the label .go. joins edges of 13 automata in too many ways: more than 2000000 to try' "$SELVAGE" show dead.pha
# One that has no edge at all blocks the label at once.
sed 's/^when true sync go goto b; //' dead.pha > blocked.pha
expect 0 ' 121 actions' "$SELVAGE" show blocked.pha

network 255 2 go > wide.pha
expect 2 'the label .go. joins more than 254 automata' "$SELVAGE" show wide.pha
network 1001 1 > automata.pha
expect 2 'automata.pha:1:1: unsupported: more than 1000 automata' "$SELVAGE" show automata.pha

# --- definitions, regions

{
  echo 'var x: clock; define(d0, x >= 0)'
  for i in {1..40}; do echo "define(d$i, d$((i - 1)) & d$((i - 1)))"; done
  echo 'automaton a synclabs: ; initially l; loc l: while d40 wait {} end'
} > define.hy
expect 65 'define.hy:[0-9]+:[0-9]+: error: the definitions make more than 1000000 words' "$SELVAGE" show define.hy
{
  echo 'var x: clock; r0, r, s: region;'
  echo 'automaton a synclabs: ; initially l; loc l: while x <= 5 wait {} end'
  echo 'r := x = 4 | x = 3; s := x <= 4 & x >= 2;'
  for i in {1..60}; do echo 'r := r & s | s & r; s := (r | s) & (s | r);'; done
  echo 'r0 := reach forward from loc[a] = l & x = 0 endreach;'
  echo 'if empty(r0 & r) then prints "no"; endif;'
} > regions.hy
expect '[012]' 'violated' "$SELVAGE" check --time 20 regions.hy

# --- patterns: a name of the product is one of 4^200

network 200 4 > pattern.pha
cat >> pattern.pha <<'END'
bad = sys.{ $l3$l2$l3$ & true };
r = sys.is_reachable(bad);
END
expect 0 ' 801 actions, 1 properties' "$SELVAGE" show pattern.pha

# --- initial states

start='$' network 12 4 > start.pha
expect 2 'start.pha:1:.*can start in too many combinations of locations: more than 1000$' "$SELVAGE" show start.pha
# The last two automata cannot start at all, which only shows when both have a location.
{
  echo 'var x: clock; r: region;'
  for i in {1..22}; do
    echo "automaton a$i synclabs: ; initially l; loc l: while True wait {} loc m: while True wait {} end"
  done
  same='loc[a21] = l & loc[a22] = l | loc[a21] = m & loc[a22] = m'
  other='loc[a21] = l & loc[a22] = m | loc[a21] = m & loc[a22] = l'
  echo "r := reach forward from x = 0 & ($same) & ($other) endreach; if empty(r) then prints \"no\"; endif;"
} > nowhere.hy
expect 2 'nowhere.hy:2:.*can start in too many combinations of locations: more than 200000 to try' "$SELVAGE" show nowhere.hy
echo "$failures failures"
exit $((failures > 0))
