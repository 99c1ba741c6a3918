#!/usr/bin/env bash
# builds: release
# timeout: 600
#
# The UML models of ../shared/corpus/uml: every file is read or refused by name, the logs of PSSM's machines are the
# admitted ones, for engines without logs too (as tries), twins in XMI and PlantUML mean the same. Nothing to do where the corpus is not there.
set -u

corpus=$SELVAGE_ROOT/../shared/corpus/uml
[ -r "$corpus/pssm/oracle.tsv" ] || { echo "skipped: there is no $corpus"; exit 77; }
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }
python3 "$SELVAGE_ROOT/tests/differential/uml_corpus.py" "$corpus" --selvage "$SELVAGE" || exit 1
exec python3 "$SELVAGE_ROOT/tests/differential/uml_tries.py" "$corpus" --selvage "$SELVAGE"
