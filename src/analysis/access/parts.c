// parts.c -- ranges of parts, and which object a part belongs to.

#include "analysis/access/parts.h"

#include <stdlib.h>

static uint32_t parts_of_var(const sv_net *net, uint32_t var) {
  const sv_net_var *v = &net->vars.at[var];
  return v->is_pc ? sv_net_locations(net, v->process) : v->cells;
}

void sv_part_map_init(sv_part_map *m, const sv_net *net) {
  uint32_t vars = net->vars.n;
  *m = (sv_part_map){.net = net, .objects = vars + net->queues.n};
  m->first = SV_NEW_ARRAY(uint32_t, m->objects + 1);
  for (uint32_t i = 0; i < m->objects; i++) {
    m->first[i] = m->parts;
    m->parts += i < vars ? parts_of_var(net, i) : 1;
  }
  m->first[m->objects] = m->parts;
}

void sv_part_map_free(sv_part_map *m) {
  sv_free(m->first);
  *m = (sv_part_map){0};
}

uint32_t sv_object_of_part(const sv_part_map *m, uint32_t part) {
  REQUIRE(part < m->parts, "no such part");
  uint32_t lo = 0, hi = m->objects;  // first[lo] <= part < first[hi]
  while (hi - lo > 1) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (m->first[mid] <= part) lo = mid;
    else hi = mid;
  }
  assert(m->first[lo] <= part && part < m->first[lo + 1]);
  return lo;
}

void sv_parts_add(sv_parts *s, uint32_t lo, uint32_t hi) {
  assert(lo <= hi);
  if (lo == hi) return;
  if (s->n && sv_last(*s).lo <= lo && lo <= sv_last(*s).hi) {
    if (hi > sv_last(*s).hi) sv_last(*s).hi = hi;
  } else {
    sv_push(*s, (sv_part_range){lo, hi});
  }
}

void sv_parts_append(sv_parts *s, const sv_parts *more) {
  for (uint32_t i = 0; i < more->n; i++) sv_parts_add(s, more->at[i].lo, more->at[i].hi);
}

static int by_start(const void *a, const void *b) {
  uint32_t x = ((const sv_part_range *)a)->lo, y = ((const sv_part_range *)b)->lo;
  return (x > y) - (x < y);
}

void sv_parts_seal(sv_parts *s) {
  if (s->n < 2) return;
  qsort(s->at, s->n, sizeof *s->at, by_start);
  uint32_t n = 1;
  for (uint32_t i = 1; i < s->n; i++) {
    sv_part_range r = s->at[i];
    if (r.lo > s->at[n - 1].hi) s->at[n++] = r;
    else if (r.hi > s->at[n - 1].hi) s->at[n - 1].hi = r.hi;
  }
  s->n = n;
  assert(sv_parts_are_sealed(s));
}

bool sv_parts_has(const sv_parts *s, uint32_t part) {
  assert(sv_parts_are_sealed(s));
  uint32_t lo = 0, hi = s->n;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (s->at[mid].hi <= part) lo = mid + 1;
    else hi = mid;
  }
  return lo < s->n && s->at[lo].lo <= part;
}

bool sv_parts_overlap(const sv_parts *a, const sv_parts *b) {
  assert(sv_parts_are_sealed(a) && sv_parts_are_sealed(b));
  for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
    if (a->at[i].hi <= b->at[j].lo) i++;
    else if (b->at[j].hi <= a->at[i].lo) j++;
    else return true;
  }
  return false;
}

void sv_parts_meet(const sv_parts *a, const sv_parts *b, sv_parts *out) {
  assert(sv_parts_are_sealed(a) && sv_parts_are_sealed(b));
  for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
    uint32_t lo = a->at[i].lo > b->at[j].lo ? a->at[i].lo : b->at[j].lo;
    uint32_t hi = a->at[i].hi < b->at[j].hi ? a->at[i].hi : b->at[j].hi;
    if (lo < hi) sv_parts_add(out, lo, hi);
    if (a->at[i].hi < b->at[j].hi) i++;
    else j++;
  }
}

bool sv_parts_subset(const sv_parts *small, const sv_parts *large) {
  assert(sv_parts_are_sealed(small) && sv_parts_are_sealed(large));
  uint32_t j = 0;
  for (uint32_t i = 0; i < small->n; i++) {
    while (j < large->n && large->at[j].hi < small->at[i].hi) j++;
    if (j == large->n || large->at[j].lo > small->at[i].lo) return false;
  }
  return true;
}

void sv_parts_minus(sv_parts *s, uint32_t lo, uint32_t hi) {
  sv_parts rest = {0};
  assert(sv_parts_are_sealed(s) && lo <= hi);
  for (uint32_t i = 0; i < s->n; i++) {
    sv_part_range r = s->at[i];
    if (r.lo < lo) sv_parts_add(&rest, r.lo, r.hi < lo ? r.hi : lo);
    if (r.hi > hi) sv_parts_add(&rest, r.lo > hi ? r.lo : hi, r.hi);
  }
  sv_vec_free(*s);
  *s = rest;
  assert(sv_parts_are_sealed(s));
}

uint32_t sv_parts_count(const sv_parts *s) {
  assert(sv_parts_are_sealed(s));
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->n; i++) n += s->at[i].hi - s->at[i].lo;
  return n;
}

void sv_parts_objects(const sv_part_map *m, const sv_parts *s, sv_u32s *out) {
  assert(sv_parts_are_sealed(s) && (!s->n || sv_last(*s).hi <= m->parts));
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t o = sv_object_of_part(m, s->at[i].lo);
    if (out->n && sv_last(*out) == o) o++;
    for (; o < m->objects && m->first[o] < s->at[i].hi; o++) sv_push(*out, o);
  }
}
