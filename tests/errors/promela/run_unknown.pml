proctype Sender() { skip }
init { run Sendr(); run Zebra() }
