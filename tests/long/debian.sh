#!/usr/bin/env bash
# part: the Debian packages are built from a copy of the tree, lintian accepts them, and what they hold works
# timeout: 7200
set -u
. "$(dirname "$0")/_kit.sh"
need dpkg-buildpackage dpkg-checkbuilddeps lintian cc
SLICES=1

run_slice() {
  local tree=$LONG_OUT/deb/selvage root=$LONG_OUT/deb/root bad=0 good=0 library
  step() { # what, command...
    local what=$1
    shift
    if "$@" > "$LONG_OUT/said" 2>&1; then good=$((good + 1)); echo "ok $what"
    else bad=$((bad + 1)); echo "FAILED $what"; tail -n 60 "$LONG_OUT/said"; fi
  }
  dpkg-checkbuilddeps "$SELVAGE_ROOT/debian/control" || skip "what the packages need to be built is not there"
  rm -rf "$LONG_OUT/deb"
  mkdir -p "$tree" "$root"
  (cd "$SELVAGE_ROOT" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$tree") ||
    tar -C "$SELVAGE_ROOT" --exclude=./build --exclude=./.git -c . | tar -x -C "$tree"
  build() { cd "$tree" && dpkg-buildpackage -us -uc -b; }
  step "dpkg-buildpackage" build
  clean() {
    lintian --pedantic -I --tag-display-limit 0 "$LONG_OUT"/deb/*.changes > "$LONG_OUT/tags"
    ! grep -v '^N:' "$LONG_OUT/tags"
  }
  step "lintian" clean
  unpack() { for p in "$LONG_OUT"/deb/*.deb; do dpkg -x "$p" "$root" || return 1; done; }
  step "the packages are unpacked" unpack
  library=$(dirname "$(find "$root" -name libselvage.a)")
  violated() { "$root/usr/bin/selvage" check --quiet --time 20 "$root"/usr/share/doc/selvage/examples/race.bp; [ $? = 1 ]; }
  step "the program" violated
  client() {
    cc "$root"/usr/share/doc/selvage/examples/embed/check.c -I"$root/usr/include" -L"$library" -lselvage \
      -o "$LONG_OUT/client" && LD_LIBRARY_PATH=$library "$LONG_OUT/client"
  }
  step "a client of the library" client
  step "the manual pages" test -s "$root/usr/share/man/man1/selvage.1.gz" -a -s "$root/usr/share/man/man1/selvage-check.1.gz"
  rm -rf "$LONG_OUT/deb" "$LONG_OUT/said" "$LONG_OUT/tags" "$LONG_OUT/client"
  total $good $bad 0
}
main "$@"
