#!/usr/bin/env bash
# timeout: 120
#
# Files that were made to hurt a reader: very deep, very wide, cyclic, with entities or foreign bytes. Each is refused with a message
# or checked; nothing crashes or takes long.
set -u
. "$SELVAGE_ROOT/tests/script/kit.sh"

repeat() { head -c "$2" /dev/zero | sed "s/\\x0/$1/g"; }

# hostile STATUS PATTERN FILE
hostile() { expect "$1" "$2" "$SELVAGE" check --quiet --time 10 "$3"; }

# ---- XMI
{ repeat '<a>' 100000; repeat '<\/a>' 100000; } > deep.uml
hostile 65 'error: ' deep.uml
{ echo '<uml:Model xmlns:uml="u">'; repeat '<a\/>' 2000000; echo '</uml:Model>'; } > wide.uml
hostile 65 'error: ' wide.uml
cat > laughs.uml <<'M'
<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
<uml:Model xmlns:uml="u" name="&c;"/>
M
hostile 65 'DOCTYPE' laughs.uml
echo '<!DOCTYPE m SYSTEM "file:///etc/passwd"><m/>' > outside.uml
hostile 65 'DOCTYPE' outside.uml
echo '<?xml version="1.0" encoding="UTF-16"?><uml:Model xmlns:uml="u"/>' > utf16.uml
hostile 65 'error: ' utf16.uml
printf '<uml:Model xmlns:uml="u" name="\xff\xfe"/>' > bytes.uml
hostile 65 'UTF-8' bytes.uml
for encoding in SHIFT_JIS UTF-7 UCS-4; do  # what libxml2 would print by itself is no message of ours
  printf '<?xml version="1.0" encoding="%s"?><uml:Model xmlns:uml="u" name="\xc3\xa9+\xff\x1b"/>' $encoding > other.uml
  hostile 65 'other.uml:1:1: error: ' other.uml
  ! grep -qE '^(encoding|I/O) error' "$work/err" || fail "$encoding: $(cat "$work/err")"
done
head='<uml:Model xmlns:uml="u" xmlns:xmi="x" name="M"><packagedElement xmi:type="uml:Class" xmi:id="c" name="C" classifierBehavior='
echo "$head\"c\"/></uml:Model>" > self.uml
hostile 65 'state machine' self.uml
cat > circle.uml <<M
$head"sm"><ownedBehavior xmi:type="uml:StateMachine" xmi:id="sm"><region xmi:id="r">
<subvertex xmi:type="uml:State" xmi:id="s" name="S" submachine="sm"/><transition xmi:id="t" source="t" target="t"/>
</region></ownedBehavior></packagedElement></uml:Model>
M
hostile '2|65' 'submachine state is not supported' circle.uml
cat > generals.uml <<M
$head"sm"><ownedBehavior xmi:type="uml:StateMachine" xmi:id="sm"><region xmi:id="r"><subvertex xmi:type="uml:Pseudostate" xmi:id="i"/>
<subvertex xmi:type="uml:State" xmi:id="s" name="S"><entry xmi:type="uml:OpaqueBehavior" xmi:id="e"><body>$(repeat '(' 100000)</body></entry></subvertex>
<transition xmi:id="t" source="i" target="s"/></region></ownedBehavior></packagedElement></uml:Model>
M
hostile 65 'error: ' generals.uml

# ---- PlantUML
{ echo @startuml; for ((i = 0; i < 100000; i++)); do echo "state s$i {"; done; } > deep.puml
hostile 65 'nested more than' deep.puml
{ echo @startuml; echo '[*] --> s0'; for ((i = 0; i < 30000; i++)); do echo "s$i --> s$((i + 1)) : e"; done; echo @enduml; } > wide.puml
hostile 65 'more than .* states' wide.puml
{ echo @startuml; echo '[*] --> A'; echo "A --> B : e [$(repeat '(' 100000)]"; echo @enduml; } > guard.puml
hostile 65 'error: ' guard.puml
{ echo @startuml; echo '[*] --> A'; echo "A : entry / $(repeat '{' 100000)"; echo @enduml; } > action.puml
hostile 65 'error: ' action.puml
{ echo @startuml; echo '[*] --> A'; for ((i = 0; i < 14; i++)); do
    echo "state j$i <<junction>>"; echo "j$i --> j$((i + 1)) : [x$i()]"; echo "j$i --> j$((i + 1)) : [y$i()]"; done
  echo 'state j14 <<junction>>'; echo 'j14 --> A'; echo 'A --> j0 : e'; echo @enduml; } > junctions.puml
hostile '2|65' 'ways through junctions' junctions.puml
printf '@startuml\n[*] --> \xff\xfe\n@enduml\n' > bytes.puml
hostile '0|1|65' 'deadlock|holds|error' bytes.puml
printf '@startuml\n[*] --> A\nA : \0e / log "x"\n@enduml\n' > zero.puml
hostile 65 'zero.puml:3:5: error: a byte 0 is no text' zero.puml
{ echo @startuml; head -c 100000 /dev/urandom; } > noise.puml
hostile 65 'error: ' noise.puml
printf '@startuml\n[*] --> A\n/* never closed' > comment.puml
hostile 65 'never closed' comment.puml

exit $((failures > 0))
