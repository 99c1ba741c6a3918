chan q = [1] off { int };
init { skip }
