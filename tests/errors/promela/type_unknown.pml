typedef Point { int x }
chan q = [1] of { Piont };
chan r = [1] of { Circle };
init { skip }
