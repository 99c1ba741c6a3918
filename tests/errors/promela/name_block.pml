init { { int z; z = 1 }; z = 2 }
