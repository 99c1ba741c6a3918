// fuzz_hybrid.c -- the readers of PHAVer and HyTech, and their lowering.
//
// The input has no suffix: one that begins with `var` is HyTech.

#include "fuzz/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_language("hybrid", data, size);
  return 0;
}
