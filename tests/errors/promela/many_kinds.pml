int x
chan q = [1] of { int };
init {
  x = ;
  if
  :: x == -> skip
  :: q?1+ -> skip
  fi;
  do :: x > od;
  y = 1
}
active proctype P() { goto }
