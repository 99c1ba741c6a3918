// fuzz_recognise.c -- telling the language of a text: every recogniser, on any bytes.

#include "fuzz/model.h"
#include "lang/lang.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *copy = sv_alloc(size + !size);  // of this size, so that reads beyond the end are seen
  if (size) memcpy(copy, data, size);
  sv_text several = {0};
  const sv_language *found = sv_language_by_text(copy, size, &several);
  if (found && several.n) fuzz_fail("one language and several", sv_text_get(&several));
  sv_text_free(&several);
  sv_free(copy);
  return 0;
}
