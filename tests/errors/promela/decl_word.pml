int do;
init { skip }
