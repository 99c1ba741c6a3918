# shellcheck shell=bash
# kit.sh -- read (`.`) by scripts that try many small things: a folder of their own, in which they
# begin, and a count of what fails. They end with `exit $((failures > 0))`. With STOP_AT_FIRST nothing
# is tried any more behind the first failure (tests/mutation/run.py).
work=$(mktemp -d)
# A child that is killed before it has become another program must not clean up for its parent.
trap '[ "$BASHPID" != "$$" ] || rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
  [ -z "${STOP_AT_FIRST-}" ] || exit 1
}

# expect STATUS PATTERN COMMAND…: the status, and a line that matches, in stdout or stderr.
expect() {
  local want=$1 pattern=$2 status=0
  shift 2
  timeout 60 "$@" > "$work/out" 2> "$work/err" < /dev/null || status=$?
  if ! [[ $status =~ ^$want$ ]] || ! cat "$work/out" "$work/err" | grep -qE -- "$pattern"; then
    fail "$* -> status $status, wanted $want and /$pattern/"
    head -n 20 "$work/out" "$work/err"
  fi
}
