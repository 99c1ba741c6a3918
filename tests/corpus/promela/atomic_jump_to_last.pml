// expect: holds
// states: 2
// A jump from one atomic to the last statement of another keeps control.
active proctype P() { atomic { skip; L: skip }; atomic { goto L } }
