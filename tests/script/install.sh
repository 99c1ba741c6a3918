#!/usr/bin/env bash
# builds: release
# timeout: 200
#
# What `cmake --install` puts into an empty folder is complete, and works there without the tree:
# the program, the libraries with the examples of embedding (shared and static, by pkg-config and by
# CMake's find_package, in C, C++ and Python), completions, manual page, examples, documentation.
# A copy of the installed folder elsewhere works as well.
set -eu
. "$SELVAGE_ROOT/tests/script/kit.sh"
cmake --install "$SELVAGE_BUILD" --prefix "$work/first" > "$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/prefix"
prefix=$work/prefix
library=$(dirname "$(find "$prefix" -name libselvage.a)")
export PKG_CONFIG_PATH=$library/pkgconfig
cp "$SELVAGE_ROOT"/examples/embed/check.* "$SELVAGE_ROOT/examples/race.bp" "$SELVAGE_ROOT/examples/account.c" .

documents=$(dirname "$(find "$prefix" -name README.md)")
for file in bin/selvage include/selvage.h share/man/man1/selvage.1 share/bash-completion/completions/selvage \
  share/zsh/site-functions/_selvage share/fish/vendor_completions.d/selvage.fish; do
  [ -s "$prefix/$file" ] || fail "$file is not installed"
done
for file in libselvage.so libselvage.so.0 libselvage.a pkgconfig/selvage.pc cmake/Selvage/SelvageConfig.cmake; do
  [ -s "$library/$file" ] || fail "$file is not installed"
done
for file in README.md LICENSE docs/tutorial.md docs/selvage.schema.json examples/race.bp examples/embed/check.c; do
  [ -s "$documents/$file" ] || fail "$file is not installed"
done
if command -v man > /dev/null; then
  for page in "$prefix"/share/man/man1/*.1; do
    MANWIDTH=100 man --warnings -l "$page" > page 2> warnings || fail "man cannot show $page"
    grep -q '^EXIT STATUS' page || fail "$page is not what it should be"
    [ ! -s warnings ] || { fail "warnings about $page:"; cat warnings; }
  done
  for command in check simulate replay explain show sweep serve; do
    [ -s "$prefix/share/man/man1/selvage-$command.1" ] || fail "selvage $command has no page"
  done
fi

expect 1 'violated: assertion' "$prefix/bin/selvage" check race.bp
if [ -f "$library/selvage/selvage_llvm.so" ]; then
  expect '[01]' 'holds|violated' "$prefix/bin/selvage" check account.c
fi

# --- C and C++, by pkg-config
flags() { pkg-config "$@"; }
answers() { # name, program: the C example's answer
  expect 0 '^violated  assertion assert:5$' "$2"
  expect 0 '^ +[0-9]+  withdraw\([01]\), line 4: balance = balance - 7  -->  balance = 252$' "$2"
}
if command -v pkg-config > /dev/null; then
  cc -std=c11 -Wall -Wextra -Werror check.c $(flags --cflags --libs selvage) "-Wl,-rpath,$library" -o shared
  ldd shared | grep -q 'libselvage.so.0 => '"$library" || fail "the shared library is not used"
  answers shared ./shared
  cc -std=c11 -Wall -Wextra -Werror check.c $(flags --cflags --libs selvage-static) -o static
  ldd static | grep -q libselvage && fail "the static library is not used"
  answers static ./static
  [ "$(flags --modversion selvage)" = "$(cat "$SELVAGE_ROOT/VERSION")" ] || fail "pkg-config has another version"
  if command -v c++ > /dev/null; then
    c++ -std=c++14 -Wall -Wextra -Werror check.cpp $(flags --cflags --libs selvage) "-Wl,-rpath,$library" -o plus
    expect 1 '^race.bp: assertion assert:13: violated after 1[0-9] steps$' ./plus race.bp
    expect 65 'missing.bp: error: cannot read' ./plus race.bp missing.bp
  fi
fi

# --- a C program that lies in memory, by a library that lies elsewhere than it was built
cat > memory.c <<'END'
#include <selvage.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  selvage *s = selvage_new();
  selvage_model *m = selvage_load_text(s, "/nowhere/p \"q\".c", argv[argc - 1], strlen(argv[argc - 1]));
  selvage_answer *a = selvage_check(s, m);
  selvage_diagnostic d = {0};
  selvage_step last = {0};
  const selvage_trace *t = selvage_answer_first_trace(a);
  if (selvage_model_diagnostic(m, 0, &d)) return puts(d.message), (int)d.place.line;
  if (!t || !selvage_trace_step(t, selvage_trace_length(t) - 1, &last)) return 100;
  puts(last.statement);
  return strcmp(last.place.file, "/nowhere/p \"q\".c") ? 101 : (int)last.place.line;
}
END
if [ -f "$library/selvage/selvage_llvm.so" ] && command -v clang > /dev/null; then
  cc memory.c -I"$prefix/include" -L"$library" -lselvage "-Wl,-rpath,$library" -o memory
  expect 4 'assert\(x\)' ./memory $'#include <assert.h>\nint x;\nint main(void) {\n  assert(x);\n}\n'
  expect 2 'y' ./memory $'int main(void) {\n  return y;\n}\n'
fi

# --- CMake
cat > CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(client C)
find_package(Selvage 0.1 REQUIRED)
add_executable(with_shared check.c)
target_link_libraries(with_shared PRIVATE Selvage::selvage)
add_executable(with_static check.c)
target_link_libraries(with_static PRIVATE Selvage::static)
END
cmake -S . -B client "-DCMAKE_PREFIX_PATH=$prefix" > log 2>&1 && cmake --build client >> log 2>&1 ||
  { fail "find_package(Selvage)"; cat log; }
ldd client/with_shared | grep -q libselvage || fail "Selvage::selvage is not the shared library"
ldd client/with_static | grep -q libselvage && fail "Selvage::static is not the static library"
answers cmake ./client/with_shared
answers cmake ./client/with_static

# --- Python
if command -v python3 > /dev/null; then
  export SELVAGE_LIBRARY=$library/libselvage.so.0
  expect 1 '^  violated  assertion assert:13$' python3 check.py race.bp
  expect 1 '^    11 thread\[[01]\] +line 13 +assert\(!sold\)$' python3 check.py race.bp
  printf 'void main() begin\n  x := 1;\nend\n' > bad.bp
  expect 65 '^bad.bp:2:3: ' python3 check.py bad.bp
  if [ -f "$library/selvage/selvage_llvm.so" ]; then expect '[01]' 'holds|violated' python3 check.py account.c; fi
fi

exit $((failures > 0))
