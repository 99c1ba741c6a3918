int x;
init { x = "abc" }
