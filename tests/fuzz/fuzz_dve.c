// fuzz_dve.c -- the reader of DVE systems, and their lowering.

#include "fuzz/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_language("dve", data, size);
  return 0;
}
