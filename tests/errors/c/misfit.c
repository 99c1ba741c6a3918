// An access that is partly behind the object.
short x;
int main(void) { return *(int *)&x; }
