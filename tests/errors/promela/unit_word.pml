proctpe P() { skip }
init { skip }
