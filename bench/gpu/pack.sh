#!/usr/bin/env bash
# Puts programs, their libraries and models into one folder, for a machine with a GPU on which Selvage cannot be built:
# FOLDER/bin/selvage and FOLDER/bin/random_models run there by themselves (the C library is that machine's own), FOLDER/shared has
# the models of bench/gpu/run.py (SELVAGE_SHARED=FOLDER/shared).
#
# usage: bench/gpu/pack.sh FOLDER [BUILD [SHARED [LEAST]]]
#   BUILD   where the programs are [build/release]   SHARED  where corpora are [../shared]   LEAST  states of BEEM's models [10000000]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -nE 's/^# (usage: .*)/\1/p' "$0" >&2; exit 64; }
folder=$1 build=${2:-$here/../../build/release} shared=${3:-$here/../../../shared} least=${4:-10000000}
mkdir -p "$folder/bin" "$folder/lib" "$folder/shared/corpus/improviso" "$folder/shared/corpus/dve"

put() {  # NAME PATH
  strip -o "$folder/lib/$1" "$2"
  ldd "$2" | awk '$3 ~ /^\// { print $3 }' | grep -vE '/(libc|libm|libdl|libpthread|libgcc_s|libstdc\+\+)\.so' |
    while read -r library; do cp -Lu "$library" "$folder/lib/"; done
  cat > "$folder/bin/$1" <<SCRIPT
#!/bin/sh
here=\$(cd "\$(dirname "\$0")/.." && pwd)
LD_LIBRARY_PATH=\$here/lib\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH} exec "\$here/lib/$1" "\$@"
SCRIPT
  chmod +x "$folder/bin/$1"
}
put selvage "$build/selvage"
if [ -x "$build/tests/random_models" ]; then put random_models "$build/tests/random_models"; fi

cp "$shared/corpus/improviso/leader.pml" "$folder/shared/corpus/improviso/"
cp "$shared/corpus/dve/expected.tsv" "$folder/shared/corpus/dve/"
awk -F '\t' -v least="$least" 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "states") s = i; if ($i == "file") f = i }; next }
  $s ~ /^[0-9]+$/ && $s + 0 >= least { print $f }' "$shared/corpus/dve/expected.tsv" | sort -u |
  while read -r model; do cp "$shared/corpus/dve/$model" "$folder/shared/corpus/dve/" 2> /dev/null || true; done
du -sh "$folder" | sed 's/^/packed: /'
