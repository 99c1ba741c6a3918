// expect: holds
// states: 12
// In an option, a skip behind a skip is dropped; not the last one, nor behind a label.
byte x;
init {
  if
  :: skip; skip; skip; x = 1
  :: x = 2; skip; skip
  :: x = 3; here: skip; skip; x = 4
  fi;
  x = 5
}
