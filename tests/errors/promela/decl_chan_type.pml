chan q = [1] of { 3 };
init { skip }
