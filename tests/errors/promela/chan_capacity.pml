int n;
chan q = [256] of { int }, r = [n] of { int };
chan s = [1] of { unsigned };
int x = [1] of { int };
init { skip }
