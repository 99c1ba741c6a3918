// expect: holds
// states: 14
byte a[3] = { 4, 5, 6 };
byte i, sum;
init { for (i in a) { sum = sum + a[i] }; assert(sum == 15) }
