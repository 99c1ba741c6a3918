#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# Promela models of other people, where they lie beside the checkout as
# ../shared/corpus/promela; they are not part of the repository. Kinds of errors and
# numbers of states must be those that Spin found, for all models with at most 100000 states.
# tests/differential/corpus_promela.known names the exceptions.
#   SELVAGE_CORPUS_STATES=1000000 tests/script/promela_corpus.sh
set -eu

corpus=$SELVAGE_ROOT/../shared/corpus/promela
if ! [ -f "$corpus/expected.tsv" ]; then
  echo "skipped: there is no ../shared/corpus/promela beside the checkout"
  exit 77
fi
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }

export PYTHONDONTWRITEBYTECODE=1
exec python3 "$SELVAGE_ROOT/tests/differential/corpus_promela.py" --selvage "$SELVAGE" --corpus "$corpus" \
  --jobs 2 --most "${SELVAGE_CORPUS_STATES-100000}"
