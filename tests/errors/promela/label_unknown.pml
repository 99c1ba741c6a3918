init { Loop: skip; goto Lop; goto Zebra }
