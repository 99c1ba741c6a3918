// expect: holds
// states: 3
// Braces have a control state for their entry; a loop inside does not come back to it.
bit x;
init { { do :: x = 1 - x od } }
