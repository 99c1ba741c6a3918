// expect: holds
// states: 8
// Spin keeps an array of bits, and a message of one bit, in bytes: 2 stays 2.
bit a[2];
bit one;
chan q = [1] of { bit };
byte got;
active proctype P() { a[0] = 2; one = 2; assert(a[0] == 2 && one == 0); q!2; q?got; assert(got == 2) }
