// expect: holds
// states: 5
typedef point { byte x; byte y[2] };
typedef line { point from; point to };
line l;
active proctype P() { l.to.y[1] = 5; l.from.x = l.to.y[1] + 1; assert(l.from.x == 6 && l.to.y[0] == 0) }
