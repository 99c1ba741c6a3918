unsigned a;
unsigned b : 32;
unsigned c : 0;
byte d : 4;
init { skip }
