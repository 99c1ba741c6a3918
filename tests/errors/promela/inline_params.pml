inline f(3) { skip }
inline g { skip }
init { skip }
