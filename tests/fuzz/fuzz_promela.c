// fuzz_promela.c -- the reader of Promela models, and their lowering.

#include "fuzz/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_language("promela", data, size);
  return 0;
}
