int x;
init { printf(x); printf "a" }
