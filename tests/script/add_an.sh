#!/usr/bin/env bash
# docs/add-*.md can be followed: what a page says is done in a copy of the tree.
#
#   add_an.sh                   all pages: files can be made, patches apply
#   add_an.sh --build PAGE...   and the result is built, run and tested
#
# Blocks of a page, in their order:
#   ```c src/x/y.c       a new file
#   ```diff              a patch of files that exist; what it quotes must stand there
#   ```sh                commands for the copy; those of cmake, ctest and script/ only with --build
#   ```console           with --build: commands after `$`, and what they print
set -eu

root=$SELVAGE_ROOT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mode=quick
if [ "${1-}" = --build ]; then mode=build; shift; fi
if [ $# = 0 ]; then set -- "$root"/docs/add-*.md; fi

tidy() { sed -E 's/[0-9]+\.[0-9]+ s, [0-9]+ MB/0.00 s, 5 MB/; s/in [0-9]+(\.[0-9]+)? s$/in 0 s/'; }

fail() { echo "$page:$number: $*"; exit 1; }

# One block of the page, whose text is in $work/block; $kind and $path from its first line.
finish_block() {
  case $kind in
    diff) patch -p1 -s -F1 --no-backup-if-mismatch <"$work/block" || fail "the patch above does not apply" ;;
    sh) while IFS= read -r line; do
        case $line in
          cmake*|ctest*|script/*) if [ "$mode" = build ]; then eval "$line" >"$work/log" 2>&1 || { tail -n 30 "$work/log"; fail "$line"; }; fi ;;
          *) eval "$line" || fail "$line" ;;
        esac
      done <"$work/block" ;;
    console) if [ "$mode" = build ]; then
        while IFS= read -r line; do
          case $line in '$ '*) printf '%s\n' "$line"; eval "${line#'$ '}" 2>&1 </dev/null | tidy ;; esac
        done <"$work/block" >"$work/now"
        tidy <"$work/block" | diff -u - "$work/now" || fail "the commands above print something else"
      fi ;;
    *) if [ -n "$path" ]; then
        [ -e "$path" ] && fail "$path exists already"
        mkdir -p "$(dirname "$path")"
        cp "$work/block" "$path"
      fi ;;
  esac
}

follow() {
  local line
  inside= number=0
  while IFS= read -r line; do
    number=$((number + 1))
    case $inside$line in
      '```'*) inside=yes; kind=${line#'```'}; path=; : >"$work/block"
        case $kind in *' '*) path=${kind#* }; kind=${kind%% *} ;; esac ;;
      'yes```') inside=; finish_block ;;
      yes*) printf '%s\n' "$line" >>"$work/block" ;;
    esac
  done <"$1"
}

for page in "$@"; do
  rm -rf "$work/copy"
  mkdir "$work/copy"
  tar -C "$root" --exclude=./build --exclude=./.git -cf - . | tar -C "$work/copy" -xf -
  cd "$work/copy"
  export SELVAGE_ROOT=$work/copy SELVAGE_BUILD=$work/copy/build/release PATH=$work/copy/build/release:$PATH
  follow "$page" <"$page"
  echo "$(basename "$page"): followed"
done
