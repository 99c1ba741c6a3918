// expect: violated
// states: 7
chan q = [1] of { byte };
active proctype server() { byte x; do :: q?x od }
active proctype client() { q!1; q!2 }
