#if 0
#else
init { skip }
#elif 1
#endif
