init { int p; p = 1 }
ltl a { [] p }
