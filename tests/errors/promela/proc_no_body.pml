active proctype P()
int x;
