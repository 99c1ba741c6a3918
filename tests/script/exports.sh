#!/usr/bin/env bash
# The shared library exports the public interface and nothing else: every
# dynamic symbol begins with selvage_, and every function that the public
# header declares with SELVAGE_API is there. And it says which engines fork.
set -eu

library=$SELVAGE_BUILD/libselvage.so
header=$SELVAGE_ROOT/include/selvage.h
exported=$(nm -D --defined-only "$library" | awk '{ print $NF }' | sed 's/@.*//' | sort -u)
status=0

for symbol in $exported; do
  case $symbol in
    selvage_*) ;;
    _init | _fini | _edata | _end | __bss_start | __asan_* | __odr_asan*) ;;
    *) echo "exported, but not public: $symbol"; status=1 ;;
  esac
done

if [ -f "$header" ]; then
  declared=$(sed '/^ *#/d; s,//.*,,' "$header" | tr '\n' ' ' | grep -oE 'SELVAGE_API [^;{]*\bselvage_[a-z0-9_]+ *\(' |
    grep -oE '\bselvage_[a-z0-9_]+ *\($' | tr -d ' (' | sort -u)
  if [ -z "$declared" ]; then
    echo "selvage.h declares nothing with SELVAGE_API"
    status=1
  fi
  for symbol in $declared; do
    if ! grep -qx "$symbol" <<<"$exported"; then
      echo "declared in selvage.h, but not exported: $symbol"
      status=1
    fi
  done
fi

# The header names every engine that forks.
for engine in $(cd "$SELVAGE_ROOT" && grep -l 'isolated = true' src/engine/*/*.c | cut -d / -f 3 | sort -u); do
  if ! sed -n '/What forks/,/^$/p' "$header" | grep -qw "$engine"; then
    echo "selvage.h does not say that the engine $engine forks"
    status=1
  fi
done
exit $status
