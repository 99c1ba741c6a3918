proctype P() { skip }
active proctype Q() provided (run P() > 0) { skip }
never { run P() }
ltl a { run P() }
init { run P() && run P() }
