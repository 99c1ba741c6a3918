// expect: holds
// states: 6
// A send at the end of an option at the end of atomic: the step out of the option shows.
chan q = [0] of { byte };
active proctype P() { atomic { skip; if :: q!1 fi } }
active proctype Q() { q?1 }
