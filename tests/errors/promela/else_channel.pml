chan q = [1] of { int };
init { if :: q!1 :: else -> skip fi }
