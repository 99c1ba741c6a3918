// expect: violated
// states: 2
// A process stays at a valid end, but the trace is not complete.
chan p = [2] of { byte };
trace { p!1; p!2 }
active proctype A() { p!1; end: false }
