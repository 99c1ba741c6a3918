int x;
init { x = _pdi; _pid = 1; x = _; _nr_pr[1] = 2 }
