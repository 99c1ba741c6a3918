int main(void) { return y; }
