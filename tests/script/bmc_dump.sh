#!/usr/bin/env bash
# timeout: 120
#
# What --dump writes is read by other solvers, which give the same answer as ours.
set -eu
root=$SELVAGE_ROOT/tests/corpus
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "$*" >&2; exit 1; }

# The verdict of a solver, as `sat` or `unsat`; its exit status tells nothing.
ask() {
  case $1 in
    minisat) minisat -verb=0 "$2" "$work/model" > "$work/out" 2>&1 || true
             sed -n 's/^SATISFIABLE/sat/p; s/^UNSATISFIABLE/unsat/p' "$work/out" ;;
    picosat) (picosat -n "$2" || true) | sed -n 's/^s SATISFIABLE/sat/p; s/^s UNSATISFIABLE/unsat/p' ;;
    z3) z3 "$2" | grep -E '^(sat|unsat)$' || true ;;
    cvc5) (cvc5 --force-logic=ALL "$2" || true) | grep -E '^(sat|unsat)$' || true ;;
  esac
}

asked=0
# model, bound, expected answer, suffix, solvers
compare() {
  local file=$work/question.$4 solver answer
  shift_to=("${@:5}")
  rm -f "$file"
  "$SELVAGE" check --quiet --engine bmc --semantics interleaving --induction off --time 60 --bound "$2" --dump "$file" \
    "$root/$1" > "$work/log" 2>&1 || true
  [ -s "$file" ] || fail "$1: there is no ${file##*/}: $(cat "$work/log")"
  for solver in "${shift_to[@]}"; do
    command -v "$solver" > /dev/null || continue
    answer=$(ask "$solver" "$file")
    [ "$answer" = "$3" ] || fail "$1, bound $2: $solver says '$answer' about ${file##*/}, not $3"
    asked=$((asked + 1))
  done
}

for suffix in cnf dimacs smt2; do
  solvers=(minisat picosat)
  [ $suffix = smt2 ] && solvers=(z3 cvc5)
  compare boolprog/peterson_hasty.bp 20 sat $suffix "${solvers[@]}"
  compare boolprog/peterson.bp 14 unsat $suffix "${solvers[@]}"
  compare dve/assertion.dve 20 sat $suffix "${solvers[@]}"
done
compare proc/integers_violated.proc 20 sat smt2 z3 cvc5

refuses() { # words, arguments
  "$SELVAGE" check --quiet --engine bmc --time 20 "${@:2}" > "$work/log" 2>&1 && fail "not refused: ${*:2}"
  grep -q -- "$1" "$work/log" || fail "refused, but not with '$1': $(cat "$work/log")"
}
refuses 'knows no files like' --dump "$work/question.txt" "$root/boolprog/peterson.bp"
refuses 'only clauses' --solver sat --dump "$work/question.smt2" "$root/boolprog/peterson.bp"
refuses 'only terms' --solver smt --dump "$work/question.cnf" "$root/boolprog/peterson.bp"
refuses 'only terms' --dump "$work/question.cnf" "$root/proc/integers_violated.proc"
echo "$asked questions were answered by other solvers"
[ $asked -gt 0 ] || echo "none of minisat, picosat, z3, cvc5 is there"
