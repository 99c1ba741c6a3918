// expect: holds
// states: 6
// As the first statement of an option a jump is a step.
byte x;
init { do :: break :: x = 1 od; x = 5 }
