#!/usr/bin/env bash
# Include directions: the rooms of src/ stand on one another, and a file may
# include headers of its own room and of rooms below it only. Quoted includes
# are relative to src/ ("base/vec.h"). Beyond the order of the rooms:
#   - a language knows no other language, an engine no other engine; both may
#     use the headers that lie directly in lang/ and engine/;
#   - only lang/ itself and api/ know languages; solver/ knows terms but no
#     models; report/ knows answers but no single engine;
#   - api/ implements the public header, and cli/ is its client: it knows
#     selvage.h and nothing else of the library;
#   - headers of solver libraries are included in solver/ only;
#   - NAME_inside.h is for files of its own folder.
set -eu

cd "$SELVAGE_ROOT"

find src include -name '*.[ch]' | sort | xargs -r awk '
  BEGIN {
    split("base expr model exec lang analysis solver encode engine report api cli", order, " ")
    for (i in order) level[order[i]] = i + 0
    split("model exec lang analysis", hidden, " ")
    for (i in hidden) hidden_from_solver[hidden[i]] = 1
  }
  function complain(why) { printf "%s:%d: %s\n  %s\n", FILENAME, FNR, why, $0; bad = 1 }

  # The room of a path below src/ and the folder inside it, "" if there is none.
  function room_of(path, parts) { return split(path, parts, "/") > 1 ? parts[1] : "" }
  function part_of(path, parts) { return split(path, parts, "/") > 2 ? parts[2] : "" }

  function folder_of(path) { sub(/\/[^\/]*$/, "", path); return path }

  function check(from, to, mine, part, its, its_part) {
    if (to ~ /_inside\.h$/ && folder_of(from) != folder_of(to))
      complain("the inside of " folder_of(to) "/ is for its own files")
    mine = room_of(from); part = part_of(from)
    its = room_of(to); its_part = part_of(to)
    if (to == "selvage.h") {
      if (mine != "api" && mine != "cli") complain("the public header is for api/ and cli/")
    } else if (!(its in level)) {
      complain("not a header of a room; write \"room/file.h\"")
    } else if (!(mine in level)) {
      complain("the folder src/" mine " is not a room of the house")
    } else if (level[its] > level[mine]) {
      complain(mine "/ must not know " its "/, which stands above it")
    } else if (its == "lang" && mine != "lang" && mine != "api") {
      complain(mine "/ must not know languages")
    } else if (mine == "cli" && its != "cli") {
      complain("the command line is a client: it knows selvage.h and its own headers only")
    } else if (mine == "solver" && its in hidden_from_solver) {
      complain("solver/ must not know models")
    } else if (mine == its && (mine == "lang" || mine == "engine")) {
      if (part != "" && its_part != "" && part != its_part && its_part != "common")
        complain(mine "/" part " must not know " its "/" its_part)
    } else if (mine == "report" && its == "engine" && its_part != "") {
      complain("report/ must not know single engines")
    }
  }

  /^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    target = $0
    sub(/^[^<"]*[<"]/, "", target); sub(/[>"].*/, "", target)
    inside = FILENAME; sub(/^src\//, "", inside)
    name = target; sub(/.*\//, "", name)
    if (name ~ /^(cc?adical\.hp*|z3[a-z_]*\.h|bdd\.h|fdd\.h|bvec\.h|qdpll\.h|ipasir\.h)$/ &&
        target !~ /^solver\// && FILENAME !~ /^src\/solver\// && !(room_of(target) in level))
      complain("headers of solver libraries belong to solver/")
    else if ($0 ~ /include[ \t]*"/ && FILENAME ~ /^src\//)
      check(inside, target)
    else if ($0 ~ /include[ \t]*"/)
      complain("a public header must stand alone")
  }
  END { exit bad }'
