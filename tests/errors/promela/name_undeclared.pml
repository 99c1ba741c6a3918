int count;
init { coutn = 1; zebra = 2 }
