mtype = { request, grant, release };
chan line = [0] of { mtype, pid };
chan log = [4] of { byte };
byte inside; bool busy;
proctype client(byte tries) {
  do
  :: tries > 0 -> tries--;
     line!request(_pid);
     inside++;
     printf("client %d is in, inside = %d\n", _pid, inside);
     log!_pid;
     assert(inside == 1);
     inside--
  :: else -> break
  od
}
active proctype server() { pid who; mtype last; end: do :: line?last(who) -> busy = !busy od }
init { atomic { run client(2); run client(1) } }
