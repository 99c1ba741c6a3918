#!/usr/bin/env bash
# timeout: 400
#
# Proofs about models of the corpus that have no bits (integers, reals, queues without bound) are
# certified, and Z3 and cvc5 (where it is installed) agree on every query. A query that takes too
# long is not counted against them; a proof that nobody could certify in time is counted and must be rare.
set -eu
corpus=$SELVAGE_ROOT/tests/corpus
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "$*" >&2; exit 1; }
value() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$work/answer"; }

has_bits() { # file
  ! "$SELVAGE" check --quiet --engine bmc --solver sat --bound 0 "$1" 2>/dev/null |
    grep -q 'infinitely many values\|a queue without bound'
}

cvc5=false
command -v cvc5 > /dev/null && cvc5=true
models=0 certified=0 late=0 queries=0 both=0
certify() { # file, option...
  local file=$1 status=0 certificate n z other
  shift
  "$SELVAGE" check --quiet --certify --format json "$@" "$file" > "$work/answer" 2> "$work/said" || status=$?
  [ $status -le 2 ] || fail "$file $*: exit status $status: $(cat "$work/said" "$work/answer")"
  [ $status = 0 ] || return 0
  certificate=$(value certificate)
  if ! grep -q '"certified":true' "$work/answer"; then
    [[ $certificate == *"limit reached"* ]] || fail "$file $*: not certified: $certificate"
    late=$((late + 1))
    return 0
  fi
  [[ $certificate =~ ^([0-9]+)\ queries:\ Z3\ ([0-9]+)\ in\ .*cvc5\ ([0-9]+) ]] || fail "$file $*: what is '$certificate'?"
  n=${BASH_REMATCH[1]} z=${BASH_REMATCH[2]} other=${BASH_REMATCH[3]}
  if $cvc5; then [ "$other" -gt 0 ] || fail "$file $*: cvc5 answered nothing: $certificate"; fi
  certified=$((certified + 1))
  queries=$((queries + n))
  both=$((both + (z < other ? z : other)))
}

for file in "$corpus"/svm/*.svm "$corpus"/proc/*.proc; do
  if has_bits "$file"; then continue; fi
  models=$((models + 1))
  certify "$file" --engine bmc --time 20
  certify "$file" --engine explicit --time 5
done
echo "$models models without bits: $certified proofs certified, $late late; $queries queries, $both refuted by both solvers"
[ $certified -ge 8 ] || fail "so few proofs are suspicious"
[ $late -le 2 ] || fail "$late proofs could not be certified in time"
if $cvc5; then [ $((both * 10)) -ge $((queries * 8)) ] || fail "cvc5 seldom answers"; fi
