#!/usr/bin/env bash
# builds: release
#
# The library has no mutable globals: no object of it may hold a symbol in a
# writable section. Constants with addresses in them (.data.rel.ro) are fine.
# Sections are what objdump shows; nm cannot tell the two kinds apart.
#
# One exception: solver/bdd.c's the_package. BuDDy is one package per process
# and calls its hooks without a context, so the hooks must find ours by a global.
set -eu

library=$SELVAGE_BUILD/libselvage.a
if ! [ -f "$library" ]; then
  echo "$library was not built"
  exit 1
fi

objdump -t "$library" | awk '
  /file format/ { member = $1; sub(/:$/, "", member); members++ }
  # value flags section size name; flags may hold blanks, so look at the section
  match($0, /(\.data|\.bss|\.tdata|\.tbss|\*COM\*|COMMON)[^ \t]*[ \t]+[0-9a-f]+ /) {
    section = substr($0, RSTART, RLENGTH); sub(/[ \t].*/, "", section)
    name = $NF
    if (section ~ /^\.data\.rel\.ro/ || name == section) next
    if (name ~ /^(\.LASAN|__asan|__odr_asan|__gcov)/) next
    if (member == "bdd.c.o" && name == "the_package") next
    printf "%s: mutable global %s in %s\n", member, name, section
    bad = 1
  }
  END {
    if (!members) { print "no objects found"; exit 1 }
    exit bad
  }'
