#warning this model is old
init { skip }
