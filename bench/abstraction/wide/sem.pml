/* a counting semaphore with a large count: used + free is the same */
int free = 100000, used = 0;
active [3] proctype U() { do :: atomic { free > 0 -> free--; used++ }; atomic { used > 0; used--; free++ } od }
active proctype C() { do :: atomic { true -> assert(free + used == 100000 && used >= 0) } od }
