#define N
#ifdef N M
#else N
#endif
#undef N x
init { skip }
