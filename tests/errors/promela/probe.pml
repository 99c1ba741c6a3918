chan q = [1] of { int };
init { !full(q); empty(q) == 1; !nempty(q) }
