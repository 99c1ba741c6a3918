active proctype P() { skip }
active proctype P() { skip }
