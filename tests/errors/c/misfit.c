int x;
int main(void) { return *(char *)&x; }
