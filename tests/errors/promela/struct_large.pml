typedef A { int a[65536] }
typedef B { A a[65536] }
B x;
init { skip }
