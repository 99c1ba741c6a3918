int a[3];
init { a[1 = 2 }
