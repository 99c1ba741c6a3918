int x;
c_decl { typedef int T; }
c_state "T y" "Global"
c_track "&y" "4"
init { c_code { now.x += 1; }; if :: c_expr { now.x == 1 } -> skip fi; c_code [now.x > 0] { now.x = 2; } }
