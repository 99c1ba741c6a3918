#!/usr/bin/env bash
# builds: release
#
# Every external function or table of the library is used by another file of
# src/: what only its own file uses is static, what nobody uses is deleted.
# Exceptions are the public interface and what externals.txt lists: parts that
# only tests use, each with the reason why it is kept. An entry that is no
# exception any more fails, too.
set -eu

cd "$SELVAGE_ROOT"
find "$SELVAGE_BUILD"/CMakeFiles/selvage{_objects,}.dir/src "$SELVAGE_BUILD/tests" -name '*.c.o' |
  sort | xargs nm -A -g | awk -v listed=tests/script/externals.txt '
  BEGIN {
    while ((getline line < listed) > 0) {
      if (line ~ /^ *(#|$)/) continue
      name = line; sub(/[ \t].*/, "", name)
      if (line !~ /[ \t]+[^ \t].*$/) { print listed ": " name " has no reason"; bad = 1 }
      reason[name] = 1
    }
  }
  {
    file = $0; sub(/\.o:.*/, "", file); test = file !~ /\.dir\/src\//
    if (!test) {
      sub(/.*\.dir\/src\//, "", file)
      if (!(file in there)) there[file] = (getline line < ("src/" file)) >= 0
      if (!there[file]) next  # the source is gone
    }
    if ($(NF - 1) != "U") { if (!test) home[$NF] = file }
    else if (test) tested[$NF] = 1
    else used[$NF] = 1
  }
  END {
    for (name in home) {
      objects++
      if (name in used || name ~ /^selvage_/ || name == "main") {
        if (name in reason) { print name " is used in src/: delete it from " listed; bad = 1 }
        continue
      }
      if (!(name in tested)) {
        print "src/" home[name] ": no other file uses " name ": make it static, or delete it"
        bad = 1
      } else if (!(name in reason)) {
        print "src/" home[name] ": only tests use " name ": delete it, or say why in " listed
        bad = 1
      }
    }
    for (name in reason) if (!(name in home)) { print "there is no " name ": delete it from " listed; bad = 1 }
    if (!objects) { print "no objects found"; exit 1 }
    exit bad
  }'
