active proctype P() { int z; z = 1 }
init { z = 1 }
