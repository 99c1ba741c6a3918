// expect: holds
// states: 6
// A send to nobody is not executable, so the other option is.
chan q = [0] of { byte };
byte got, lost;
active proctype sender() { if :: atomic { !(got) -> skip }; q!1 :: atomic { got -> lost = 1 } fi }
active proctype receiver() { q?got; assert(got == 1) }
