chan q = [1] of { int };
int x;
proctype P() { xr q; skip }
init { xr x; xr q; run P() }
