init { atomic { A: skip }; d_step { B: skip }; { C: skip }; do :: D: skip; break od }
