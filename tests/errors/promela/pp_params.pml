#define add(a b) a + b
init { skip }
