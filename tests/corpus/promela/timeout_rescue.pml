// expect: holds
// states: 5
// timeout is executable where nothing else is.
chan q = [1] of { byte };
bit rescued;
active proctype P() { byte x; if :: q?x :: timeout -> rescued = 1 fi; assert(rescued) }
