#!/usr/bin/env bash
# timeout: 300
#
# What docs/language-uml.md says a state machine means, sentence by sentence: small machines, and the logs of all their
# complete runs or the answer to a question.
set -u
. "$SELVAGE_ROOT/tests/script/kit.sh"

sentences=0

# logs WHAT 'OPTIONS' 'LOG | LOG …' <MODEL: exactly these, in any order.
logs() {
  local what=$1 options=$2 wanted=$3 found
  sentences=$((sentences + 1))
  cat > model.puml
  cp model.puml again
  eval "set -- $options"
  found=$(timeout 60 "$SELVAGE" show --logs "$@" model.puml 2> err | sort | sed -z 's/\n$//; s/\n/ | /g')
  wanted=$(sed 's/ | /\n/g' <<< "$wanted" | sort | sed -z 's/\n$//; s/\n/ | /g')
  [ "$found" = "$wanted" ] && return
  fail "$what: logs are '$found', wanted '$wanted'"
  head -n 5 err
}

# asks WHAT STATUS PATTERN 'OPTIONS' <MODEL: `check` ends like that and says something like this.
asks() {
  local what=$1 status=$2 pattern=$3 options=$4
  sentences=$((sentences + 1))
  cat > model.puml
  cp model.puml again
  eval "set -- $options"
  local before=$failures
  expect "$status" "$pattern" "$SELVAGE" check "$@" model.puml
  [ $failures = "$before" ] || echo "  ($what)"
}

# ---- steps, pools

logs 'events are taken in their order, each run to completion' "--stimulus 'e f'" 'e::A::f' <<'M'
@startuml
[*] --> S
S --> T : e / log "e"
T --> U
U --> V : f / log "f"
U : entry / log "A"
@enduml
M
logs 'objects interleave' "" 'a::b | b::a' <<'M'
' objects: a: A, b: B
@startuml A
[*] --> S : / log "a"
@enduml
@startuml B
[*] --> S : / log "b"
@enduml
M
logs 'an event that enables nothing is consumed' "--stimulus 'f e'" 'e' <<'M'
@startuml
[*] --> S
S --> T : e / log "e"
T --> U : f / log "f"
@enduml
M
asks 'what is consumed is listed' 0 'lost: f, which .* consumes' '' <<'M'
@startuml
[*] --> S
S --> T : e
T --> S : f
@enduml
M
asks 'a pool that overflows violates a property' 1 'violated.*overflow' '--pool 1' <<'M'
' signals: e
@startuml
[*] --> S : / send self.e; send self.e
@enduml
M
asks 'nothing is lost silently: a pool that is large enough' 0 'holds' '--pool 2 --deadlock off' <<'M'
' signals: e
@startuml
[*] --> S : / send self.e; send self.e
@enduml
M
asks 'an event that is taken leaves room for a message to the object itself' 0 'holds' '--pool 1 --stimulus e' <<'M'
@startuml
[*] --> S
S : e / send self.e
@enduml
M
asks '… for one of them' 1 'violated.*overflow' '--pool 1 --stimulus e' <<'M'
@startuml
[*] --> S
S : e / send self.e; send self.e
@enduml
M
logs 'the innermost source that is enabled goes first' "--stimulus 'e e'" 'inner::outer' <<'M'
@startuml
[*] --> S
state S {
  [*] --> A
  A --> B : e / log "inner"
}
S --> T : e / log "outer"
@enduml
M
logs 'an inner transition whose guard is false leaves the event to the outer one' "--stimulus 'e'" 'outer' <<'M'
@startuml
' attributes: x: Integer
[*] --> S
state S {
  [*] --> A
  A --> B : e [x > 0] / log "inner"
}
S --> T : e / log "outer"
@enduml
M
asks 'a message to an object that has finished is dropped and reported' 0 'lost: a message to an object that has finished' \
  '--deadlock off' <<'M'
' objects: a: A(b = b), b: B
' signals: e
@startuml A
' attributes: b: B
[*] --> S : / send b.e
@enduml
@startuml B
[*] --> [*]
@enduml
M
leaves=$(cat <<'M'
' objects: a: A(b = b), b: B
' signals: m, n
@startuml A
' attributes: b: B
[*] --> S : / send b.m; send b.n
@enduml
@startuml B
[*] --> S
S --> [*] : m
@enduml
M
)
asks 'what still waits when an object finishes is dropped and reported' 0 'lost: what waits when b finishes, by S --> \[\*\] : m' \
  '--deadlock off' <<< "$leaves"
asks '… by other engines, too' 0 'lost: what waits when b finishes, by S --> \[\*\] : m' '--deadlock off --engine bdd' <<< "$leaves"
asks '… and where it is left to a terminate pseudostate, and was deferred' 0 'lost: what waits when b finishes, by S --> X : n' \
  '--deadlock off' < <(sed "s/S --> \[\*\] : m/' <<terminate>> X\nstate X <<end>>\nS --> X : n\nS : defer m/" <<< "$leaves")
asks '… and what it sends to itself then' 0 'lost: what waits when b finishes, by S --> \[\*\] : m' \
  '--deadlock off' < <(sed 's/send b.m; send b.n/send b.m/; s/\] : m/] : m \/ send n/' <<< "$leaves")
sed 's/send b.m; send b.n/send b.m/' <<< "$leaves" > one.puml
"$SELVAGE" check --quiet --deadlock off one.puml | grep lost && fail 'where nothing waits nothing is reported'

# ---- orthogonal regions

asks 'regions take an event together' 1 'violated' "--reach 'in(b) && in(d)'" <<'M'
@startuml
[*] --> S
state S {
  [*] --> a
  a --> b : e
  --
  [*] --> c
  c --> d : e
}
@enduml
M
through=$(cat <<'M'
@startuml
[*] --> S
state S {
  state X <<exitPoint>>
  [*] --> A
  A --> X : f / log "out"
  --
  [*] --> B
  B --> C : f / log "inside"
  C : entry / log "C"
}
X --> T
T : entry / log "T"
T --> T : f / log "again"
@enduml
M
)
logs 'what may leave a state around several regions fires last' "--stimulus 'f f'" 'inside::C::out::T::again::T' <<< "$through"
logs 'interleaved: a state is left when all inside of it is done' "--regions interleaved --stimulus 'f f'" \
  'inside::C::out::T::again::T | inside::out::C::T::again::T | out::inside::C::T::again::T' <<< "$through"
twice=$(cat <<'M'
@startuml
[*] --> S
state S {
  state c <<choice>>
  [*] --> A
  A --> c : f / log "a"
  --
  state d <<choice>>
  [*] --> B
  B --> d : f / log "b"
}
c --> T
d --> U
T : entry / log "T"
T --> V : f / log "V"
U : entry / log "U"
@enduml
M
)
logs 'what was chosen inside of a state that is left does not fire' "--stimulus 'f f'" 'a::T::V' <<< "$twice"
logs 'interleaved: of several that may leave the state any may be first, and what the others have not done is not done' \
  "--regions interleaved --stimulus 'f f'" \
  'a::T::V | a::b::T::V | a::b::U | b::U | b::a::T::V | b::a::U' <<< "$twice"
points=$(cat <<'M'
@startuml
[*] --> S
state S {
  state X <<exitPoint>>
  state Y <<exitPoint>>
  [*] --> A
  A --> X : f / log "a"
  --
  [*] --> B
  B --> Y : f / log "b"
}
S : exit / log "xs"
X --> T
Y --> U
T : entry / log "T"
U : entry / log "U"
@enduml
M
)
logs 'two exit points at the same time: the one of the first region' "--stimulus f" 'a::xs::T' <<< "$points"
logs '… and interleaved either of them, after which nothing happens inside' "--regions interleaved --stimulus f" \
  'a::xs::T | a::b::xs::T | a::b::xs::U | b::xs::U | b::a::xs::T | b::a::xs::U' <<< "$points"
forked=$(cat <<'M'
@startuml
[*] --> S
state S {
  state F <<fork>>
  [*] --> A
  A --> F : f / log "a"
}
S : exit / log "xs"
A : exit / log "xa"
state T {
  state T1
  --
  state T2
}
T : entry / log "T"
F --> T1
F --> T2
@enduml
M
)
logs 'a fork inside of a state whose legs lead out of it leaves the state' "--stimulus f" 'xa::a::xs::T' <<< "$forked"
logs '… interleaved, too' "--stimulus f --regions interleaved" 'xa::a::xs::T' <<< "$forked"
asks 'behind a state that is left nothing inside of it is active' 0 'holds' "--stimulus 'f f' --reach 'in(B) && in(T)'" <<< "$twice"
joined=$(cat <<'M'
@startuml
[*] --> S
state J <<join>>
state S {
  [*] --> A
  A --> J : f / log "a"
  --
  [*] --> B
  B --> J : f / log "b"
  --
  [*] --> D
  D --> E : f / log "d"
}
S : exit / log "exit"
J --> T
T : entry / log "T"
@enduml
M
)
logs 'the last one at a join leaves the state before its effect; other regions are done by then' "--stimulus f" \
  'd::a::exit::b::T' <<< "$joined"
logs 'a join with interleaved steps' "--regions interleaved --stimulus f" \
  'a::d::exit::b::T | b::d::exit::a::T | d::a::exit::b::T | d::b::exit::a::T' <<< "$joined"
logs 'the region of a source is left when it is done, whatever the others do' "--regions interleaved --stimulus 'f'" \
  'xb::b::e | xb::e::b | e::xb::b' <<'M'
@startuml
[*] --> S
state J <<join>>
state S {
  [*] --> A
  A --> E : f / log "e"
  A2 --> J : f
  --
  [*] --> B
  B : exit / log "xb"
  B --> J : f / log "b"
}
J --> T
@enduml
M
two=$(cat <<'M'
@startuml
[*] --> S
state S {
  [*] --> a
  a --> b : e / log "1"
  b : entry / log "2"
  --
  [*] --> c
  c --> d : e / log "3"
  d : entry / log "4"
}
@enduml
M
)
logs 'atomic: one transition after the other, in the order of the regions' "--stimulus e" '1::2::3::4' <<< "$two"
logs 'interleaved: exit, effect and entry are units' "--stimulus e --regions interleaved" \
  '1::2::3::4 | 1::3::2::4 | 1::3::4::2 | 3::1::2::4 | 3::1::4::2 | 3::4::1::2' <<< "$two"
logs 'guards of all regions are read before the first of them fires' "--stimulus e" 'one::two' <<'M'
@startuml
' attributes: x: Integer
[*] --> S
state S {
  [*] --> a
  a --> b : e / x = 1; log "one"
  --
  [*] --> c
  c --> d : e [x == 0] / log "two"
}
@enduml
M
logs 'interleaved: regions are entered in any order, an entry without behaviour belongs to what precedes it' \
  "--regions interleaved" '1::2 | 2::1' <<'M'
@startuml
[*] --> S
state S {
  [*] --> a : / log "1"
  --
  [*] --> c : / log "2"
}
@enduml
M
logs 'interleaved: of several ways on, those with a behaviour are as possible as those without' \
  "--regions interleaved" 'b | ' <<'M'
@startuml
[*] --> S
state S {
  state c <<choice>>
  [*] --> c
  c --> a
  c --> b
  b : entry / log "b"
  --
  [*] --> d
}
@enduml
M
asks 'transitions of one step that do not commute' 1 'violated: .*race' '' <<'M'
@startuml
' attributes: x: Integer
[*] --> S
state S {
  [*] --> a
  a --> b : e / x = 1
  --
  [*] --> c
  c --> d : e / x = x + x
}
@enduml
M
asks 'transitions that touch different things do not race' 0 'holds' '' <<'M'
@startuml
' attributes: x: Integer, y: Integer
[*] --> S
state S {
  [*] --> a
  a --> b : e / x = 1
  --
  [*] --> c
  c --> d : e / y = y + 1
}
@enduml
M
asks 'two messages to one object in one step race' 1 'violated: .*race' '' <<'M'
' objects: a: A(p = b), b: B
' signals: m, n, e
@startuml A
' attributes: p: B
[*] --> S
state S {
  [*] --> a
  a --> b : e / send p.m
  --
  [*] --> c
  c --> d : e / send p.n
}
@enduml
@startuml B
[*] --> S
S : m / log "m"
S : n / log "n"
@enduml
M

# ---- deferral

deferral=$(cat <<'M'
@startuml
[*] --> S
state S {
  [*] --> a
  a : defer e
  a --> b : f / log "f"
  --
  [*] --> c
  c --> d : e / log "e"
}
@enduml
M
)
logs 'pssm: a deferral wins over a transition beside it' "--stimulus 'e f'" 'f::e' <<< "$deferral"
logs 'thesis: it blocks only what is around it' "--stimulus 'e f' --deferral thesis" 'e::f' <<< "$deferral"
logs 'a transition of the deferring state itself overrides it' "--stimulus 'e'" 'e' <<'M'
@startuml
[*] --> S
S : defer e
S --> T : e / log "e"
@enduml
M
logs 'a transition inside of the deferring state overrides it' "--stimulus 'e'" 'e' <<'M'
@startuml
[*] --> S
S : defer e
state S {
  [*] --> A
  A --> B : e / log "e"
}
@enduml
M
logs 'a transition around it does not' "--stimulus 'e f'" 'f::e' <<'M'
@startuml
[*] --> S
state S {
  [*] --> A
  A : defer e
  A --> B : f / log "f"
}
S --> T : e / log "e"
@enduml
M
logs 'released events come before waiting ones, in their order, behind completion events' "--stimulus 'e f g h'" \
  'g::c::e::f::h' <<'M'
@startuml
[*] --> S
S : defer e, f
S --> T : g / log "g"
T --> U : / log "c"
U : e / log "e"
U : f / log "f"
U : h / log "h"
@enduml
M
logs 'pssm: events are released when the deferring state is left, not before' "--stimulus 'e i f'" 'i::f::e' <<'M'
@startuml
[*] --> S
state S {
  [*] --> A
  A : defer e
  A --> B : f / log "f"
  --
  [*] --> C
  C --> D : i / log "i"
  D : e / log "e"
}
@enduml
M

# ---- completion

logs 'completion events come before all others' "--stimulus 'e'" 'c::e' <<'M'
@startuml
[*] --> S
S --> T : / log "c"
S --> X : e / log "wrong"
T --> U : e / log "e"
@enduml
M
logs 'completion events are first in, first out' "" '1::2' <<'M'
@startuml
[*] --> S
state S {
  [*] --> a
  a --> b : / log "1"
  --
  [*] --> c
  c --> d : / log "2"
}
@enduml
M
logs 'a completion event dies with its state' "" 'out' <<'M'
@startuml
state T
[*] --> S
state S {
  [*] --> a
  a --> T : / log "out"
  --
  [*] --> c
  c --> d : / log "wrong"
}
@enduml
M
logs 'the guard of a completion transition is read once' "--stimulus 'e'" 'e' <<'M'
@startuml
' attributes: x: Integer
[*] --> S
S --> T : [x > 0] / log "late"
S : e / x = 1; log "e"
@enduml
M
logs 'a composite state completes when all its regions have ended' "--stimulus 'e f'" 'e::f::done' <<'M'
@startuml
[*] --> S
state S {
  [*] --> a
  a --> [*] : e / log "e"
  --
  [*] --> c
  c --> [*] : f / log "f"
}
S --> T : / log "done"
@enduml
M
logs 'a do-behaviour is executed beside everything else; completion waits for it' "--stimulus 'e'" \
  'one::e::two::done | one::two::done::late | e::one::two::done' <<'M'
@startuml
[*] --> S
S : do / log "one"; log "two"
S : e / log "e"
S --> T : / log "done"
T : e / log "late"
@enduml
M

# ---- pseudostates

asks 'a choice without a true guard violates a property' 1 'violated: .*stuck choice' '' <<'M'
@startuml
' attributes: x: Integer
state c <<choice>>
[*] --> S
S --> c : e
c --> S : [x > 0]
c --> T : [x < 0]
@enduml
M
logs 'a branch without a guard beside guarded ones means else' "--stimulus e" 'else' <<'M'
@startuml
' attributes: x: Integer
state c <<choice>>
[*] --> S
S --> c : e
c --> T : [x > 0] / log "then"
c --> T : / log "else"
@enduml
M
asks '… which is worth a warning' '.*' 'warning: .*else' '' < again
logs 'several branches without a guard: any of them' "--stimulus e" '1 | 2' <<'M'
@startuml
state c <<choice>>
[*] --> S
S --> c : e
c --> T : / log "1"
c --> T : / log "2"
@enduml
M
branch() {
  cat <<M
@startuml
' attributes: x: Integer
state c <<$1>>
[*] --> S
S --> c : e / x = 1
c --> T : [x > 0] / log "new"
c --> T : [x == 0] / log "old"
@enduml
M
}
branch choice > in; logs 'the guards behind a choice are read when it is reached' "--stimulus e" 'new' < in
branch junction > in; logs 'those behind a junction before the first effect' "--stimulus e" 'old' < in
logs 'a way through a junction whose guards are all false is not enabled' "--stimulus e" 'outer' <<'M'
@startuml
' attributes: x: Integer
[*] --> S
state S {
  state j <<junction>>
  [*] --> A
  A --> j : e
  j --> A : [x > 0] / log "inner"
}
S --> T : e / log "outer"
@enduml
M
history() {
  cat <<M
@startuml
[*] --> S
state S {
  [*] --> A
  state A
  state B {
    [*] --> C
    C : entry / log "C"
    D : entry / log "D"
    C --> D : e
  }
  A --> B : e
}
S --> T : f
T --> S[$1] : f
@enduml
M
}
history H > in; logs 'shallow history restores the state, which is entered by default' "--stimulus 'e e f f'" 'C::D::C' < in
history 'H*' > in; logs 'deep history restores all that was active in it' "--stimulus 'e e f f'" 'C::D::D' < in
logs 'a history that has nothing to restore takes its default transition' "--stimulus 'f'" 'B' <<'M'
@startuml
[*] --> T
state S {
  [*] --> A
  A : entry / log "A"
  B : entry / log "B"
  [H] --> B
  A --> B : e
}
T --> S[H] : f
@enduml
M
logs 'a history forgets when its region has ended' "--stimulus 'e f'" 'A::A' <<'M'
@startuml
[*] --> S
state S {
  [*] --> A
  A : entry / log "A"
  A --> [*] : e
}
S --> T
T --> S[H] : f
@enduml
M
left_by() {  # by a choice, an exit point, or straight
  cat <<M
@startuml
[*] --> S
state S {
  $2
  [*] --> A
  state B {
    [*] --> C
    C --> D : e
    D : entry / log "D"
  }
  B : entry / log "B"
  A --> B : e
}
S : exit / log "exit"
$3
T --> S[$1] : f
@enduml
M
}
for left in 'state X <<exitPoint>>|B --> X : f
X --> T' 'state X <<choice>>|B --> X : f
X --> T' '|B --> T : f'; do
  for regions in atomic interleaved; do
    left_by H "${left%|*}" "${left#*|}" > in
    logs "history knows what was active before the way out, $regions" "--regions $regions --stimulus 'e e f f'" 'B::D::exit::B' < in
    left_by 'H*' "${left%|*}" "${left#*|}" > in
    logs "deep history, too, $regions" "--regions $regions --stimulus 'e e f f'" 'B::D::exit::B::D' < in
  done
done
way_out() {  # of S, from a state inside of B
  cat <<M
@startuml
[*] --> S
state S {
  [*] --> A
  A --> B : e
  state B {
    $1
    [*] --> C
    C --> D : e
    C : entry / log "C"
    D : entry / log "D"
    $2
  }
  A : entry / log "A"
  B : entry / log "B"
}
$3
T --> S[H*] : f
@enduml
M
}
for regions in atomic interleaved; do
  for kind in choice junction exitPoint; do
    way_out "state X <<$kind>>
D --> X : f" '' 'X --> T' > in
    logs "deep history knows a state further inside that was left first, by a $kind, $regions" "--regions $regions --stimulus 'e e f f'" 'A::B::C::D::B::D' < in
  done
done
way_out "state X <<choice>>
D --> X : f" '--
[*] --> F
F --> G : e
F : entry / log "F"
G : entry / log "G"' 'X --> T' > in
logs 'a region that a choice leads out of is restored with those beside it' "--stimulus 'e e f f'" 'A::B::C::F::D::G::B::D::G' < in
logs 'interleaved, too, and in any order' "--regions interleaved --stimulus 'e e f f'" 'A::B::C::F::D::G::B::D::G
A::B::C::F::D::G::B::G::D
A::B::C::F::G::D::B::D::G
A::B::C::F::G::D::B::G::D
A::B::F::C::D::G::B::D::G
A::B::F::C::D::G::B::G::D
A::B::F::C::G::D::B::D::G
A::B::F::C::G::D::B::G::D' < in
logs 'also where two ways lead out and what was on the other one has been left' "--regions interleaved --stimulus 'e e f f'" 'B::D::G::d::a::g::B::D::G
B::D::G::d::a::g::B::G::D
B::D::G::d::g::a::B::D::G
B::D::G::d::g::a::B::G::D
B::D::G::d::g::b::B::D::G
B::D::G::d::g::b::B::G::D
B::D::G::g::b::d::B::D::G
B::D::G::g::b::d::B::G::D
B::D::G::g::d::a::B::D::G
B::D::G::g::d::a::B::G::D
B::D::G::g::d::b::B::D::G
B::D::G::g::d::b::B::G::D' <<'M'
@startuml
[*] --> S
state S {
  [*] --> A
  A --> B : e
  state B {
    state X <<choice>>
    [*] --> D
    D : entry / log "D"
    D : exit / log "d"
    D --> X : f / log "a"
    --
    state Y <<choice>>
    [*] --> F
    F --> G : e
    G : entry / log "G"
    G : exit / log "g"
    G --> Y : f / log "b"
  }
  B : entry / log "B"
}
X --> T
Y --> T
T --> S[H*] : f
@enduml
M
way_out '' '--
[*] --> F
F --> G : e
F : entry / log "F"
G : entry / log "G"' 'state j <<join>>
D --> j : f
G --> j : g
j --> T' > in
logs 'what waited at a join is restored as what it was before' "--stimulus 'e e f g f'" 'A::B::C::F::D::G::B::D::G' < in
for regions in atomic interleaved; do
  way_out 'state X <<choice>>' '' 'X --> T' | sed 's/\[\*\] --> C/[*] --> X/' > in
  logs "a state that was left before anything inside was entered is restored as that, $regions" "--regions $regions --stimulus 'e f'" 'A::B::B' < in
done
logs 'a history inside of its state restores what has just been left' "--stimulus 'e f'" 'B::B' <<'M'
@startuml
[*] --> S
state S {
  [*] --> A
  B : entry / log "B"
  A --> B : e
  B --> [H] : f
}
@enduml
M
logs 'a fork enters its regions, a join waits for all of them' "--stimulus 'go e f'" 'b::d::e::f::joined' <<'M'
@startuml
state k <<fork>>
state j <<join>>
[*] --> I
I --> k : go
state S {
  [*] --> a
  b : entry / log "b"
  --
  [*] --> c
  d : entry / log "d"
}
k --> b
k --> d
state b2
b --> j : e / log "e"
d --> j : f / log "f"
j --> T : / log "joined"
@enduml
M
logs 'entry and exit points' "--stimulus 'go e'" 'in::S::A::x::out' <<'M'
@startuml
[*] --> I
state S {
  state i <<entryPoint>>
  state o <<exitPoint>>
  i --> A
  A --> o : e / log "x"
}
S : entry / log "S"
A : entry / log "A"
I --> i : go / log "in"
o --> T : / log "out"
@enduml
M
logs 'terminate ends the object, and what is still active is not left' "--stimulus 'e e'" 'a::e' <<'M'
@startuml
[*] --> S
S : exit / log "exit"
state S {
  ' <<terminate>> X
  state X <<end>>
  [*] --> A
  A : exit / log "a"
  A --> X : e / log "e"
}
@enduml
M

# ---- kinds of transitions

kinds() {
  cat <<M
@startuml
[*] --> S
S : entry / log "in"
S : exit / log "out"
state S {
  [*] --> A
  A : entry / log "A"
  A : exit / log "a"
}
$1
@enduml
M
}
kinds 'S --> A : e / log "e"' > in
logs 'an external transition leaves its source' "--stimulus e" 'in::A::a::out::e::in::A' < in
kinds "' <<local>>
S --> A : e / log \"e\"" > in
logs 'a local one does not' "--stimulus e" 'in::A::a::e::A' < in
kinds 'S : e / log "e"' > in
logs 'an internal one leaves and enters nothing' "--stimulus e" 'in::A::e' < in
logs 'exits from the inside out, then the effect, then entries from the outside in' "--stimulus e" 'b::a::e::C::D' <<'M'
@startuml
[*] --> A
state A {
  [*] --> B
}
state C {
  state D
}
A : exit / log "a"
B : exit / log "b"
C : entry / log "C"
D : entry / log "D"
B --> D : e / log "e"
@enduml
M

logs 'declarations stand anywhere in the file' "--stimulus 'data(3)'" 'got 3' <<'M'
@startuml
[*] --> S
S --> T : data(v) / log "got %d", v
@enduml
' signals: data(value: Integer)
M

# ---- objects of a file beside the model

players=$(cat <<'M'
@startuml Player
' attributes: other: Player, n: Integer = 1
[*] --> Waits : / if (n > 1) send other.ball(n)
Waits --> Waits : ball(s) [s < 4] / log "%d", s; send other.ball(s + 1)
@enduml
M
)
printf '%s\n' '# two of them' 'objects: a: Player(other = b), b: Player(other = a)' 'signals: ball(speed: Integer)' '' \
  'a.n = 2' 'invariant few: a.n < 3 && b.n < 2' > beside
logs 'objects, signals and attributes of a file beside the model' '--set @beside' '2::3' <<< "$players"
asks 'properties, too' 0 'holds     invariant few \(beside:6\)' '--set @beside --deadlock off' <<< "$players"
echo 'b = Player(other = a, n = 2)' >> beside
asks 'an object there takes the place of another' 1 'violated: invariant few' '--set @beside --deadlock off' <<< "$players"
echo 'b.n : 3' >> beside
asks 'mistakes are told with their places' 65 'beside:8:5: error: expected `=` after the attribute' '--set @beside' <<< "$players"
echo 'attributes: x: Integer' > beside
asks 'attributes belong to a diagram' 65 'beside:1:1: error: attributes are declared by a class' '--set @beside' <<< "$players"
asks 'a file that is not there' 65 '`beside.not` cannot be read' '--set @beside.not' <<< "$players"

# ---- the action language

logs 'if, while, arithmetic' "" '6 3 -2 -1' <<'M'
@startuml
' attributes: x: Integer, y: Integer, i: Integer
[*] --> S : / while (i < 3) { i = i + 1; x += i } if (x > 5 && !(x > 6)) { y = x / 2 } else y = 0; log "%d %d %d %d", x, y, -5 / 2, -5 % 2
@enduml
M
asks 'a loop that takes more turns than it may' 1 'violated: .*loop' '' <<'M'
@startuml
' attributes: i: Integer
[*] --> S : / while (i < 5) max 4 { i = i + 1 }
@enduml
M
asks '… and one that takes as many' 0 'holds' '' <<'M'
' environment: none
@startuml
' attributes: i: Integer
[*] --> [*] : / while (i < 4) max 4 { i = i + 1 }
@enduml
M
asks 'a division by zero' 1 'violated: .*division' '' <<'M'
@startuml
' attributes: i: Integer
[*] --> S : / i = 1 / i
@enduml
M
asks 'an attribute of no object' 1 'violated: .*nil' '' <<'M'
@startuml K
' attributes: i: Integer, o: K
[*] --> S : / i = o.i
@enduml
M
asks 'integers have 32 bits and wrap around' 0 'holds' "--invariant 'x <= 2147483647 && (x == 0 || x < 0)'" <<'M'
' environment: none
@startuml
' attributes: x: Integer
[*] --> [*] : / x = 2147483647; x = x + 1
@enduml
M
asks 'an assertion' 1 'violated: assertion assert:3' '' <<'M'
@startuml
' attributes: x: Integer
[*] --> S : / assert x == 1
@enduml
M
logs 'attributes of other objects, parameters, references in messages' "" 'got 7::x is 8' <<'M'
' objects: a: A(b = b), b: B
' signals: data(v: Integer, from: A), back
@startuml A
' attributes: b: B
[*] --> S : / b.x = 8; send b.data(7, self)
S --> T : back / log "x is %d", b.x
@enduml
@startuml B
' attributes: x: Integer
[*] --> S
S --> T : data(n, who) / log "got %d", n; send who.back
@enduml
M
logs 'enumerations, Booleans' "" 'green' <<'M'
' enum Colour: red, green
@startuml
' attributes: c: Colour = green, b: Boolean = true
state k <<choice>>
[*] --> k
k --> S : [c == red || !b] / log "red"
k --> S : [else] / log "green"
@enduml
M
logs 'a call without a definition is a free input of a guard and an entry of the log' "--stimulus e" 'beep() | ' <<'M'
@startuml
[*] --> S
S --> T : e [ready()] / beep()
@enduml
M
asks '… with a warning' '.*' 'warning: `ready.*is not defined' '' < again

endless() { printf '@startuml\n[*] --> A\n%s\n@enduml\n' "$1" > endless.puml; }
endless 'A : e / log "x"'
expect 0 '^selvage: no run comes to an end' "$SELVAGE" show --logs endless.puml
endless 'A --> A : / log "x"
A --> [*]'
expect 2 'not all logs: there are infinitely many' "$SELVAGE" show --logs endless.puml
ends() {
  cat <<M
@startuml
' attributes: x: Integer
state c <<choice>>
[*] --> A : / log "A"
A : exit / log "a"
A --> c : e / log "e"; $1
c --> A : [$2]
c --> B : [x < 0]
@enduml
M
}
ends 'skip' 'x > 0' > in
logs 'a run ends at a stuck choice, the step prints nothing' "--stimulus e" 'A' < in
logs '… but what was done of it before does, step by step' "--stimulus e --regions interleaved" 'A::a' < in
ends 'x = 1 / x' 'true' > in
logs '… at a division by zero' "--stimulus e" 'A' < in
ends 'assert x == 1' 'true' > in
logs 'a step with an assertion that fails is done' "--stimulus e" 'A::a::e' < in

# ---- objects, environment, checks without a property

logs '--set makes objects and gives attributes their values' "--set 'a=K(x=3)' --set 'b=K' --set b.x=4" '3::4 | 4::3' <<'M'
@startuml K
' attributes: x: Integer
[*] --> S : / log "%d", x
@enduml
M
asks 'without a stimulus, the environment sends what no object sends' 1 'violated' "--reach 'in(T)'" <<'M'
@startuml
[*] --> S
S --> T : e
@enduml
M
asks 'with an environment, only that' 0 'holds' "--reach 'in(T)' --deadlock off" <<'M'
' environment: f
@startuml
[*] --> S
S --> T : e
S : f / log "f"
@enduml
M
asks 'parameters of its events are any' 1 'violated' "--reach 'in(T)'" <<'M'
' signals: e(b: Boolean, c: Boolean)
@startuml
[*] --> S
S --> T : e(b, c) [b && !c]
@enduml
M
asks 'objects that wait for each other for ever are a deadlock' 1 'violated: deadlock' '' <<'M'
' objects: a: K, b: K
' signals: e
' environment: none
@startuml K
[*] --> S
S --> T : e
@enduml
M
asks 'states that are never reached are listed' 0 'never reached: .*::T ' '' <<'M'
@startuml
' attributes: x: Integer
[*] --> S
S --> T : e [x > 0]
@enduml
M
asks 'transitions that never fire too' 0 'never fires: S --> T : e' '' < again
asks '… also by other engines' 0 'never fires: S --> T : e' '--engine bdd' < again

echo "$sentences sentences, $failures failed"
exit $((failures > 0))
