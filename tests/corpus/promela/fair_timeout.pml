// expect: violated
// options: --fair
// `timeout` waits as long as another step is possible: leaving it out for ever is no unfairness.
bool x, done;
active proctype busy() { do :: x = !x od }
active proctype patient() { timeout -> done = true }
ltl comes { <> done }
