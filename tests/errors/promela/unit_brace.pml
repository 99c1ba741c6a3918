init { skip } }
