#!/usr/bin/env bash
# Sizes: no .c file of src/ over 1500 lines, no function over 120. (Aim at 250
# and 15; look again at 800 and 60.) A function runs from the line where its
# outermost brace opens to the line where it closes.
set -eu

cd "$SELVAGE_ROOT"
find src -name '*.c' | sort | xargs -r awk -v file_limit=1500 -v function_limit=120 '
  function finish_file() {
    if (lines > file_limit) { printf "%s: %d lines\n", file, lines; bad = 1 }
  }
  FNR == 1 { finish_file(); file = FILENAME; depth = 0; comment = 0 }
  { lines = FNR; line = $0 }
  /^[ \t]*#/ || continued { continued = /\\$/; next }   # directives may be unbalanced
  {
    gsub(/\\./, "", line)                    # escapes
    gsub(/\047[^\047]*\047/, "", line)       # characters
    gsub(/"[^"]*"/, "", line)                # strings
    gsub(/\/\*[^*]*\*\//, "", line)          # comments
    if (comment && sub(/^.*\*\//, "", line)) comment = 0
    if (comment) next
    sub(/\/\/.*/, "", line)
    if (sub(/\/\*.*/, "", line)) comment = 1
    n = length(line)
    for (i = 1; i <= n; i++) {
      c = substr(line, i, 1)
      if (c == "{" && !depth++) { start = FNR; title = $0 }
      if (c == "}" && depth && !--depth && line ~ /^}[ \t]*$/ && FNR - start + 1 > function_limit) {
        printf "%s:%d: a function of %d lines: %s\n", FILENAME, start, FNR - start + 1, title
        bad = 1
      }
    }
    if (/^}/) depth = 0                      # whatever #if made of the count
  }
  END { finish_file(); exit bad }'
