int n;
int a[n], b[0], c[70000], d[-1];
int m = 3, e[m];
init { skip }
