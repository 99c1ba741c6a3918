active proctype P() {
  byte a, b;
  STDIN?7;
  STDIN?a, b
}
