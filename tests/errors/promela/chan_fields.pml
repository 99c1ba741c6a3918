chan q = [1] of { int, byte };
int x;
init { q!1,2,3; q?x,x,x; q!1; q?x; q?[x,x,x] }
