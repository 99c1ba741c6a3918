chan q = [1] of { int };
int x;
init { q?<x; x = 1 }
