// expect: holds
// states: 11
// Numbers of processes are used again when the youngest has died.
byte seen;
proctype child() { seen = _pid }
init {
  pid first, second;
  first = run child(); _nr_pr == 1;
  second = run child(); _nr_pr == 1;
  assert(first == 1 && second == 1 && seen == 1)
}
