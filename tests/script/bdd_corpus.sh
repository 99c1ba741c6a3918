#!/usr/bin/env bash
# builds: release
# timeout: 120
#
# A slice of tests/differential/corpus_bdd.py: the bdd engine, in every search and order, against
# explicit search, on some small models of other people. They lie beside the checkout, in
# ../shared/corpus.
set -u

corpus=$SELVAGE_ROOT/../shared/corpus
if ! [ -d "$corpus" ]; then
  echo "skipped: there is no ../shared/corpus beside the checkout"
  exit 77
fi
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
export PYTHONDONTWRITEBYTECODE=1

models="promela/motib__erigone/psmc-erigone/ch07/listing-7-4-verify.pml
  promela/spins-tests/case_studies/Samples/p117.pml
  promela/spins-tests/case_studies/relay/SMALLSTA
  promela/spins-tests/case_studies/SystemC-TLM/chain_goto_assert1/chain5.spin
  promela/motib__erigone/examples/ch3.pml promela/spin-examples/LTL/salesman2.pml
  dve/firewire_tree.1.dve dve/fischer.1.dve dve/phils.2.dve dve/bakery.1.dve
  boolprog/satabs-boppo/Initialization1/main.bp boolprog/satabs-boppo/Arguments1/main.bp
  boolprog/satabs-boppo/Constrain1/main.bp"
# shellcheck disable=SC2086
out=$("$SELVAGE_ROOT/tests/differential/corpus_bdd.py" --selvage "$SELVAGE" --corpus "$corpus" --seconds 10 $models)
status=$?
echo "$out"
if ! grep -q "explicit search: 13 ended" <<< "$out" || grep -q "not ended" <<< "$out"; then
  echo "FAILED: not all of the 13 models were compared"
  exit 1
fi
exit $status
