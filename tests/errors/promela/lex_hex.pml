int x = 0x1F;
init { x = 3abc }
