int f(void) { return a; }
int main(void) { return b; }
