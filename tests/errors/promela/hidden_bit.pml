hidden bit a;
hidden bool b;
init { skip }
