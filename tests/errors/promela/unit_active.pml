active P() { skip }
