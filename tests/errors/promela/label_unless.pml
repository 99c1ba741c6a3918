init { A: skip unless skip; skip unless B: skip; C: { skip } unless { skip } }
