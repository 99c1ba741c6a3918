int next = 0, serving = 0; byte crit = 0;
active [2] proctype P() { int mine;
 do :: atomic { next < 1000000000 -> mine = next; next++ }; 
       (serving == mine); crit++; assert(crit == 1); crit--; serving++ od }
