chan q = [1] of { pid };
proctype P() { skip }
init { q!run P() }
