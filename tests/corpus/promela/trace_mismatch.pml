// expect: violated
// states: 4
// Another message than the one that the trace asks for.
chan q = [1] of { byte };
trace { do :: q!1 od }
active proctype P() { q!2; q?2 }
