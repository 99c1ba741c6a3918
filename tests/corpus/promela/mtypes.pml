// expect: holds
// states: 5
mtype = { red, green };
mtype:fruit = { apple, pear };
mtype now = green;
mtype:fruit f = pear;
active proctype P() { assert(now == green && green == 1 && red == 2 && f == pear); now = red; f = apple }
