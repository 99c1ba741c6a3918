/* A violation that lies far away on a narrow way: two processes count in turns. */
#define LAST 3000
short n;

active proctype even() { do :: n % 2 == 0 -> n++ od }
active proctype odd() { do :: n % 2 == 1 -> n++; assert(n < LAST) od }
