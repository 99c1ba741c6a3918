byte x;
chan c = [1] of { byte };
active proctype P() { do :: d_step { x = 1; accept_d: x = 0; progress_d: x = 0; end_d: x = 0 } :: c!1; c?_ od }
never { progress_n: do :: x == 2 od }
trace { accept_t: do :: c!1; progress_t: c?_ od }
