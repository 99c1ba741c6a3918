// expect: holds
// states: 65
// More processes are started in one atomic than the pools have room for at first.
byte n;
init {
  byte i;
  atomic { n = 1; do :: i < 5 -> run P(); i++ :: else -> break od; n = 2 }
}
proctype P() { assert(n == 2) }
