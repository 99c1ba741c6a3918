chan q = [1] of { int };
int x;
never { q!1; x = 2 }
init { q?_ }
