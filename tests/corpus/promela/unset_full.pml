// expect: violated
// options: --property uninitialised-channel
typedef port { chan c };
port p[2];
chan q = [1] of { byte };
active proctype P() { p[1].c = q; p[1].c!1; if :: nfull(p[0].c) -> skip :: full(p[1].c) -> skip fi }
