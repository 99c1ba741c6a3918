// expect: unknown
// What is said about messages is not checked yet, so the answer must not be "holds".
chan q = [1] of { byte };
trace { do :: q!1 od }
active proctype P() { q!2; q?2 }
