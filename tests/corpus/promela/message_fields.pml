// expect: holds
// states: 9
// Constants and eval are compared; variables are set; _ is anything.
mtype = { ask, tell };
chan q = [2] of { mtype, byte, byte };
byte me = 3, x;
active proctype P() {
  q!ask(3, 4); q!tell, 5, 6;
  assert(q?[ask, 3, 4] && !q?[tell, 5, 6] && q??[tell, 5, 6]);
  q??tell, _, x; assert(x == 6 && len(q) == 1);
  q?ask, eval(me), x; assert(x == 4 && empty(q))
}
