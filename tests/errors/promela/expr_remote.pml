proctype P() { L: skip }
init { P@3; P[0]: }
