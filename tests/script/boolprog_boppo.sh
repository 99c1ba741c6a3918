#!/usr/bin/env bash
# builds: release
# timeout: 240
#
# The engine boppo on Boolean programs of other tools, where they lie beside the
# checkout as ../shared/corpus/boolprog: no verdict may be wrong, and of the 37
# whose verdict is certain at most four may need more than two seconds.
set -u

corpus=$SELVAGE_ROOT/../shared/corpus/boolprog
if ! [ -d "$corpus" ]; then
  echo "skipped: there is no ../shared/corpus/boolprog beside the checkout"
  exit 77
fi
command -v python3 > /dev/null || { echo "skipped: there is no python3"; exit 77; }

out=$("$SELVAGE_ROOT/bench/boppo/corpus.py" --time 2 --only '^satabs-boppo/|/reduced\.6[0-9]\.bp$')
status=$?
echo "$out"
late=$(grep -cE '^CORE (late|unknown)' <<<"$out")
[ $status = 0 ] || { echo "FAILED: a verdict is wrong"; exit 1; }
[ "$late" -le 4 ] || { echo "FAILED: $late programs were late"; exit 1; }
