int p;
ltl a { [] p }
ltl a { <> p }
init { p = 1 }
