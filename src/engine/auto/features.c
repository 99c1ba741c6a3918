// features.c -- a look at sorts and counts, in one pass over the net.

#include "engine/auto/features.h"

#include <math.h>

enum { WIDE = 16 };                // bits of a word
static const double no_end = 1e9;  // bits of a sort that is not finite

static double bits_of(const sv_terms *T, sv_sort sort) {
  const sv_sort_info *s = sv_sort_get(T, sort);
  switch (s->kind) {
  case SV_SORT_BOOL: return 1;
  case SV_SORT_BV: return s->size;
  case SV_SORT_ENUM: return log2(s->size);
  case SV_SORT_INT: return s->ranged ? log2((double)s->hi - (double)s->lo + 1) : no_end;
  case SV_SORT_REAL: return no_end;
  case SV_SORT_LOC:
  case SV_SORT_REF: return 8;
  case SV_SORT_ARRAY: return s->size * bits_of(T, s->element);
  }
  SV_UNREACHABLE();
}

static bool is_wide(const sv_terms *T, sv_sort sort) {
  const sv_sort_info *s = sv_sort_get(T, sv_sort_scalar(T, sort));
  return s->kind == SV_SORT_BV && s->size >= WIDE;
}

static void look_at_variables(const sv_net *net, sv_auto_features *f) {
  const sv_terms *T = net->model->terms;
  for (uint32_t v = 0; v < net->vars.n; v++) {
    double bits = bits_of(T, net->vars.at[v].sort);
    f->state_bits += bits;
    f->wide |= is_wide(T, net->vars.at[v].sort);
    if (sv_is_none(net->vars.at[v].init)) f->start_bits += bits;
  }
}

static void look_at_queues(const sv_net *net, sv_auto_features *f) {
  const sv_terms *T = net->model->terms;
  for (uint32_t q = 0; q < net->queues.n; q++) {
    const sv_net_queue *queue = &net->queues.at[q];
    double bits = 0;
    for (uint32_t i = 0; i < queue->field_count; i++) bits += bits_of(T, queue->fields[i]);
    f->state_bits += queue->capacity == SV_UNBOUNDED ? no_end : bits * queue->capacity;
  }
}

static void look_at_actions(const sv_net *net, sv_auto_features *f) {
  for (uint32_t a = 0; a < net->actions.n; a++) {
    double bits = 0;
    for (uint32_t c = 0; c < net->actions.at[a].choice_count; c++)
      bits += bits_of(net->model->terms, net->actions.at[a].choices[c]);
    if (bits > f->choice_bits) f->choice_bits = bits;
  }
}

static bool creates_without_bound(const sv_model *m) {
  if (m->process_limit) return false;
  for (uint32_t t = 1; t < m->templates.n; t++)
    if (m->templates.at[t].pool == SV_UNBOUNDED) return true;
  return false;
}

sv_auto_features sv_auto_look(const sv_model *m, const sv_net *net, const sv_options *o,
                              bool asks) {
  unsigned features = sv_model_features(m);
  sv_auto_features f = {.asks = asks};
  f.infinite = features & (SV_FEATURE_INT | SV_FEATURE_REAL | SV_FEATURE_QUEUE);
  f.real = features & SV_FEATURE_REAL;
  f.unbounded = m->unbounded || (!o->threads && creates_without_bound(m));
  f.processes = net->processes.n;
  f.queues = net->queues.n;
  f.actions = net->actions.n;
  look_at_variables(net, &f);
  look_at_queues(net, &f);
  look_at_actions(net, &f);
  f.wide &= !f.infinite;
  return f;
}
