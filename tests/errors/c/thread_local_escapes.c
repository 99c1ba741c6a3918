_Thread_local int mine;
int *seen;
int main(void) {
  seen = &mine;
  mine = 1;
  return *seen;
}
