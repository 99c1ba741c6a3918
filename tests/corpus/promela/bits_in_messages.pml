// expect: holds
// states: 5
// With a second field they are bits.
chan q = [1] of { bit, byte };
byte got, n;
active proctype P() { q!2, 256; q?got, n; assert(got == 0 && n == 0) }
