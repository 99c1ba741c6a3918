// sets.c -- see sets.h.

#include "encode/parametric/sets_inside.h"

enum { PACKAGE_BYTES = 256 << 20, INPUTS_BEHIND = 200, FEW = 20 };

static void on_failure(void *context, const char *why) {
  SV_UNUSED(why);
  longjmp(*((sv_sets *)context)->away, 1);
}

static void on_sign_of_life(void *context) {
  sv_sets *s = context;
  if (s->away && s->limits && sv_limits_check(s->limits)) longjmp(*s->away, 1);
}

sv_sets *sv_sets_new(const sv_aig *graph, uint32_t bits, uint64_t most, sv_limits *limits) {
  sv_sets *s = SV_NEW(sv_sets);
  *s = (sv_sets){.graph = graph, .bits = bits, .most = most, .limits = limits};
  s->vars = bits * (SV_SETS_BEFORE + 1) + INPUTS_BEHIND;
  s->bdds = sv_bdds_new(&(sv_bdds_options){.singles = s->vars,
                                           .memory = PACKAGE_BYTES,
                                           .fail = on_failure,
                                           .alive = on_sign_of_life,
                                           .context = s});
  return s;
}

static void give_up(sv_sets *s) {
  if (s->bdds) sv_bdds_free(s->bdds);
  s->bdds = NULL;
}

void sv_sets_free(sv_sets *s) {
  if (!s) return;
  give_up(s);
  sv_free(s);
}

bool sv_sets_work(const sv_sets *s) { return s->bdds; }
sv_sets_statistics sv_sets_numbers(const sv_sets *s) { return s->numbers; }

// ---- variables

// The first place from here on that belongs to no state bit.
static uint32_t place_from(const sv_sets *s, uint32_t var) {
  bool taken = var < s->bits * (SV_SETS_BEFORE + 1) && var % (SV_SETS_BEFORE + 1) == SV_SETS_BEFORE;
  return taken ? var + 1 : var;
}

static void place_inputs(sv_sets *s, sv_lit root, uint32_t first, uint32_t *next) {
  sv_u32s support = {0};
  if (*next < first) *next = first;
  sv_aig_support(s->graph, &root, 1, &support);
  for (uint32_t i = 0; i < support.n; i++) {
    if (sv_map_get(&s->image.var_of, support.at[i]) != SV_MAP_NONE) continue;
    *next = place_from(s, *next);
    assert(*next % (SV_SETS_BEFORE + 1) != SV_SETS_BEFORE ||
           *next >= s->bits * (SV_SETS_BEFORE + 1));
    sv_map_put(&s->image.var_of, support.at[i], (*next)++);
  }
  sv_vec_free(support);
}

// False: there are too many inputs.
static bool arrange(sv_sets *s, const uint32_t *at, const sv_factor *f) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < f->bits.n; i++) {
    place_inputs(s, f->bits.at[i], at[i] * (SV_SETS_BEFORE + 1), &next);
    sv_push(s->image.state_var, sv_sets_var(at[i]));
    assert(at[i] < s->bits);
  }
  place_inputs(s, f->guard.at[0], 0, &next);
  return next <= s->vars;
}

// ---- protected operations

typedef struct {
  const uint32_t *at;
  const sv_factor *set;
  sv_bdd *to, part, whole;
  bool yes;
} job;
typedef void operation(sv_sets *, job *);

// False: everything is gone.
static bool protect(sv_sets *s, operation *work, job *j) {
  jmp_buf away;
  double since = sv_now();
  if (!s->bdds) return false;
  s->away = &away;
  if (setjmp(away)) give_up(s);
  else work(s, j);
  s->away = NULL;
  s->numbers.seconds += sv_now() - since;
  return s->bdds;
}

static void make(sv_sets *s, job *j) {
  s->image =
      (sv_imager){.bdds = s->bdds, .graph = s->graph, .most = sv_bdds_used(s->bdds) + s->most};
  if (!arrange(s, j->at, j->set)) return;
  sv_bdd set = sv_image(&s->image, j->set);
  j->yes = !s->image.too_much;
  if (j->yes) *j->to = set;
  else sv_bdd_drop(s->bdds, set);
}

static void add(sv_sets *s, job *j) {
  sv_bdd_set(s->bdds, j->to, sv_bdd_or(s->bdds, *j->to, j->part));
}
static void compare(sv_sets *s, job *j) { j->yes = sv_bdd_implies(s->bdds, j->part, j->whole); }

// Many sets are too large: others will be too.
static void judge(sv_sets *s, bool made) {
  if (made) s->numbers.made++;
  else s->numbers.too_large++;
  if (s->numbers.too_large > FEW && s->numbers.too_large > s->numbers.made / 4) give_up(s);
}

bool sv_sets_make(sv_sets *s, const uint32_t *at, const sv_lit *bits, uint32_t n, sv_lit guard,
                  sv_bdd *out) {
  sv_factor f = {0};
  for (uint32_t i = 0; i < n; i++) sv_push(f.bits, bits[i]);
  sv_push(f.guard, guard);
  job j = {.at = at, .set = &f, .to = out};
  bool made = protect(s, make, &j) && j.yes;
  if (s->bdds) judge(s, made);
  sv_imager_free(&s->image);
  s->image = (sv_imager){0};
  sv_factor_free(&f);
  return made && s->bdds;
}

void sv_sets_drop(sv_sets *s, sv_bdd set) {
  if (s->bdds) sv_bdd_drop(s->bdds, set);
}

bool sv_sets_add(sv_sets *s, sv_bdd *to, sv_bdd more) {
  job j = {.to = to, .part = more};
  return protect(s, add, &j);
}

bool sv_sets_inside(sv_sets *s, sv_bdd part, sv_bdd whole) {
  job j = {.part = part, .whole = whole};
  return protect(s, compare, &j) && j.yes;
}
