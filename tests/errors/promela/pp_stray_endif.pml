init { skip }
#endif
