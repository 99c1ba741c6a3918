// expect: violated
// states: 3
// The step out of a selection is passed if what follows keeps control: braces do.
chan q = [0] of { bit };
active proctype P() { atomic { if :: q!0 fi; { q?1 } } }
active proctype S() { q?0 }
