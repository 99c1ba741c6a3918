// kernel_sticky.c -- the table of sticky locations, as code for a device. See reduce.h.
//
//   gpu_sticky(s, from)   the first process from this number on that stands in a sticky location,
//                         plus one; 0: there is none

#include "engine/gpu/kernel.h"

static bool has_sticky(const sv_merge *m, uint32_t process) {
  return sv_bits_next(&m->sticky, m->first[process]) < m->first[process + 1];
}

static void put_process(const sv_layout *l, const sv_merge *m, uint32_t p, sv_text *out) {
  sv_field f = l->cells[l->net->vars.at[l->net->processes.at[p].pc].first_cell];
  uint64_t mask = f.bits ? UINT64_MAX >> (64 - f.bits) : 0;
  sv_text_printf(out, "  if (from <= %uu) switch (%lldll + (long long)(s[%u] >> %u & %lluull)) {\n",
                 p, (long long)f.base, f.word, f.shift, (unsigned long long)mask);
  for (uint32_t place = m->first[p]; place < m->first[p + 1]; place++)
    if (sv_bits_has(&m->sticky, place)) sv_text_printf(out, "  case %u:\n", place - m->first[p]);
  sv_text_printf(out, "    return %uu;\n  default: break;\n  }\n", p + 1);
}

void sv_gpu_sticky_text(const sv_layout *l, const sv_merge *m, sv_text *out) {
  sv_text_string(out, "GPU_LOCAL u32 gpu_sticky(const u64 *s, u32 from) {\n");
  for (uint32_t p = 0; m && p < l->net->processes.n; p++)
    if (has_sticky(m, p)) put_process(l, m, p, out);
  sv_text_string(out, "  return 0;\n}\n");
}
