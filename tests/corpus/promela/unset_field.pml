// expect: violated
// options: --property uninitialised-channel
// A field that was not sent is no channel.
chan q = [1] of { byte, chan };
active proctype P() { byte n; chan c; q!1; q?n, c; c!q }
