// fuzz_proc.c -- the reader of process programs, and their lowering.

#include "fuzz/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_language("proc", data, size);
  return 0;
}
