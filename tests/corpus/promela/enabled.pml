// expect: violated
// states: 636
// `enabled` asks whether another process has an executable statement; it does not ask `provided`.
byte x, y;
chan q = [1] of { byte };
active proctype P() provided (y != 3) { x = 1; x == 2; q?5; if :: x == 7 :: else fi }
active proctype Q() {
  if :: enabled(0) -> y = 1 :: else -> y = 2 fi;
  x = 2; q!4;
  y = 3;
  assert(enabled(0) || x == 2);
  y = enabled(0) + 2 * enabled(2) + 4 * enabled(9);
  q?_; q!5
}
proctype R(byte n) { n == 1; x = 3 }
init { run R(1); run R(0) }
