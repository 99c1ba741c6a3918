// expect: holds
// states: 10
// A channel in a message, and as an argument.
chan home = [0] of { chan };
proctype server(chan from) { chan back; from?back; back!42 }
init { chan mine = [1] of { byte }; byte x; run server(home); home!mine; mine?x; assert(x == 42) }
