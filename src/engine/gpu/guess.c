// guess.c -- see guess.h.

#include "engine/gpu/guess.h"

#include "base/cache.h"
#include "exec/emit.h"

static void set_key(const sv_program *p, size_t memory, sv_text *key) {
  sv_text_printf(key, "guess for a GPU, %zu bytes\n", memory);
  sv_emit_program(p, NULL, NULL, key);
}

static bool is_part(double part) { return part > 0 && part <= 0.5; }

bool sv_gpu_guess_get(const char *cache, const sv_program *p, const sv_layout *l, size_t memory,
                      sv_gpu_guess *g) {
  sv_text key = {0}, value = {0};
  size_t words = l->words * sizeof(uint64_t);
  set_key(p, memory, &key);
  bool good = sv_cache_get(cache, &key, &value) && value.n == sizeof(double) + 2 * words;
  if (good) {
    memcpy(&g->nodes_part, value.at, sizeof(double));
    uint64_t *bits = SV_NEW_ARRAY(uint64_t, 2 * l->words);
    memcpy(bits, value.at + sizeof(double), 2 * words);
    sv_gpu_narrow_set(&g->narrow, l, bits, bits + l->words);
    sv_free(bits);
  }
  good = good && is_part(g->nodes_part);
  sv_text_free(&key);
  sv_text_free(&value);
  return good;
}

void sv_gpu_guess_put(const char *cache, const sv_program *p, size_t memory,
                      const sv_gpu_guess *g) {
  sv_text key = {0}, value = {0}, why = {0};
  size_t words = g->narrow.wide * sizeof(uint64_t);
  set_key(p, memory, &key);
  sv_text_bytes(&value, (const char *)&g->nodes_part, sizeof(double));
  sv_text_bytes(&value, (const char *)g->narrow.varying, words);
  sv_text_bytes(&value, (const char *)g->narrow.constant, words);
  sv_cache_put(cache, &key, &value, &why);
  sv_text_free(&key);
  sv_text_free(&value);
  sv_text_free(&why);
}
