chan q = [1] of { int };
int x;
trace { q!1; x = 2 }
init { q!1 }
