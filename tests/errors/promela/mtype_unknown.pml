mtype:fruit = { apple };
mtype:friut x;
init { x = apple }
