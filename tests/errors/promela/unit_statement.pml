x = 1;
init { skip }
