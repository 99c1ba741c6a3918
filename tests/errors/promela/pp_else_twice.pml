#if 0
#else
init { skip }
#else
#endif
