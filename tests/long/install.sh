#!/usr/bin/env bash
# part: what is installed works without the tree: program, library, header, manual page
set -u
. "$(dirname "$0")/_kit.sh"
need cmake cc
SLICES=1

client='#include <selvage.h>
#include <stdio.h>
int main(void) { puts(selvage_version()); return 0; }'

run_slice() {
  local prefix=$LONG_OUT/prefix bad=0 good=0 file
  step() { # what, command...
    local what=$1
    shift
    if "$@" > "$LONG_OUT/said" 2>&1; then good=$((good + 1)); echo "ok $what"
    else bad=$((bad + 1)); echo "FAILED $what"; cat "$LONG_OUT/said"; fi
  }
  step "install" cmake --install "$SELVAGE_BUILD" --prefix "$prefix"
  file=$SELVAGE_ROOT/examples/$(ls "$SELVAGE_ROOT/examples" | grep '\.pml$' | head -n 1)
  cp "$file" "$LONG_OUT/model.pml"
  check() { "$prefix/bin/selvage" check --quiet --time 20 "$LONG_OUT/model.pml"; [ $? -le 2 ]; }
  step "the program" check
  step "its version" "$prefix/bin/selvage" --version
  echo "$client" > "$LONG_OUT/client.c"
  local libraries
  libraries=$(find "$prefix" -name 'libselvage.so*' -printf '%h\n' | head -n 1)
  step "a client is linked" cc -std=c11 -Wall -Werror -I"$prefix/include" "$LONG_OUT/client.c" -L"$libraries" \
    -lselvage -o "$LONG_OUT/client"
  step "and runs" env LD_LIBRARY_PATH="$libraries" "$LONG_OUT/client"
  step "the manual page" test -s "$prefix/share/man/man1/selvage.1"
  rm -rf "$prefix" "$LONG_OUT/model.pml" "$LONG_OUT/client" "$LONG_OUT/client.c" "$LONG_OUT/said"
  total $good $bad 0
}
main "$@"
