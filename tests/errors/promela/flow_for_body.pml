int i;
init { for (i : 1 .. 2) skip }
