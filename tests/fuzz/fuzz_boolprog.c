// fuzz_boolprog.c -- the reader of Boolean programs, and their lowering.

#include "fuzz/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_language("boolprog", data, size);
  return 0;
}
