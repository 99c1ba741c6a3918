#!/usr/bin/env bash
# timeout: 300
#
# Guards, choices, junctions, histories and joins as chapter 14 of the UML's specification (2.5.1) describes them, of which PSSM's suite
# has no test: small machines, and the logs of all their complete runs, compact and flattened, with atomic and with interleaved steps.
set -u
. "$SELVAGE_ROOT/tests/script/kit.sh"

sentences=0

# logs WHAT STIMULUS 'LOG | LOG …' <MODEL: exactly these, in any order, whatever a step is.
logs() {
  local what=$1 stimulus=$2 wanted found
  wanted=$(sed 's/ | /\n/g' <<< "$3" | sort | sed -z 's/\n$//; s/\n/ | /g')
  sentences=$((sentences + 1))
  cat > model.puml
  for options in '--regions atomic' '--regions interleaved' '--flatten'; do
    # shellcheck disable=SC2086
    found=$(timeout 60 "$SELVAGE" show --logs --stimulus "$stimulus" $options model.puml 2> err | sort | sed -z 's/\n$//; s/\n/ | /g')
    [ "$found" = "$wanted" ] && continue
    fail "$what, $options: logs are '$found', wanted '$wanted'"
    head -n 5 err
  done
}

# ---- guards (14.2.3.9.1, 14.2.3.8)

guarded() {
  cat <<M
' signals: e(v: Integer)
@startuml
' attributes: x: Integer, y: Integer
[*] --> S
S --> T : e(v) [$1] / log "T"
S --> U : e(v) [$2] / log "U"
S : e(v) [$3] / y = y + 1; log "in %d", y
@enduml
M
}
guarded 'v > 2' 'v < 2' 'v == 2' > in
logs 'a guard reads the data of the event' 'e(3)' T < in
logs 'another value, another way' 'e(1)' U < in
logs 'the event of an internal transition has been used up' 'e(2) e(2) e(5)' 'in 1::in 2::T' < in
guarded 'v > 1' 'v > 2' 'false' > in
logs 'of two that are enabled at one source either fires, never both' 'e(3) e(3)' 'T | U' < in
guarded 'false' 'v / 2 == 1 && x == 0' 'x != 0' > in
logs 'a guard that is false is as if the transition were not there' 'e(1) e(2)' U < in
logs 'no guard is a guard that is true' 'e e' 'a::b' <<'M'
@startuml
[*] --> S
S --> T : e / log "a"
T --> S : e [true] / log "b"
@enduml
M
logs 'guards are read before anything of the step happens, exits too' 'e' 'out 1::T' <<'M'
@startuml
' attributes: x: Integer
[*] --> S
S : exit / x = 1; log "out %d", x
S --> T : e [x == 0] / log "T"
S --> U : e [x == 1] / log "U"
@enduml
M
logs 'a guard of an inner transition that is false lets the outer one fire, a true one does not' 'e e' 'inner::outer' <<'M'
@startuml
' attributes: x: Integer
[*] --> S
state S {
  [*] --> A
  A : e [x == 0] / x = 1; log "inner"
}
S --> T : e [x < 2] / log "outer"
@enduml
M

# ---- choices (14.2.3.7)

choice() {
  cat <<M
' signals: e(v: Integer)
@startuml
' attributes: x: Integer
state c <<$1>>
[*] --> S
S : exit / x = x + 1
S --> c : e(v) / x = x + v
c --> A : [x > 3] / log "A %d", x
c --> B : [x > 2 && x < 9] / log "B %d", x
c --> C : [else] / log "C %d", x
@enduml
M
}
choice choice > in
logs 'the guards of a choice see what exits and effect have done' 'e(2)' 'B 3' < in
logs 'of several that are true any is taken' 'e(5)' 'A 6 | B 6' < in
logs 'else is taken where no other is true' 'e(1)' 'C 2' < in
choice junction > in
logs 'the guards of a junction do not' 'e(5)' 'C 6' < in
logs 'a choice may stand behind a choice, and sees the effect in between' 'e' 'one::two' <<'M'
@startuml
' attributes: x: Integer
state c <<choice>>
state d <<choice>>
[*] --> S
S --> c : e
c --> d : [x == 0] / x = 7; log "one"
c --> T : [else] / log "wrong"
d --> U : [x == 7] / log "two"
d --> V : [else] / log "wrong"
@enduml
M
logs 'an initial state may lead to a choice' '' 'B' <<'M'
@startuml
' attributes: x: Integer = 1
state c <<choice>>
[*] --> c
c --> A : [x == 0] / log "A"
c --> B : [x == 1] / log "B"
@enduml
M
logs 'a choice inside of a state enters it before the guards are read' 'e' 'S::c' <<'M'
@startuml
' attributes: x: Integer
[*] --> O
state S {
  state c <<choice>>
  c --> A : [x == 1] / log "c"
  c --> B : [else] / log "wrong"
}
S : entry / x = 1; log "S"
O --> c : e
@enduml
M

# ---- junctions (14.2.3.7)

junction() {
  cat <<M
@startuml
' attributes: x: Integer = $1
state j <<junction>>
state k <<junction>>
[*] --> S
S --> j : e / x = 9; log "e"
S --> j : f / log "f"
j --> k : [x < 2] / log "low"
j --> H : [else] / log "high"
k --> Z : [x == 0] / log "zero"
k --> O : [x == 1] / log "one"
@enduml
M
}
junction 0 > in
logs 'a way through several junctions is one transition, whose guards are all read first' 'e' 'e::low::zero' < in
logs 'several transitions meet in a junction' 'f' 'f::low::zero' < in
junction 1 > in
logs 'the way parts there again' 'e' 'e::low::one' < in
junction 5 > in
logs 'else at a junction' 'e' 'e::high' < in
junction -1 > in
logs 'a way that ends at false guards is no way: the event is lost, the state is kept' 'e f' '' < in
logs 'of several ways whose guards are true any is taken' 'e' '1 | 2' <<'M'
@startuml
state j <<junction>>
[*] --> S
S --> j : e
j --> A : [true] / log "1"
j --> B : [true] / log "2"
@enduml
M
logs 'a junction behind a choice is read when the choice is' 'e' 'new' <<'M'
@startuml
' attributes: x: Integer
state c <<choice>>
state j <<junction>>
[*] --> S
S --> c : e / x = 1
c --> j : [x == 1] / x = 0
c --> T : [else] / log "else"
j --> T : [x == 1] / log "new"
j --> T : [x == 0] / log "late"
@enduml
M
logs 'the data of the event are kept for what comes behind a choice' 'e(4)' '4' <<'M'
' signals: e(v: Integer)
@startuml
' attributes: x: Integer
state c <<choice>>
[*] --> S
S --> c : e(v) / x = v
c --> A : [x > 3] / log "%d", x
c --> B : [else] / log "wrong"
@enduml
M
logs 'a completion transition may lead through a junction' '' 'yes' <<'M'
@startuml
' attributes: x: Integer = 1
state j <<junction>>
[*] --> S
S --> j
j --> A : [x == 1] / log "yes"
j --> B : [x == 0] / log "no"
@enduml
M

# ---- histories (14.2.3.7)

history() {
  cat <<M
@startuml
[*] --> O
state S {
  [*] --> P
  state P {
    [*] --> P1
    P1 --> P2 : e
    P1 : entry / log "P1"
    P2 : entry / log "P2"
  }
  state Q
  P --> Q : f
  P : entry / log "P"
  Q : entry / log "Q"
  $2
}
O --> S : go
S --> O : out
O --> S[$1] : back
@enduml
M
}
history H '' > in
logs 'a history that was never left and has no default goes the way of its region' 'back' 'P::P1' < in
logs 'shallow: the last state, entered by default' 'go e out back' 'P::P1::P2::P::P1' < in
logs '… another one' 'go f out back' 'P::P1::Q::Q' < in
logs 'it is the last time that counts' 'go f out go out back' 'P::P1::Q::P::P1::P::P1' < in
history 'H*' '' > in
logs 'deep: all that was active' 'go e out back' 'P::P1::P2::P::P2' < in
logs 'after it, things go on as ever' 'go out back e' 'P::P1::P::P1::P2' < in
logs 'twice' 'go e out back out back' 'P::P1::P2::P::P2::P::P2' < in
history 'H*' '[H*] --> Q : / log "default"' > in
logs 'a default of a deep history' 'back' 'default::Q' < in
logs '… only the first time' 'back out back' 'default::Q::Q' < in
orthogonal() {
  cat <<M
@startuml
[*] --> S
state S {
  [*] --> A
  A --> B : e
  A : entry / log "A"
  B : entry / log "B"
  $2
  --
  [*] --> C
  C --> D : f
  D : exit / log "d"
}
S --> O : out
O --> $1 : back
@enduml
M
}
orthogonal 'S' '' > in
logs 'without a history a state begins anew' 'e f out back' 'A::B::d::A' < in
orthogonal 'h' '[H] --> A
state "h" as h <<history>>' > in
logs 'a history restores its own region; the others begin anew' 'e f out back out' 'A::B::d::B' < in
logs 'exits and entries of what is restored take place' 'e back' 'in::out::in' <<'M'
@startuml
[*] --> S
state S {
  [*] --> A
  A : entry / log "in"
  A : exit / log "out"
}
S --> O : e
O --> S[H*] : back
@enduml
M

ended() {
  cat <<M
@startuml
[*] --> S
state S {
  [*] --> P
  state P {
    [*] --> A
    A --> [*] : a / log "a"
    --
    state E <<end>>
    [*] --> B
    B --> E : b / log "b"
  }
  P : f [in(E)] / log "ended"
  P --> [*] : / log "P"
}
S --> O : out
O --> S[$1] : back
@enduml
M
}
ended 'H*' > in
logs 'a region that has ended inside of what is restored has still ended' 'b out back f' 'b::ended' < in
logs '… so its state completes with the others' 'b out back b a' 'b::a::P' < in
logs '… but the region of the history begins anew where it has ended itself' 'b a out back f b' 'b::a::P::b' < in
ended 'H' > in
logs 'shallow, it begins anew' 'b out back f b' 'b::b' < in

# ---- joins and forks (14.2.3.7)

logs 'a join is passed when the last of its regions comes, whichever that is' 'f e' 'f::e::J' <<'M'
@startuml
state j <<join>>
[*] --> S
state S {
  [*] --> A
  A --> A2 : e / log "e"
  --
  [*] --> B
  B --> B2 : f / log "f"
}
A2 --> j
B2 --> j
j --> T : / log "J"
@enduml
M
logs 'regions that a fork does not name are entered by default' 'e f' 'A2::C' <<'M'
@startuml
state k <<fork>>
[*] --> O
state S {
  [*] --> A
  A : entry / log "A"
  A2 : entry / log "A2"
  --
  [*] --> B
  B : entry / log "B"
  B2 --> B : never
  --
  [*] --> C
  C --> D : f / log "C"
}
O --> k : e
k --> A2
k --> B2
@enduml
M

echo "$sentences sentences, $failures failed"
exit $((failures > 0))
