init { set_priority(0) }
