#if 1 +
#endif
#if
#endif
#if (1
#endif
#if 1/0
#endif
#if "a"
#endif
#if defined
#endif
init { skip }
