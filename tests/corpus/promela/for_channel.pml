// expect: holds
// states: 20
// Each round takes the message from the front and puts it back at the end.
typedef message { byte a; bit b };
chan q = [3] of { message };
byte sum;
init {
  message t;
  t.a = 2; q!t; t.a = 3; t.b = 1; q!t;
  for (t in q) { sum = sum + t.a };
  assert(sum == 5 && len(q) == 2)
}
