// expect: holds
// options: --threads 4
// bounded: unknown
// The fifth process cannot be started, but who would start it still keeps
// control: nobody sees the middle of the atomic section.
byte n;
init {
  byte i;
  atomic {
    n = 1;
    do
    :: i < 5 -> run worker(); i++
    :: else -> break
    od;
    n = 2
  }
}
proctype worker() { assert(n == 2); end: false }
