#!/usr/bin/env bash
# builds: release
# timeout: 300
#
# The UML models of the corpus and random state machines: compact, flattened and Spin's reading must agree, and engines with each other.
# tests/differential/uml.py does the work; without spin and a C compiler Spin is left out.
#   uml_random.sh [SEED [COUNT [OPTION…]]]
set -u

command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
spin=()
{ command -v spin && { command -v tcc || command -v gcc || command -v cc; }; } > /dev/null || spin=(--no-spin)
run=(python3 "$SELVAGE_ROOT/tests/differential/uml.py" --selvage "$SELVAGE" --jobs 2 ${spin[@]+"${spin[@]}"})
"${run[@]}" --quick "$SELVAGE_ROOT"/tests/corpus/uml/*.puml || exit 1
if [ ${#spin[@]} = 0 ] && [ -z "${1-}" ]; then  # what Spin gets is not too long for it, and still the same
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  (cd "$SELVAGE_ROOT/bench/uml" && python3 -B -c 'import families; print(families.text("depth", 16), end="")') > "$work/deep.puml"
  "${run[@]}" --only spin "$work/deep.puml" || exit 1
  "$SELVAGE" show --promela "$work/deep.puml" > "$work/deep.pml"
  (cd "$work" && spin -a deep.pml > out && [ -f pan.c ]) || { echo "FAILED: spin -a: $(tail -n 1 "$work/out")"; exit 1; }
fi
"${run[@]}" --seed "${1-1}" --count "${2-30}" "${@:3}"
