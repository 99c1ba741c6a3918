int x;
init { x = 1; od; x = 2 }
