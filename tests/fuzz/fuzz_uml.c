// fuzz_uml.c -- the reader of PlantUML's state diagrams, and the lowering of state machines.

#include "fuzz/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_language("uml", data, size);
  return 0;
}
