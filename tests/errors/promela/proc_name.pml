proctype () { skip }
init { skip }
