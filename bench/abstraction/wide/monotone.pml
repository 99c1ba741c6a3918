/* a reader sees versions that only grow */
int version = 0;
active proctype W() { do :: version < 2000000000 -> version++ od }
active proctype R() { int a, b; do :: a = version; b = version; assert(b >= a) od }
