# shellcheck shell=bash
# _kit.sh -- what parts share; read (`.`) at their beginning. SLICES is the number of slices,
# `run_slice I` does one and calls `total`.

skip() { echo "$*"; exit 77; }
need() { for tool in "$@"; do command -v "$tool" > /dev/null || skip "there is no $tool"; done; }

total() { # agree differ late
  echo "long: $1 agree, $2 differ, $3 late"
}

# number PATTERN FILE: the last number that the group of a sed pattern finds, or 0.
number() {
  local found
  found=$(sed -nE "s/(^|.*[^0-9])$1.*/\2/p" "$2" | tail -n 1)
  echo "${found:-0}"
}

main() {
  case ${1-} in
    slices) echo "$SLICES" ;;
    run) run_slice "$2" ;;
    *) echo "usage: ${0##*/} slices | run I" >&2; exit 64 ;;
  esac
}
