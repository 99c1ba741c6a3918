#!/usr/bin/env bash
# builds: release debug
# timeout: 120
#
# Relations built on demand (--relation-nodes) against explicit search, in every search of the bdd
# engine: where `else` must know what a blind action reads, and where the first coding is too narrow,
# which only the steps built for states that were met can tell.
set -u

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

cat > "$folder/else.pml" <<'END'
byte a[4], done;
active proctype fill() {
  byte i, v;
  do
  :: i == 4 -> break
  :: i < 4 -> select(v : 1 .. 3); a[i] = v; i++
  od;
  done = 1
}
active proctype sort() {
  byte i = 1, j, t;
  done == 1;
  do
  :: i == 4 -> break
  :: else -> j = i;
    do
    :: j > 0 && a[j - 1] > a[j] -> t = a[j - 1]; a[j - 1] = a[j]; a[j] = t; j--
    :: else -> break
    od;
    i++
  od;
  assert(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3])
}
END

# A quick look at the model does not get as far as the large numbers.
cat > "$folder/narrow.pml" <<'END'
unsigned w : 17; int far = 1;
active proctype flip() {
  do
  :: w = w ^ 1
  :: w = w ^ 2
  :: w = w ^ 4
  :: w = w ^ 8
  :: w = w ^ 16
  :: w = w ^ 32
  :: w = w ^ 64
  :: w = w ^ 128
  :: w = w ^ 256
  :: w = w ^ 512
  :: w = w ^ 1024
  :: w = w ^ 2048
  :: w = w ^ 4096
  :: w = w ^ 8192
  :: w = w ^ 16384
  :: w = w ^ 32768
  :: w = w ^ 65536
  od
}
active proctype watch() {
  w == 131071 -> far = far * 1000 + 47;
  if :: far > 7000 -> far = 7 :: else -> far = far + 70000 fi
}
END

states() { grep -o '"states": *"*[0-9]*' | grep -o '[0-9]*$'; }

# compare MODEL exact|fewer STATES OPTION...
compare() {
  local model=$1 kind=$2 wanted=$3 out n
  shift 3
  out=$(timeout 100 "$SELVAGE" check --engine bdd --deadlock off --keep-going --format json --time 90 "$@" "$folder/$model")
  n=$(states <<< "$out")
  if ! grep -q '"relations built on demand"' <<< "$out" || ! grep -q '"holds"' <<< "$out" || [ -z "$n" ] ||
      { [ "$kind" = exact ] && [ "$n" != "$wanted" ]; } || [ "$n" -gt "$wanted" ]; then
    echo "FAILED: $model $*: '$n' states, $kind $wanted: $out"
    failed=1
  fi
  if [ "$model" = narrow.pml ] && grep -q '"codings tried": *"1"' <<< "$out"; then
    echo "FAILED: $model $*: the first coding was not too narrow"
    failed=1
  fi
}

for model in else.pml narrow.pml; do
  all=$("$SELVAGE" check --engine explicit --reduction off --deadlock off --keep-going --format json "$folder/$model" | states)
  [ -n "$all" ] || { echo "FAILED: explicit search did not count $model"; failed=1; all=0; }
  for nodes in 0 50; do
    for search in bfs chaining saturation; do
      compare $model exact "$all" --search $search --relation-nodes $nodes
    done
    compare $model fewer "$all" --search improviso --phase1 local --relation-nodes $nodes
    compare $model fewer "$all" --search improviso --phase1 channels --relation-nodes $nodes
    compare $model fewer "$all" --search twophase --relation-nodes $nodes
  done
  compare $model exact "$all" --certify --relation-nodes 0
done
exit $failed
