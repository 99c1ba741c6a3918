active proctype P() priority high { skip }
