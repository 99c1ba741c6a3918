init { skip; chan q = [1] of { int }; q!1 }
