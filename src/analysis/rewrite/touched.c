// touched.c -- see touched.h.

#include "analysis/rewrite/touched.h"

static void add_cell(const sv_toucher *x, uint32_t cell, sv_parts *out) {
  uint32_t v = x->variable.at[cell], first = x->map.first[v];
  assert(cell >= x->net->vars.at[v].first_cell &&
         cell - x->net->vars.at[v].first_cell < x->net->vars.at[v].cells);
  const sv_net_var *var = &x->net->vars.at[v];
  if (var->is_pc) sv_parts_add(out, first, x->map.first[v + 1]);
  else sv_parts_add(out, first + cell - var->first_cell, first + cell - var->first_cell + 1);
}

void sv_touch_stand(const sv_toucher *x, uint32_t process, uint32_t location, sv_parts *out) {
  uint32_t part = sv_location_part(&x->map, process, location);
  sv_parts_add(out, part, part + 1);
}

static void add_queue(const sv_toucher *x, uint32_t queue, sv_parts *out) {
  uint32_t part = x->map.first[sv_queue_object(&x->map, queue)];
  sv_parts_add(out, part, part + 1);
}

static void add_reads(const sv_toucher *x, const sv_footprint *t, sv_parts *out) {
  for (uint32_t i = 0; i < t->reads.n; i++)
    for (uint32_t c = 0; c < t->reads.at[i].n; c++) add_cell(x, t->reads.at[i].first + c, out);
  for (uint32_t i = 0; i < t->stands.n; i++)
    sv_touch_stand(x, t->stands.at[i].process, t->stands.at[i].location, out);
  for (uint32_t i = 0; i < t->queues.n; i++) add_queue(x, t->queues.at[i], out);
}

static void add_changes(const sv_toucher *x, const sv_state *before, const sv_state *after,
                        sv_parts *out) {
  for (uint32_t c = 0; c < x->net->cells; c++) {
    if (sv_value_same(before->cells[c], after->cells[c])) continue;
    const sv_net_var *v = &x->net->vars.at[x->variable.at[c]];
    if (!v->is_pc) add_cell(x, c, out);
    else {
      sv_touch_stand(x, v->process, (uint32_t)sv_small_get(before->cells[c]), out);
      sv_touch_stand(x, v->process, (uint32_t)sv_small_get(after->cells[c]), out);
    }
  }
  for (uint32_t q = 0; q < x->net->queues.n; q++)
    if (!sv_queue_equal(&before->queues[q], &after->queues[q])) add_queue(x, q, out);
}

void sv_touch_step(sv_toucher *x, const sv_state *before, const sv_step *step,
                   const sv_state *after, sv_touched *out) {
  sv_footprint *f = &x->footprint;
  sv_exec_footprint(x->exec, before, step, after, f);
  add_reads(x, f, &out->reads);
  for (uint32_t i = 0; i < f->writes.n; i++)
    for (uint32_t c = 0; c < f->writes.at[i].n; c++)
      add_cell(x, f->writes.at[i].first + c, &out->writes);
  add_changes(x, before, after, &out->changes);
  out->exclusive = f->exclusive;
  out->more = f->more;
}

void sv_touch_term(sv_toucher *x, const sv_state *s, sv_term term, sv_parts *reads) {
  sv_exec_footprint_term(x->exec, s, term, &x->footprint);
  add_reads(x, &x->footprint, reads);
}

void sv_touched_free(sv_touched *t) {
  sv_vec_free(t->reads);
  sv_vec_free(t->writes);
  sv_vec_free(t->changes);
}

void sv_toucher_init(sv_toucher *x, sv_exec *exec) {
  *x = (sv_toucher){.exec = exec, .net = sv_exec_net(exec)};
  sv_part_map_init(&x->map, x->net);
  sv_fill(x->variable, x->net->cells);
  for (uint32_t v = 0; v < x->net->vars.n; v++)
    for (uint32_t c = 0; c < x->net->vars.at[v].cells; c++)
      x->variable.at[x->net->vars.at[v].first_cell + c] = v;
  for (uint32_t p = 0; p < x->net->processes.n; p++)
    for (uint32_t l = 1; l < sv_net_locations(x->net, p); l++)
      if (sv_net_location(x->net, p, l)->flags & (SV_LOC_BLOCKING | SV_LOC_COMMITTED))
        sv_touch_stand(x, p, l, &x->exclusive);
}

void sv_toucher_free(sv_toucher *x) {
  sv_vec_free(x->variable);
  sv_vec_free(x->exclusive);
  sv_footprint_free(&x->footprint);
  sv_part_map_free(&x->map);
}
