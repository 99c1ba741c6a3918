#!/usr/bin/env bash
# builds: release
#
# Every benchmark script answers --help with a page, and a word or an option that it does
# not know with one line and a status: never with a traceback, never by measuring. The table of
# engines, which asks all of them with options of their own, is made for one small model.
set -u

failed=0
fail() { echo "FAILED $*"; failed=1; }
command -v python3 > /dev/null || { echo "skipped: python3 is not here"; exit 77; }

# answer STATUS COMMAND…: it ends quickly, like that, and without a traceback.
answer() {
  local want=$1 status=0 said
  shift
  said=$(timeout 20 "$@" 2>&1 < /dev/null) || status=$?
  grep -q Traceback <<< "$said" && fail "$*: a traceback"
  case $want in
    0) [ $status = 0 ] || fail "$*: status $status" ;;
    *) [ $status -gt 0 ] && [ $status -lt 124 ] || fail "$*: status $status" ;;
  esac
}

cd "$SELVAGE_ROOT" || exit 1
export SELVAGE
count=0
for script in bench/*/*.py; do
  grep -q '__main__' "$script" || continue
  count=$((count + 1))
  answer 0 python3 "$script" --help
  answer 64 python3 "$script" --no-such-option
done
[ $count -ge 12 ] || fail "only $count scripts were found"
for script in bench/threads/run.py bench/threads/families.py bench/explicit/promela.py bench/bmc/peers.py \
  bench/bmc/proofs.py bench/pbmc/run.py bench/pbmc/families.py bench/bdd/run.py bench/boppo/run.py bench/auto/run.py \
  bench/abstraction/run.py; do
  answer 64 python3 $script no-such-word
done
for words in "" "--help" "nonsense" "explicit nonsense" "threads nonsense" "bmc nonsense peers"; do
  # shellcheck disable=SC2086
  answer 64 script/bench $words
done
# A table of every engine: an option that one of them refuses would be its answer everywhere.
engines=random,explicit,bdd,boppo,bmc,ic3,cegar,threads,auto,portfolio
table=$(timeout 120 bench/auto/run.py --only '^own/svm/location_invariant.svm$' --cpu 20 --engines $engines 2> /dev/null) ||
  fail "bench/auto/run.py: status $?"
grep -q 'status' <<< "$table" && fail "an engine refuses what it is asked: $table"
grep -q '^portfolio: decides 1 of 1 ' <<< "$table" || fail "no portfolio among: $table"
[ $failed = 0 ] && echo "$count scripts answer"
exit $failed
