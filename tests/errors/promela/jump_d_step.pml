init { d_step { skip; goto L }; L: skip; goto M; d_step { skip; M: skip }; do :: d_step { skip; break } od }
