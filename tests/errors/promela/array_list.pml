int a[2] = { 1, 2, 3 }, b = { 1 };
init { skip }
