// expect: violated
// states: 7
// What was fixed while a process ran is gone with it.
byte x;
proctype P(byte d) { x = d }
init {
  atomic { run P(5); skip }
  (_nr_pr == 1) -> assert(P[1]:d == 5)
}
