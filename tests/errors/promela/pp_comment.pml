init { skip }
/* never closed
