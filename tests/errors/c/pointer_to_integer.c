int x;
int main(void) { return (long)&x > 100; }
