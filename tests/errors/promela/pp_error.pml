#error this model needs N
init { skip }
