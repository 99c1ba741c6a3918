active proctype P() priority 300 { skip }
init { run P() priority 256 }
