// expect: holds
// states: 9
// Waiting at an end label is a valid end; waiting elsewhere is not.
chan q = [1] of { byte };
active proctype server() { byte x; end: do :: q?x od }
active proctype client() { q!1; q!2; q!3 }
