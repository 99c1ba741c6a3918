inline add(a) { a++ }
int x;
init { ad(x); frobnicate(x) }
