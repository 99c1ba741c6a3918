#define 3 4
#define defined
init { skip }
