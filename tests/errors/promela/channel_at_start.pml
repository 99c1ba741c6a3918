chan q = [1] of { byte };
chan c;
byte x = len(c), y = len(q);
proctype R(chan d) { byte z = len(d) }
active proctype P(chan e) { bool z = full(e); run R(q) }
