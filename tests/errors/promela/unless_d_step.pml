init { d_step { skip unless skip } }
