int x;
init { x = 'a; x = 'ab' }
