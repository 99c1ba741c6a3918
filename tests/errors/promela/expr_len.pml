chan q = [1] of { int };
init { len q > 0 }
