/* Three couriers carry parcels of four bytes over queues; one parcel arrives twice when a receipt is lost. */
chan out = [4] of { byte, byte, byte, byte };
chan back = [2] of { byte };

active [3] proctype courier() {
  byte n, r;
  do
  :: n < 4 -> out!_pid, n, 2 * n, 255 - n;
     if
     :: back?r -> n++
     :: timeout -> skip  /* sends it again */
     fi
  :: else -> break
  od
}

active proctype office() {
  byte who, n, twice, rest, last[4];
end:
  do
  :: out?who, n, twice, rest ->
     assert(twice == 2 * n && rest == 255 - n);
     assert(n + 1 != last[who]);
     last[who] = n + 1;
     if :: back!who :: skip fi
  od
}
