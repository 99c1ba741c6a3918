chan q = [1] of { int };
int x;
init { q?x+1; q?"a" }
