// expect: holds
// states: 6
// The state without any process counts, too: four steps, the end of the body, nobody.
byte x;
init { skip; skip; x = 1; skip }
