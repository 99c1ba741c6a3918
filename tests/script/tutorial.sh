#!/usr/bin/env bash
# The tutorial works as written: writes the programs of docs/tutorial.md to files, runs its commands, and
# compares what they print with what the page says. Times and memory may differ.
#
#   tutorial.sh [--update]      with --update the page is changed to what is printed
set -eu
page=$SELVAGE_ROOT/docs/tutorial.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
ln -s "$SELVAGE" selvage
export PATH="$scratch:$PATH"

# Numbers that differ from run to run.
tidy() { sed -E 's/[0-9]+\.[0-9]+ s, [0-9]+ MB/0.00 s, 5 MB/'; }

# Copies the page, with the answers that commands give now in place of those on it.
answer() {
  local block="" line
  while IFS= read -r line; do
    case $line in
      '```proc '*) block=program; file=${line#* }; : >"$file" ;;
      '```console') block=console ;;
      '```'*) block= ;;
      '$ '*) if [ "$block" = console ]; then printf '%s\n' "$line"; timeout 60 ${line#'$ '} 2>&1 | tidy; continue; fi ;;
      *)
        if [ "$block" = console ]; then continue; fi
        if [ "$block" = program ]; then printf '%s\n' "$line" >>"$file"; fi ;;
    esac
    printf '%s\n' "$line"
  done <"$page"
}

answer >answered.md
if [ "${1-}" = --update ]; then cp answered.md "$page"; fi
diff -u "$page" answered.md
echo "$(grep -c '^\$ ' "$page") commands as written"
