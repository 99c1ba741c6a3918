int n;
active [300] proctype P() { skip }
active [n] proctype Q() { skip }
