typedef { int a }
typedef T { }
typedef U { int a int b }
init { skip }
