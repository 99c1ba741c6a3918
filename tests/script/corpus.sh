#!/usr/bin/env bash
# timeout: 900
#
# Our own models, tests/corpus/<language>/*. Each says in its first lines what
# to expect:
#   // expect: holds            or violated, unknown
#   // options: --threads 3     (if it needs any)
#   // states: 42               (if known: all reachable states that are stored)
#   // bounded: unknown         (if a bound on threads keeps an engine from the answer)
#   // beyond: ic3 bdd          (if these engines are not asked: they would take too long)
# Every engine that can take the model must agree, with and without reduction;
# every violation is written as JSON and replayed. C programs have a script of
# their own, c_corpus.sh, with fewer runs.
#
#   corpus.sh [--only REGEX] [FILE...|LANGUAGE]   all files, or these (tests/corpus/ may be left out); the runs whose names match
# With STOP_AT_FIRST nothing is tried any more behind the first failure (tests/mutation/run.py).
set -u

if [ "${1-}" = --only ]; then
  export CORPUS_ONLY=$2 CORPUS_ALL=1
  shift 2
fi

# The runs: each line is a name and options. A run that only hopes may also say "unknown".
# Every file meets every engine; what asks an engine once more, in another way, takes turns: a
# file has a third of these runs, by its name, so that every way meets a third of the files. Files
# and runs that are asked for by name have all of them.
# With sanitizers, which make everything slow, one of each symbolic engine's kinds is enough.
case ${SELVAGE_BUILD-} in
  */debug)
    kinds='auto|bfs|dfs-full|collapse|tree|two|certify|bdd-bfs|improviso|boppo-dfs|bmc[?]'
    again='dfs-full|collapse|tree|two|certify|improviso' ;;
  *)
    kinds='.*'
    again='dfs.*|collapse.*|tree.*|unmerged|one|two|bdd-c.*|improviso-local|boppo-[cfb].*|boppo-depqbf|projection[?]|bitstate[?]|random[?]' ;;
esac

runs() { all_runs | grep -E "^($kinds) " | in_turn | grep -E "^(${CORPUS_ONLY-.*})[^ ]* "; }

in_turn() {
  if [ -n "${CORPUS_ALL-}" ] || [ -z "${file-}" ]; then
    cat
  else
    awk -v again="^($again)\$" -v turn="$(printf '%s' "${file##*/}" | cksum | cut -d ' ' -f 1)" \
      '$1 !~ again || (NR + turn) % 3 == 0'
  fi
}

wanted() { [[ $1 =~ ^(${CORPUS_ONLY-.*}) ]]; }

usual_runs() {
  case ${SELVAGE_BUILD-} in
    */debug) all_runs | grep -E '^(auto|bfs|dfs-full|collapse|tree|two|certify|bdd-bfs|improviso|boppo-dfs|bmc[?]) ' ;;
    *) all_runs ;;
  esac
}

all_runs() {
  cat <<'END'
auto            --engine auto
bfs             --engine explicit --search bfs --reduction on
bfs-full        --engine explicit --search bfs --reduction off
dfs             --engine explicit --search dfs --reduction on
dfs-full        --engine explicit --search dfs --reduction off
collapse        --engine explicit --store collapse --reduction on
collapse-full   --engine explicit --store collapse --reduction off
tree            --engine explicit --store tree --reduction on
tree-full       --engine explicit --store tree --reduction off --jobs 2
unmerged        --engine explicit --reduction on --merge off
one             --engine explicit --reduction on --jobs 1
two             --engine explicit --reduction on --jobs 2
two-full        --engine explicit --reduction off --jobs 2
dfs-unmerged    --engine explicit --search dfs --reduction on --merge off
certify         --engine explicit --reduction on --certify
bdd-bfs         --engine bdd --search bfs --time 6
bdd-chaining    --engine bdd --search chaining --queue cyclic --time 6
bdd-certify     --engine bdd --certify --time 6
improviso       --engine bdd --search improviso --time 6
improviso-local --engine bdd --search improviso --phase1 local --order process --time 6
boppo-full      --engine boppo --reduction off --fixpoint refine --time 6
boppo-dfs       --engine boppo --search dfs --reduction split --union --fixpoint refine --time 6
boppo-clauses   --engine boppo --search best --reduction clauses --fixpoint bdd --time 6
boppo-depqbf    --engine boppo --fixpoint depqbf --join off --time 6
boppo-bdd       --engine boppo --fixpoint bdd --search dfs --time 6
bmc?            --engine bmc --bound 12 --time 6
projection?     --engine bmc --projection on --semantics interleaving --bound 12 --time 6
smt?            --engine bmc --solver smt --bound 6 --time 3
threads         --engine threads --time 6
ic3-certify     --engine ic3 --certify --keep-going --time 20
events?         --engine events --bound 10 --time 2
bitstate?       --engine explicit --store bitstate --bits 22 --reduction on
random?         --engine random
END
  "$SELVAGE" engines | awk '$1 !~ /^(auto|explicit|random|bmc|ic3|threads|events|gpu)$/ { print $1, "--time 6 --engine", $1 }'
}

# head_of FILE WORD: what stands behind "// WORD:" (or "-- WORD:", "' WORD:") in the first lines.
head_of() { head -n 12 "$1" | sed -nE "s,^(//|--|') *$2: *,,p" | head -n 1; }

complain() {
  echo "FAILED $file: $*"
  if [ -n "${STOP_AT_FIRST-}" ]; then exit 255; fi  # and so xargs ends
}

# check NAME OPTION...: one run, its answer in $scratch/NAME.json.
check() {
  local name=$1
  shift
  timeout 120 "$SELVAGE" check --quiet --format json --trace "$scratch/$name.trace.json" \
    "$@" $options "$file" >"$scratch/$name.json" 2>"$scratch/$name.err"
}

# Reasons for which an engine may say "unknown".
refused() { grep -q '"cause":"unsupported"' "$scratch/$1.json"; }
endless() { grep -qE 'not all can be tried|maybe without end' "$scratch/$1.json"; }
late() { grep -qE '"cause":"(time|memory|system|gave-up)"|too many choices at once|too large a question' "$scratch/$1.json"; }
bounded() { [ "$(head_of "$file" bounded)" = unknown ] && grep -q 'not covered' "$scratch/$1.json"; }

states_in() { sed -nE 's/.*"states": *"([0-9]+)".*/\1/p' "$scratch/$1.json" | head -n 1; }

replay() {
  local trace=$scratch/$1.trace.json status=0
  if ! [ -s "$trace" ]; then
    complain "$1: violated, but no trace was written"
    return 0
  fi
  timeout 60 "$SELVAGE" replay "$trace" "$file" >"$scratch/$1.replay" 2>&1 || status=$?
  if [ $status != 1 ]; then complain "$1: replay ends with $status: $(head -n 3 "$scratch/$1.replay" | tr '\n' ' ')"; fi
}

# Steps of the shortest run to a violation.
shortest() {
  if ! [ -s "$scratch/bfs-full.json" ]; then
    check bfs-full --engine explicit --search bfs --reduction off --time 6 || true
  fi
  if [ -s "$scratch/bfs-full.trace.json" ]; then grep -c '^      "number":' "$scratch/bfs-full.trace.json"; fi
}

# missed NAME BOUND: a run with a bound has not found what lies within it.
missed() {
  local steps
  if [ "$want" != 1 ] || refused "$1" || late "$1"; then return 1; fi
  steps=$(shortest)
  [ -n "$steps" ] && [ "$steps" -le "$2" ]
}

# judge NAME STATUS: compares with what is expected.
judge() {
  local name=${1%\?} hopes=0 status=$2
  if [ "$name" != "$1" ]; then hopes=1; fi
  case $status:$name in
    2:bmc) if missed bmc 12; then hopes=0; fi ;;
    2:smt) if missed smt 6; then hopes=0; fi ;;
  esac
  if [ "$status" = 2 ] && { [ $hopes = 1 ] || refused "$name" || bounded "$name" || late "$name" || endless "$name"; }; then return 0; fi
  if [ "$status" != "$want" ]; then
    complain "$name: status $status instead of $want: $(head -c 300 "$scratch/$name.json")" \
      "$(head -c 300 "$scratch/$name.err")"
  elif [ "$status" = 1 ]; then
    replay "$name"
  fi
}

count_states() {
  local states status=0
  if wanted count; then
    check count --engine explicit --search bfs --reduction off --keep-going || status=$?
    states=$(states_in count)
    if [ "$states" != "$1" ]; then complain "$states states instead of $1 (status $status)"; fi
  fi
  if ! wanted bdd-count; then return 0; fi
  check bdd-count --engine bdd --search saturation --keep-going --time 6 || status=$?
  states=$(states_in bdd-count)
  if [ "$states" != "$1" ] && ! refused bdd-count && ! late bdd-count; then
    complain "bdd: $states states instead of $1 (status $status)"
  fi
}

test_file() {
  local name arguments states status engine
  case $(head_of "$file" expect) in
    holds) want=0 ;;
    violated) want=1 ;;
    unknown) want=2 ;;
    *) complain "does not say what to expect in its first lines"; return 0 ;;
  esac
  options=$(head_of "$file" options)
  while read -r name arguments; do
    status=0
    case $name in ic3-certify) engine=ic3 ;; bdd* | improviso*) engine=bdd ;; *) engine= ;; esac
    if [ -n "$engine" ] && head_of "$file" beyond | grep -qw "$engine"; then continue; fi
    check "${name%\?}" $arguments || status=$?
    judge "$name" "$status"
  done < <(runs)
  states=$(head_of "$file" states)
  if [ -n "$states" ]; then count_states "$states"; fi
}

if [ "${1-}" = --one ]; then
  file=$2
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  test_file
  exit 0
fi

corpus=$SELVAGE_ROOT/tests/corpus
if [ $# != 0 ]; then export CORPUS_ALL=1; fi
if [ $# = 1 ] && [ -d "$corpus/$1" ]; then set -- "$corpus/$1"/*.*; fi
for name in "$@"; do
  shift
  if [ -e "$name" ]; then set -- "$@" "$name"; else set -- "$@" "$corpus/$name"; fi
done
if [ $# = 0 ]; then set -- $(find "$corpus" -mindepth 2 -type f ! -name '.*' ! -name '*.md' ! -name '*.c' | sort); fi
if [ $# = 0 ]; then
  echo "there are no corpus files"
  exit 77
fi
complaints=$(printf '%s\n' "$@" | xargs -d '\n' -P 2 -n 1 "$0" --one)
failed=$(printf '%s' "$complaints" | sed -nE 's/^FAILED ([^:]*):.*/\1/p' | sort -u | grep -c .)
if [ -n "$complaints" ]; then printf '%s\n' "$complaints"; fi
echo "$# files, $(runs | grep -c .) kinds of runs: $failed files failed"
[ "$failed" = 0 ]
