#!/usr/bin/env bash
# timeout: 120
#
# XMI as Papyrus and as Cameo write it, of the same machine: both mean the same, references are followed wherever they
# lead, and a model that says something else is another model.
set -u
. "$SELVAGE_ROOT/tests/script/kit.sh"

# logs FILE STIMULUS 'LOG | LOG …' [OPTION…]
logs() {
  local file=$1 stimulus=$2 wanted found
  wanted=$(sed 's/ | /\n/g' <<< "$3" | sort | sed -z 's/\n$//; s/\n/ | /g')
  shift 3
  found=$(timeout 60 "$SELVAGE" show --logs --stimulus "$stimulus" "$@" "$file" 2> err | sort | sed -z 's/\n$//; s/\n/ | /g')
  [ "$found" = "$wanted" ] && return
  fail "$file, $*: logs are '$found', wanted '$wanted'"
  head -n 5 err
}

# ---- Papyrus: uml:Model, types by href, guards as rules that the transition names

cat > papyrus.uml <<'M'
<?xml version="1.0" encoding="UTF-8"?>
<uml:Model xmi:version="20131001" xmlns:xmi="http://www.omg.org/spec/XMI/20131001" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" xmlns:uml="http://www.eclipse.org/uml2/5.0.0/UML" xmi:id="m" name="doors">
  <packageImport xmi:type="uml:PackageImport" xmi:id="pi"><importedPackage xmi:type="uml:Model" href="pathmap://UML_LIBRARIES/UMLPrimitiveTypes.library.uml#_0"/></packageImport>
  <packagedElement xmi:type="uml:Package" xmi:id="pk" name="events">
    <packagedElement xmi:type="uml:Signal" xmi:id="sOpen" name="open"/>
    <packagedElement xmi:type="uml:Signal" xmi:id="sCode" name="code"><ownedAttribute xmi:type="uml:Property" xmi:id="cv" name="value"><type xmi:type="uml:PrimitiveType" href="pathmap://UML_LIBRARIES/UMLPrimitiveTypes.library.uml#Integer"/></ownedAttribute></packagedElement>
    <packagedElement xmi:type="uml:SignalEvent" xmi:id="eOpen" name="evOpen" signal="sOpen"/>
    <packagedElement xmi:type="uml:SignalEvent" xmi:id="eCode" name="evCode" signal="sCode"/>
  </packagedElement>
  <packagedElement xmi:type="uml:Enumeration" xmi:id="en" name="Mode"><ownedLiteral xmi:type="uml:EnumerationLiteral" xmi:id="l1" name="shut"/><ownedLiteral xmi:type="uml:EnumerationLiteral" xmi:id="l2" name="wide"/></packagedElement>
  <packagedElement xmi:type="uml:Class" xmi:id="c" name="Door" isActive="true" classifierBehavior="sm">
    <ownedAttribute xmi:type="uml:Property" xmi:id="a1" name="tries"><type xmi:type="uml:PrimitiveType" href="pathmap://UML_LIBRARIES/UMLPrimitiveTypes.library.uml#Integer"/><defaultValue xmi:type="uml:LiteralInteger" xmi:id="d1" value="3"/></ownedAttribute>
    <ownedAttribute xmi:type="uml:Property" xmi:id="a2" name="mode" type="en"/>
    <ownedAttribute xmi:type="uml:Property" xmi:id="a3" name="next" type="c"/>
    <ownedBehavior xmi:type="uml:StateMachine" xmi:id="sm" name="DoorMachine">
      <region xmi:type="uml:Region" xmi:id="r" name="R">
        <transition xmi:type="uml:Transition" xmi:id="t0" source="i" target="locked"/>
        <transition xmi:type="uml:Transition" xmi:id="t1" source="locked" target="ch">
          <trigger xmi:type="uml:Trigger" xmi:id="tr1" event="eCode"/>
          <effect xmi:type="uml:OpaqueBehavior" xmi:id="ef1"><language>selvage</language><body>tries = tries - 1; log "code %d", value</body></effect>
        </transition>
        <transition xmi:type="uml:Transition" xmi:id="t2" source="ch" target="opened" guard="g1"><ownedRule xmi:type="uml:Constraint" xmi:id="g1"><specification xmi:type="uml:OpaqueExpression" xmi:id="oe"><body>tries == 0</body></specification></ownedRule></transition>
        <transition xmi:type="uml:Transition" xmi:id="t3" source="ch" target="locked" guard="g2"><ownedRule xmi:type="uml:Constraint" xmi:id="g2"><specification xmi:type="uml:OpaqueExpression" xmi:id="oe2"><body>else</body></specification></ownedRule></transition>
        <subvertex xmi:type="uml:Pseudostate" xmi:id="i"/>
        <subvertex xmi:type="uml:Pseudostate" xmi:id="ch" name="which" kind="choice"/>
        <subvertex xmi:type="uml:State" xmi:id="locked" name="Locked"><deferrableTrigger xmi:type="uml:Trigger" xmi:id="dt" event="eOpen"/></subvertex>
        <subvertex xmi:type="uml:State" xmi:id="opened" name="Open"><entry xmi:type="uml:OpaqueBehavior" xmi:id="en1"><body>mode = wide; log "wide"</body></entry></subvertex>
        <transition xmi:type="uml:Transition" xmi:id="t4" kind="internal" source="opened" target="opened"><trigger xmi:type="uml:Trigger" xmi:id="tr4" event="eOpen"/><effect xmi:type="uml:OpaqueBehavior" xmi:id="ef4"><body>log "creak"</body></effect></transition>
      </region>
    </ownedBehavior>
  </packagedElement>
  <packagedElement xmi:type="uml:InstanceSpecification" xmi:id="is" name="front" classifier="c"><slot xmi:type="uml:Slot" xmi:id="sl" definingFeature="a1"><value xmi:type="uml:LiteralInteger" xmi:id="sv" value="2"/></slot></packagedElement>
</uml:Model>
M
all='code 7::code 8::wide::creak'
logs papyrus.uml 'open code(7) code(8)' "$all"
logs papyrus.uml 'open code(7) code(8)' "$all" --flatten
expect 1 'violated: invariant reach' "$SELVAGE" check --quiet --reach 'front.mode == wide' papyrus.uml
logs papyrus.uml 'front.code(1) back.code(2)' \
  'code 1::code 2::wide | code 2::code 1::wide | code 2::wide::code 1' --set 'back=Door(tries=1, next=front)' --regions interleaved
printf '%s\n' 'back = Door(tries = 1)' 'front.tries = 1' > beside
logs papyrus.uml 'front.code(1) back.code(2)' 'code 1::code 2::wide::wide | code 1::wide::code 2::wide | code 2::code 1::wide::wide | code 2::wide::code 1::wide' \
  --set @beside --regions interleaved

# ---- what stands elsewhere

rule='<ownedRule xmi:type="uml:Constraint" xmi:id="g1"><specification xmi:type="uml:OpaqueExpression" xmi:id="oe"><body>tries == 0</body></specification></ownedRule>'
sed "s|$rule||; s|<region |$rule<region |" papyrus.uml > guard.uml
logs guard.uml 'open code(7) code(8)' "$all"
entry='<entry xmi:type="uml:OpaqueBehavior" xmi:id="en1"><body>mode = wide; log "wide"</body></entry>'
behavior='<ownedBehavior xmi:type="uml:OpaqueBehavior" xmi:id="en1"><body>mode = wide; log "wide"</body></ownedBehavior>'
sed "s|$entry|<entry xmi:idref=\"en1\"/>|; s|<ownedBehavior xmi:type=\"uml:StateMachine\"|$behavior&|" papyrus.uml > entry.uml
logs entry.uml 'open code(7) code(8)' "$all"
sed "s|name=\"Open\">$entry|name=\"Open\" entry=\"en1\">|; s|<ownedBehavior xmi:type=\"uml:StateMachine\"|$behavior&|" papyrus.uml > attribute.uml
logs attribute.uml 'open code(7) code(8)' "$all"

# ---- Cameo: xmi:XMI with extensions, actions as the names of activities, junctions

cat > cameo.xml <<'M'
<?xml version='1.0' encoding='UTF-8'?>
<xmi:XMI xmi:version='2.5' xmlns:uml='http://www.omg.org/spec/UML/20131001' xmlns:xmi='http://www.omg.org/spec/XMI/20131001'>
  <xmi:Documentation><xmi:exporter>MagicDraw UML</xmi:exporter></xmi:Documentation>
  <xmi:Extension extender='MagicDraw UML'><plugin pluginName='SysML' xmi:id='nobody'><entry xmi:type='uml:Interaction'/></plugin></xmi:Extension>
  <uml:Model xmi:type='uml:Model' xmi:id='m' name='Model'>
    <packagedElement xmi:type='uml:Signal' xmi:id='s1' name='code'/>
    <packagedElement xmi:type='uml:Signal' xmi:id='s2' name='open'/>
    <packagedElement xmi:type='uml:SignalEvent' xmi:id='e1' signal='s1'/>
    <packagedElement xmi:type='uml:SignalEvent' xmi:id='e2' signal='s2'/>
    <packagedElement xmi:type='uml:Class' xmi:id='c' name='Door' isActive='true' classifierBehavior='sm'>
      <ownedAttribute xmi:type='uml:Property' xmi:id='a1' name='tries' visibility='private'><type xmi:type='uml:DataType' href='UML_Standard_Profile.mdzip#Integer'><xmi:Extension extender='MagicDraw UML'><referenceExtension referentPath='UML Standard Profile::Integer'/></xmi:Extension></type><defaultValue xmi:type='uml:LiteralInteger' xmi:id='d' value='1'/></ownedAttribute>
      <ownedBehavior xmi:type='uml:StateMachine' xmi:id='sm' name='DoorMachine'>
        <region xmi:type='uml:Region' xmi:id='r'>
          <subvertex xmi:type='uml:Pseudostate' xmi:id='i'/>
          <subvertex xmi:type='uml:Pseudostate' xmi:id='j' kind='junction'/>
          <subvertex xmi:type='uml:State' xmi:id='locked' name='Locked'><deferrableTrigger xmi:type='uml:Trigger' xmi:id='dt' event='e2'/></subvertex>
          <subvertex xmi:type='uml:State' xmi:id='opened' name='Open'><entry xmi:type='uml:Activity' xmi:id='b1' name='log &quot;wide&quot;'/></subvertex>
          <transition xmi:type='uml:Transition' xmi:id='t0' kind='external' source='i' target='locked'/>
          <transition xmi:type='uml:Transition' xmi:id='t1' kind='external' source='locked' target='j'><trigger xmi:type='uml:Trigger' xmi:id='tr1' event='e1'/><effect xmi:type='uml:Activity' xmi:id='b2' name='tries = tries - 1; log &quot;code&quot;'/></transition>
          <transition xmi:type='uml:Transition' xmi:id='t2' kind='external' source='j' target='opened' guard='g1'><ownedRule xmi:type='uml:Constraint' xmi:id='g1'><specification xmi:type='uml:OpaqueExpression' xmi:id='o1'><body>tries &lt; 1</body><language>English</language></specification></ownedRule></transition>
          <transition xmi:type='uml:Transition' xmi:id='t3' kind='external' source='j' target='locked' guard='g2'><ownedRule xmi:type='uml:Constraint' xmi:id='g2'><specification xmi:type='uml:OpaqueExpression' xmi:id='o2'><body>else</body><language>English</language></specification></ownedRule></transition>
          <transition xmi:type='uml:Transition' xmi:id='t4' kind='internal' source='opened' target='opened'><trigger xmi:type='uml:Trigger' xmi:id='tr4' event='e2'/><effect xmi:type='uml:Activity' xmi:id='b4' name='log &quot;creak&quot;'/></transition>
        </region>
      </ownedBehavior>
    </packagedElement>
  </uml:Model>
</xmi:XMI>
M
logs cameo.xml 'open code code' 'code::code::wide::creak'  # the guards of a junction are read before the effect
sed "s/kind='junction'/kind='choice'/" cameo.xml > choice.xml
logs choice.xml 'open code code' 'code::wide::creak'
expect 2 'Door::DoorMachine::Open::log "wide": an activity of nodes is not supported' "$SELVAGE" check --quiet \
  <(sed "s|name='log &quot;wide&quot;'/>|name='log \&quot;wide\&quot;'><node xmi:type='uml:InitialNode' xmi:id='n'/></entry>|" cameo.xml)

exit $((failures > 0))
