#!/usr/bin/env bash
# Link directions: an object refers to symbols of objects that its source may
# know by the rules of rooms.awk, whatever header declares them: a header in a
# shared folder does not make the function that it declares shared. An engine
# and a language are known to others by one symbol, their row of the table.
# Functions of the solver libraries are called in solver/ only.
set -eu

cd "$SELVAGE_ROOT"
symbols() {
  find "$SELVAGE_BUILD"/CMakeFiles/selvage{_objects,}.dir/src -name '*.c.o' | sort | xargs nm -A -g
}

symbols | awk "$(cat tests/script/rooms.awk)"'
  # path/x.dir/src/room/file.c.o:address T name, or without an address: U name
  {
    file = $0; sub(/\.o:.*/, "", file); sub(/.*\.dir\/src\//, "", file)
    if (!(file in there)) there[file] = (getline line < ("src/" file)) >= 0
    if (!there[file]) next  # the source is gone
    if ($(NF - 1) == "U") { users[++uses] = file; symbols[uses] = $NF }
    else { home[$NF] = file; defined++ }
  }
  END {
    for (i = 1; i <= uses; i++) {
      from = users[i]; symbol = symbols[i]
      if (symbol ~ /^(Z3_|ccadical_|qdpll_|bdd_|fdd_|ipasir_)/ && !(symbol in home)) {
        if (room_of(from) != "solver") {
          print "src/" from ": calls " symbol "; solver libraries belong to solver/"
          bad = 1
        }
        continue
      }
      if (!(symbol in home) || home[symbol] == from) continue
      if (symbol ~ /^selvage_/ && room_of(from) == "cli") continue
      if (symbol ~ /^sv_(engine|language)_[a-z0-9]+$/ && is_row(symbol, home[symbol])) continue
      why = wrong(from, home[symbol])
      if (why == "" && is_shared(from, home[symbol]))
        why = "what " room_of(from) "/ shares must not know a single one"
      if (why != "") { print "src/" from ": " symbol " of src/" home[symbol] ": " why; bad = 1 }
    }
    if (!defined) { print "no objects found"; exit 1 }
    exit bad
  }
  # sv_engine_bdd in engine/bdd/: the row of the table.
  function is_row(symbol, file, parts) {
    split(symbol, parts, "_")
    return part_of(file) == parts[3] || symbol == "sv_engine_random"
  }
  # What lies directly in lang/ or engine/, and one of the languages or engines.
  function is_shared(from, to) {
    return (room_of(from) == "lang" || room_of(from) == "engine") && part_of(from) == "" &&
      room_of(to) == room_of(from) && part_of(to) != ""
  }'
