#!/usr/bin/env bash
# Every option that is declared is used: somewhere above base/ its field is
# read.
set -eu

cd "$SELVAGE_ROOT"
names=$(sed -nE 's/^ *(FLAG|NUMBER|CHOICE|STRING|LIST)\(([a-z_0-9]+), *"--.*/\2/p' src/base/options.h)
if [ -z "$names" ]; then
  echo "no options found in src/base/options.h"
  exit 1
fi

files=$(find src -name '*.[ch]' ! -path 'src/base/*')
status=0
for name in $names; do
  if ! grep -qE "(->|\.)$name\b" $files; then
    echo "option $name is declared, but never read"
    status=1
  fi
done
exit $status
