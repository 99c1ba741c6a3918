inline f() { skip
