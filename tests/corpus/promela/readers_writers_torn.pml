// expect: violated
// states: 64
// Without atomic a writer may slip in between the question and the answer.
byte readers, writers;
active [2] proctype reader() {
  do :: writers == 0 -> readers++; assert(writers == 0); readers-- od
}
active proctype writer() {
  do :: readers == 0 -> writers++; assert(readers == 0); writers-- od
}
