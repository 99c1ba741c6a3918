#!/usr/bin/env bash
# builds: release debug
# timeout: 600
#
# The C programs of tests/corpus/c have the answer that their first lines say, by
# explicit search with and without reduction and merging and by bounded model checking
# (corpus.sh); all runs of all engines are for the long tests. Skipped where C
# cannot be read.
set -u

[ -f "$SELVAGE_BUILD/selvage_llvm.so" ] || { echo "skipped: LLVM is not installed"; exit 77; }
command -v clang > /dev/null || { echo "skipped: clang is not installed"; exit 77; }
case $SELVAGE_BUILD in
  */debug) runs='auto|bfs|two' ;;
  *) runs='auto|bfs|unmerged|dfs-unmerged|bmc' ;;
esac
exec "$SELVAGE_ROOT/tests/script/corpus.sh" --only "$runs" c
