int f();
int main(void) { return f(1, 2); }
int f(long a, int b, int c) { return a + b + c; }
