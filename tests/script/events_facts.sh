#!/usr/bin/env bash
# timeout: 120
#
# The engine `events` with facts that others have shown: loops that go on for ever and have a proof, guesses that
# are wrong and must not be used, and answers that say on what they rest.
set -u

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# expect ANSWER NAME WORD...: the program is read from standard input.
expect() {
  local want=$1 name=$2 word got
  shift 2
  cat >"$scratch/$name"
  for word in "$@"; do
    got=$("$SELVAGE" check --engine events --facts "$word" --deadlock off --time 60 --quiet "$scratch/$name" 2>&1)
    case $got in
      "$scratch/$name: "$want*) ;;
      *) echo "FAILED $name, $word: not $want: $(echo "$got" | head -n 3)"; failed=1 ;;
    esac
  done
}

# Without facts no unwinding is enough.
expect "holds: no violation can be traced back: 0 events, 2 frontiers; facts used: inside <= 1 (induction), " turns.proc induction all <<'END'
bool free = true;
int[0..2] inside = 0;
process p[i : 0..1] {
  while true {
    atomic { await free; free = false; }
    inside = inside + 1;
    assert inside == 1;
    inside = inside - 1;
    free = true;
  }
}
END

expect "holds*facts used: *place*(bdd)" gate.svm bdd <<'END'
var free : bool = true
property both assertion
process P
  location out
  location in
  action enter
    from out -> in
    guard free
    set free := false
  action leave
    from in -> out
    set free := true
  action meet
    from in
    guard (at Q 0 in)
    fails both
end
process Q
  location out
  location in
  action enter
    from out -> in
    guard free
    set free := false
  action leave
    from in -> out
    set free := true
end
END
expect "holds*facts used: *place*(ic3)" again.svm ic3 <"$scratch/gate.svm"

# What a look ahead has never seen may come about.
expect violated rare.proc off induction bdd ic3 all <<'END'
int[0..100000] n = 0;
bool seen = false;
process p { havoc n; await n == 77777; seen = true; }
process q { await seen; assert false; }
END

# A proof that rests on facts is not certified, and says so.
said=$("$SELVAGE" check --engine events --facts induction --deadlock off --certify --format json "$scratch/turns.proc" 2>&1)
case $said in
  *'"certified":false'*'given '*' facts that are not shown again'*) ;;
  *) echo "FAILED turns.proc: what is said of its certificate: $said"; failed=1 ;;
esac

exit $failed
