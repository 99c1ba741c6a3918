byte x;
active proctype P() { progress: x = 1; np_ -> x = 2 }
never { do :: np_ od }
ltl p { [] np_ }
