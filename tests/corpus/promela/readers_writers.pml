// expect: holds
// states: 13
// Readers share, writers are alone.
byte readers, writers;
active [2] proctype reader() {
  do
  :: atomic { writers == 0 -> readers++ }; assert(writers == 0); readers--
  od
}
active [2] proctype writer() {
  do
  :: atomic { readers == 0 && writers == 0 -> writers++ }; assert(writers == 1 && readers == 0); writers--
  od
}
