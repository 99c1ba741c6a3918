int x;
active proctype P() provided x == 1 { skip }
