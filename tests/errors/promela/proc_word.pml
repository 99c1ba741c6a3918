active proctype do() { skip }
