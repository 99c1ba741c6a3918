int x;
init { x!1; x?_; len(x) > 0; full(3) }
