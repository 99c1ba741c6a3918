int x;
init { x: skip; goto x }
