#!/usr/bin/env bash
# README's picture and the table of rooms in docs/architecture.md name every
# folder of src/, and only folders that exist.
#
#   docs/architecture.md   `encode/` and `encode/graph/` in the first column or
#                          in the text of a row
#   README.md              the indented lines that begin with a folder: `encode/`,
#                          then the folders in it; those in parentheses are in the
#                          folder before them
set -eu

cd "$SELVAGE_ROOT"
there=$(find src -mindepth 1 -type d | sed 's,^src/,,' | sort)

from_architecture() {
  sed -n '/^| room | what lives there |/,/^$/p' docs/architecture.md | grep -oE '`[a-z0-9]+(/[a-z0-9]+)*/`' | tr -d '`' |
    sed 's,/$,,' | sort -u
}

from_readme() {
  sed -nE 's,^    ([a-z0-9]+/( |$)),\1,p' README.md | awk '{
    inner = ""; parent = ""; last = ""
    for (i = 1; i <= NF; i++) {
      word = $i
      if (word ~ /\/$/) { sub(/\/$/, "", word); room = word; print room; continue }
      if (sub(/^\(/, "", word)) inner = last
      closes = sub(/\)$/, "", word)
      print room "/" (inner == "" ? "" : inner "/") word
      if (inner == "") last = word
      if (closes) inner = ""
    }
  }' | sort -u
}

status=0
for page in architecture readme; do
  named=$(from_"$page")
  while read -r folder; do echo "$page names $folder/, which is not there"; status=1
  done < <(comm -13 <(echo "$there") <(echo "$named") | grep . || true)
  while read -r folder; do echo "$page does not name $folder/"; status=1
  done < <(comm -23 <(echo "$there") <(echo "$named") | grep . || true)
done
exit $status
