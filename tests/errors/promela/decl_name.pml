int 3x;
int ;
init { skip }
