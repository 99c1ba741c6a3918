int p;
ltl a { [] p -> }
ltl { <> (p }
ltl b [] p
init { skip }
