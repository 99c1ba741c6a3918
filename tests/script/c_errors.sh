#!/usr/bin/env bash
# builds: release debug
# timeout: 300
#
# What is said about C programs that are wrong or use what is not supported:
# for every tests/errors/c/NAME.c the output is that of NAME.expected, whose last
# line is the exit status (65: clang refuses it, 2: not supported). With
# SELVAGE_UPDATE=1 the expectations are written; read the difference then.
# Broken bitcode, an unreadable file and a missing clang are messages as well;
# without LLVM all that can be tested is the message that says so.
set -u

failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
wrong() { echo "FAILED $*"; failed=$((failed + 1)); }

# A copy of the program alone finds no module: that is what a build without LLVM says.
echo 'int x; int main(void) { x = 1; return x; }' > "$scratch/good.c"
cp "$SELVAGE" "$scratch/selvage"
"$scratch/selvage" check "$scratch/good.c" > "$scratch/out" 2>&1
status=$?
if [ $status = 65 ] && grep -q 'built without LLVM' "$scratch/out"; then :
elif [ $status = 65 ] && ! command -v clang > /dev/null && grep -q 'need clang' "$scratch/out"; then :
else wrong "without LLVM: status $status, $(cat "$scratch/out")"; fi

if ! [ -f "$SELVAGE_BUILD/selvage_llvm.so" ]; then
  "$SELVAGE" check "$scratch/good.c" > "$scratch/out" 2>&1
  if [ $? != 65 ]; then wrong "without LLVM: $(cat "$scratch/out")"; fi
  if [ $failed != 0 ]; then exit 1; fi
  echo "skipped: this build has no LLVM, and says so"
  exit 77
fi
command -v clang > /dev/null || { echo "skipped: clang is not installed"; exit 77; }

cd "$SELVAGE_ROOT/tests/errors/c" || exit 1
files=0
for file in *.c; do
  files=$((files + 1))
  timeout 60 "$SELVAGE" check --quiet --time 30 "$file" > "$scratch/out" 2>&1 < /dev/null
  status=$?
  sed -i -E '/ MB, engine /d; s/: (holds|violated): .*/: \1/' "$scratch/out"  # no times, no counts
  echo "status $status" >> "$scratch/out"
  if [ -n "${SELVAGE_UPDATE-}" ]; then cp "$scratch/out" "${file%.c}.expected"; fi
  diff -u "${file%.c}.expected" "$scratch/out" || wrong "$file"
done
for expected in *.expected; do [ -f "${expected%.expected}.c" ] || wrong "$expected has no program"; done

# LLVM ends its process on broken bitcode; ours goes on.
clang -c -emit-llvm -g -o "$scratch/good.bc" "$scratch/good.c" || wrong "clang"
"$SELVAGE" check --quiet "$scratch/good.bc" > /dev/null 2>&1 || wrong "good bitcode"
size=$(wc -c < "$scratch/good.bc")
for at in 5 60 200 400 800 $((size / 2)) $((size - 200)); do
  cp "$scratch/good.bc" "$scratch/bad.bc"
  printf '\377\377\377\377\000\377' | dd of="$scratch/bad.bc" bs=1 seek="$at" conv=notrunc status=none
  timeout 60 "$SELVAGE" check --quiet "$scratch/bad.bc" > "$scratch/out" 2>&1
  case $? in 65 | 0 | 2) ;; *) wrong "bitcode broken at $at: $(head -2 "$scratch/out")" ;; esac
done
head -c "$((size / 3))" "$scratch/good.bc" > "$scratch/cut.bc"
"$SELVAGE" check "$scratch/cut.bc" > "$scratch/out" 2>&1
[ $? = 65 ] || wrong "half a bitcode: $(head -2 "$scratch/out")"
echo 'define i32 @main( {' > "$scratch/bad.ll"
"$SELVAGE" check "$scratch/bad.ll" > "$scratch/out" 2>&1
[ $? = 65 ] || wrong "bad .ll: $(head -2 "$scratch/out")"

# Several files are one program; flags for clang behind --, but none that could do harm.
parts() { "$SELVAGE" check --quiet --time 60 "$scratch/one.c" "$@" > "$scratch/out" 2>&1; }
cat > "$scratch/one.c" << 'END'
#include <assert.h>
extern int shared;
static int own = 1;
void step(void);
int main(void) { step(); assert(own == 1 && shared == STEP); return 0; }
END
cat > "$scratch/two.c" << 'END'
int shared;
static int own = 2;
void step(void) { shared += own; }
END
parts --with "$scratch/two.c" -- -DSTEP=2 || wrong "two files: $(cat "$scratch/out")"
parts --with "$scratch/two.c" --trace "$scratch/trace.json" -- -D STEP=3
[ $? = 1 ] || wrong "two files, violated: $(cat "$scratch/out")"
"$SELVAGE" replay "$scratch/trace.json" "$scratch/one.c" 2>&1 | grep -q "is a real run" ||
  wrong "replay of two files: $(cat "$scratch/out")"
refused() {
  local words=$1
  shift
  parts "$@"
  [ $? = 65 ] && grep -q "$words" "$scratch/out" || wrong "$*: $(cat "$scratch/out")"
}
refused 'two define the same' --with "$scratch/two.c" --with "$scratch/two.c" -- -DSTEP=2
refused 'No such file' --with "$scratch/three.c"
refused 'not taken: -fplugin' -- -DSTEP=2 -fplugin=x.so
refused 'not taken: -Wl' -- -Wl,x
refused 'not taken: -o' -- -o x
refused 'not taken: -D' -- -D

# a trace shows statements, not the lines that they are in
cat > "$scratch/line.c" << 'END'
extern void __VERIFIER_assert(int);
int g, h; void a(void) { g++; } void b(int x) { if (x) { h = g; } else h = 7; }
int main(void) { for (int i = 0; i < 2; i++) a(); do { g--; } while (g > 1); b(g); __VERIFIER_assert(h > 1); }
END
"$SELVAGE" check "$scratch/line.c" > "$scratch/out" 2>&1
for shown in 'g++;' 'g--;' 'h = g;' '__VERIFIER_assert(h > 1);'; do
  grep -qE "^ +[0-9]+ +main +line.c:[23] +$(printf '%s' "$shown" | sed 's/[+()]/[&]/g')( |\$)" "$scratch/out" ||
    wrong "no \"$shown\" in $(cat "$scratch/out")"
done

PATH=/nowhere "$SELVAGE" check "$scratch/good.c" > "$scratch/out" 2>&1
[ $? = 65 ] || wrong "no clang: status"
grep -q 'need clang' "$scratch/out" || wrong "no clang: $(cat "$scratch/out")"

echo "$files files, $failed failed"
[ $failed = 0 ]
