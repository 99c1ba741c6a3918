#!/usr/bin/env bash
# builds: release debug
# timeout: 600
#
# The C programs of tests/corpus/c have the answer that their first lines say, by
# every kind of explicit search, by bounded model checking and by random walks
# (corpus.sh); all runs of all engines are for the long tests. Skipped where C
# cannot be read.
set -u

[ -f "$SELVAGE_BUILD/selvage_llvm.so" ] || { echo "skipped: LLVM is not installed"; exit 77; }
command -v clang > /dev/null || { echo "skipped: clang is not installed"; exit 77; }
case $SELVAGE_BUILD in
  */debug) runs='auto|bfs|two' ;;
  *) runs='auto|bfs|dfs-full|collapse|unmerged|two|certify|bmc|random' ;;
esac
exec "$SELVAGE_ROOT/tests/script/corpus.sh" --only "$runs" c
