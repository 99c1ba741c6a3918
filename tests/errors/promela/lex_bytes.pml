int x;
init { x = 1 ` 2; x = “3” }
