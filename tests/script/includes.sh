#!/usr/bin/env bash
# Include directions: quoted includes are relative to src/ ("base/vec.h") and
# follow the rules of rooms.awk. Besides,
#   - selvage.h is for api/, serve/ and cli/;
#   - headers of solver libraries are included in solver/ only;
#   - a header X_inside.h belongs to the files X*.[ch] of its folder. Others of
#     the same folder may include it if its first lines name them, "Only X*.c
#     and Y*.c include this"; nobody outside of the folder may.
set -eu

cd "$SELVAGE_ROOT"

find src include -name '*.[ch]' | sort |
  xargs -r awk "$(cat tests/script/rooms.awk)"'
  function complain(why) { printf "%s:%d: %s\n  %s\n", FILENAME, FNR, why, $0; bad = 1 }

  # Does the head of the header name the file? "Only a*.c and b.h include this."
  function named(header, name, line, head, n, words, i, pattern) {
    head = ""
    while ((getline line < ("src/" header)) > 0 && line ~ /^\/\//) head = head " " line
    close("src/" header)
    if (!match(head, /Only [^;:]* include this/)) return 0
    n = split(substr(head, RSTART, RLENGTH), words, /[ ,]+/)
    for (i = 1; i <= n; i++) {
      pattern = words[i]
      if (pattern !~ /^[a-z_0-9*]+\.[ch]$/) continue
      sub(/\./, "[.]", pattern); gsub(/\*/, ".*", pattern)
      if (name ~ ("^" pattern "$")) return 1
    }
    return 0
  }

  function check_inside(from, header, stem) {
    stem = name_of(header); sub(/_?inside\.h$/, "", stem)
    if (folder_of(from) != folder_of(header))
      complain("the inside of " folder_of(header) "/" stem " is for its folder only")
    else if (index(name_of(from), stem) != 1 && !named(header, name_of(from)))
      complain(name_of(header) " is for " stem "*.c and those that it names")
  }

  function check(from, to, why) {
    if (to == "selvage.h") {
      if (room_of(from) !~ /^(api|serve|cli)$/)
        complain("the public header is for api/, serve/ and cli/")
      return
    }
    why = wrong(from, to)
    if (why != "") complain(why)
    else if (to ~ /inside\.h$/) check_inside(from, to)
  }

  /^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    target = $0
    sub(/^[^<"]*[<"]/, "", target); sub(/[>"].*/, "", target)
    inside = FILENAME; sub(/^src\//, "", inside)
    if (name_of(target) ~ /^(cc?adical\.hp*|z3[a-z_]*\.h|bdd\.h|fdd\.h|bvec\.h|qdpll\.h|ipasir\.h)$/ &&
        target !~ /^solver\// && FILENAME !~ /^src\/solver\// && !(room_of(target) in level))
      complain("headers of solver libraries belong to solver/")
    else if ($0 ~ /include[ \t]*"/ && FILENAME ~ /^src\//)
      check(inside, target)
    else if ($0 ~ /include[ \t]*"/)
      complain("a public header must stand alone")
  }
  END { exit bad }'
