typedef Point { int x; int y }
Point p;
init { p.z = 1; p.x.y = 2 }
