// expect: holds
// states: 3
// As the first statement of an option a block has no entry of its own.
byte x;
init { do :: { x = 0; x = 1 } od }
