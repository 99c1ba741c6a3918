#!/usr/bin/env bash
# docs/glossary.md: no word twice, every file that it names exists, and uses the
# word (its first word, in any form: "subsumption" is found by "subsum").
set -eu

cd "$SELVAGE_ROOT"
awk -F' *\\| *' '
  /^\| / && $2 != "word" && $2 !~ /^---/ {
    rows++
    if ($2 in seen) { print "twice: " $2; bad = 1 }
    seen[$2] = 1
    n = split($2, names, /, /)
    files = split($4, paths, /, /)
    if (!files) { print "no file: " $2; bad = 1 }
    for (f = 1; f <= files; f++) {
      path = paths[f]; gsub(/`/, "", path)
      text = ""
      while ((getline line < ("src/" path)) > 0) text = text " " tolower(line)
      close("src/" path)
      if (text == "") { print "src/" path " does not exist (" $2 ")"; bad = 1; continue }
      found = 0
      for (i = 1; i <= n; i++) {
        stem = tolower(names[i]); sub(/ *\(.*/, "", stem); sub(/^tseitin.*/, "tseitin", stem)
        sub(/ (set|state|process|location|condition|compression|relation|graph)$/, "", stem)
        if (length(stem) > 6) stem = substr(stem, 1, 6)
        if (index(text, stem)) found = 1
      }
      if (!found) { print "src/" path " does not use the word " $2; bad = 1 }
    }
  }
  END { if (rows < 50) { print "only " rows " words"; bad = 1 } exit bad }' docs/glossary.md
