unsigned x : y;
init { skip }
