init { run 3(); run P }
