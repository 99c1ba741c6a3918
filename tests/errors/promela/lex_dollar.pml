int a$b;
init { skip }
