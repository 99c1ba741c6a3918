// gen.c -- declarations of a random model: sorts, variables, processes, properties.

#include "random/gen.h"

#include <stdio.h>

#define ROOMS "rooms"
enum { EVERYTHING = GEN_PARTNERS - 1 };  // the features before it

// clang-format off
static const gen_profile profiles[] = {
  {"plain", "interleaving with little interaction, for partial-order reduction",
   GEN_LOOSE, GEN_NEEDLES | GEN_SETS | GEN_ANY},
  {"apart", "processes with variables of their own, and properties that see them all",
   GEN_LOOSE | GEN_APART, GEN_NEEDLES | GEN_SETS | GEN_CHOICES | GEN_PRIORITY | GEN_QUEUES},
  {"watched", "processes of their own, and properties that see some of them on their way",
   GEN_LOOSE | GEN_APART | GEN_WATCHED, GEN_LATE | GEN_SETS | GEN_CHOICES | GEN_QUEUES},
  {"rivals", "actions that give way while somebody else's gate is open",
   GEN_LOOSE | GEN_RIVALS, GEN_LATE | GEN_APART | GEN_SETS | GEN_QUEUES | GEN_JOINT},
  {"late", "straight processes, one of which looks at what another one did",
   GEN_LOOSE | GEN_LATE | GEN_NEEDLES, GEN_PRIORITY | GEN_JOINT | GEN_QUEUES},
  {"chatty", "plain processes that share everything", 0, GEN_SETS | GEN_ANY | GEN_CHOICES | GEN_NEEDLES},
  {"data", "arrays, choices, constraints", GEN_CHOICES,
   GEN_ARRAYS | GEN_ANY | GEN_CONSTRAINTS | GEN_WIDE | GEN_SETS},
  {"queues", "messages", GEN_QUEUES,
   GEN_LOOSE | GEN_NEEDLES | GEN_DEFER | GEN_REFS | GEN_CHOICES | GEN_PRIORITY},
  {"joint", "rendezvous and sets of locations", GEN_JOINT,
   GEN_LOOSE | GEN_NEEDLES | GEN_SETS | GEN_PRIORITY | GEN_REMOTE | GEN_CONSTRAINTS | GEN_PASSIVE},
  {"handshake", "rendezvous with passive partners, and atomic sections",
   GEN_JOINT | GEN_CONTROL | GEN_PASSIVE,
   GEN_LOOSE | GEN_LATE | GEN_NEEDLES | GEN_SETS | GEN_PRIORITY | GEN_QUEUES | GEN_CREATION},
  {"control", "atomicity, priorities, invariants of locations", GEN_CONTROL,
   GEN_LOOSE | GEN_NEEDLES | GEN_PRIORITY | GEN_INVARIANTS | GEN_SETS | GEN_JOINT | GEN_PASSIVE},
  {"sections", "straight processes with some atomic sections",
   GEN_LOOSE | GEN_LATE | GEN_CONTROL,
   GEN_NEEDLES | GEN_APART | GEN_PRIORITY | GEN_JOINT | GEN_INVARIANTS | GEN_QUEUES},
  {"rules", "priorities of all kinds in and around atomic sections",
   GEN_CONTROL | GEN_PRIORITY | GEN_RANKS | GEN_JOINT,
   GEN_LOOSE | GEN_NEEDLES | GEN_SETS | GEN_PASSIVE | GEN_CHOICES | GEN_CUTS | GEN_INVARIANTS},
  {"creation", "processes that start and end", GEN_CREATION,
   GEN_LOOSE | GEN_NEEDLES | GEN_UNBOUNDED | GEN_REMOTE | GEN_QUEUES | GEN_ANY | GEN_INVARIANTS},
  {"broadcast", "writing to all others", GEN_BROADCAST,
   GEN_NEEDLES | GEN_CREATION | GEN_REMOTE | GEN_CHOICES | GEN_CONSTRAINTS | GEN_LOOSE},
  {"names", "odd names", GEN_NAMES,
   GEN_QUEUES | GEN_JOINT | GEN_BROADCAST | GEN_CHOICES | GEN_REMOTE},
  {"mixed", "any of everything", 0, EVERYTHING},
  {"partners", "processes that others move, hold where they are, and watch",
   GEN_LOOSE | GEN_JOINT | GEN_NEEDLES | GEN_PARTNERS,
   GEN_SETS | GEN_PRIORITY | GEN_PASSIVE | GEN_CONTROL},
  {"beyond", "processes that go round for ever, one loop of which is counted",
   GEN_BEYOND | GEN_LOOSE | GEN_NEEDLES,
   GEN_CONTROL | GEN_PASSIVE | GEN_PRIORITY | GEN_JOINT | GEN_PARTNERS | GEN_QUEUES | GEN_CREATION | GEN_SETS},
  {"numbers", "integers that no range bounds, but what is done with them",
   GEN_NUMBERS, GEN_LOOSE | GEN_NEEDLES | GEN_CONTROL | GEN_PRIORITY | GEN_JOINT | GEN_PASSIVE | GEN_CHOICES |
   GEN_CONSTRAINTS | GEN_ARRAYS | GEN_QUEUES | GEN_SETS | GEN_CUTS | GEN_INVARIANTS | GEN_DEFER},
  {ROOMS, "queues without bound, in which there are few messages", GEN_QUEUES | GEN_LOOSE,
   GEN_NEEDLES | GEN_CONTROL | GEN_PRIORITY | GEN_JOINT | GEN_PASSIVE | GEN_CHOICES | GEN_CONSTRAINTS | GEN_ARRAYS |
   GEN_SETS | GEN_CUTS | GEN_INVARIANTS | GEN_DEFER},
};
// clang-format on

const gen_profile *gen_profile_at(uint32_t i) {
  return i < SV_COUNT(profiles) ? &profiles[i] : NULL;
}

const gen_profile *gen_profile_find(const char *name) {
  for (uint32_t i = 0; i < SV_COUNT(profiles); i++)
    if (!strcmp(profiles[i].name, name)) return &profiles[i];
  return NULL;
}

static void pick_features(gen *g, const gen_profile *profile) {
  g->features = profile->always;
  g->roomy = !strcmp(profile->name, ROOMS);
  for (unsigned bit = 0; bit < GEN_FEATURE_COUNT; bit++)
    if (profile->maybe >> bit & 1 && gen_chance(g, gen_has(g, GEN_RANKS) ? 60 : 40))
      g->features |= 1u << bit;
}

// ---- names

static sv_name numbered(gen *g, const char *stem, uint32_t number) {
  char text[64];
  snprintf(text, sizeof text, "%.48s%u", stem, number);
  return sv_names_cstr(g->model->names, text);
}

// A name that is unique among those with this stem.
static sv_name name_of(gen *g, const char *stem, uint32_t number) {
  static const char *const odd[] = {
      "two words ",
      "it's ",
      "back\\slash ",
      "\"quoted\" ",
      "dotted.",
      "line\nbreak ",
      "$role",
      "?choice",
      "(paren)",
      "// not a comment ",
      "\xC3\xA9t\xC3\xA9",
      "9lives",
      "any",
      "@",
      "0..3 ",
      "-",
      "\x01",
  };
  if (!gen_draws(g, GEN_NAMES, 40)) return numbered(g, stem, number);
  char text[48];
  snprintf(text, sizeof text, "%s%.20s", odd[gen_below(g, SV_COUNT(odd))], stem);
  return numbered(g, text, number);
}

// ---- sorts and variables

static sv_sort enumeration(gen *g) {
  static const char *const words[] = {"red", "green", "blue", "black"};
  sv_name members[SV_COUNT(words)];
  uint32_t n = 2 + gen_below(g, SV_COUNT(words) - 1);
  for (uint32_t i = 0; i < n; i++)
    members[i] =
        gen_has(g, GEN_NAMES) ? name_of(g, words[i], i) : sv_names_cstr(g->model->names, words[i]);
  return sv_sort_enum(g->terms, numbered(g, "colour", g->sorts.n), members, n);
}

static sv_sort range(gen *g) {
  int64_t lo = (int64_t)gen_below(g, 5) - 2;
  return sv_sort_range(g->terms, lo, lo + 1 + gen_below(g, 3));
}

static sv_sort scalar_sort(gen *g, uint32_t kind) {
  if (gen_draws(g, GEN_NUMBERS, 65)) return sv_sort_int(g->terms);
  if (gen_draws(g, GEN_WIDE, 30))
    return sv_sort_bv(g->terms, 20 + gen_below(g, 43), gen_chance(g, 50));
  switch (kind) {
  case 0: return sv_sort_bool(g->terms);
  case 1: return sv_sort_bv(g->terms, 1 + gen_below(g, 2), false);
  case 2: return sv_sort_bv(g->terms, 1 + gen_below(g, 2), true);
  case 3: return enumeration(g);
  default: return range(g);
  }
}

// Few sorts, so that variables have something to say to each other.
static void make_sorts(gen *g) {
  sv_push(g->sorts, sv_sort_bool(g->terms));
  uint32_t first = gen_below(g, 5);
  sv_push(g->sorts, scalar_sort(g, first));
  sv_push(g->sorts, scalar_sort(g, first + 1 + gen_below(g, 3)));
  if (gen_chance(g, 25)) sv_push(g->sorts, sv_sort_loc(g->terms, 1));
}

static uint32_t bits_of(const gen *g, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(g->terms, sv_sort_scalar(g->terms, sort));
  uint32_t values = info->kind == SV_SORT_BOOL ? 2 : info->kind == SV_SORT_INT ? 4 : info->size;
  uint32_t bits = info->kind == SV_SORT_BV ? info->size : values > 2 ? 2 : 1;
  return (bits < 4 ? bits : 4) * sv_sort_cells(g->terms, sort);
}

static sv_sort variable_sort(gen *g) {
  if (gen_draws(g, GEN_REFS, 50)) return sv_sort_ref(g->terms);
  sv_sort sort = g->sorts.at[gen_below(g, g->sorts.n)];
  if (gen_draws(g, GEN_ARRAYS, 50)) sort = sv_sort_array(g->terms, 1 + gen_below(g, 3), sort);
  if (gen_draws(g, GEN_ARRAYS, 15)) sort = sv_sort_array(g->terms, 1 + gen_below(g, 2), sort);
  return sort;
}

static sv_name variable_name(gen *g, uint32_t owner) {
  uint32_t number = g->model->variables.n;
  if (owner && gen_draws(g, GEN_NAMES, 30) && g->model->variables.n > 2)
    return g->model->variables.at[1].name;  // hides the first global; refused if taken
  if (gen_draws(g, GEN_NAMES, 15)) return numbered(g, "red", number);
  return name_of(g, owner ? "l" : "g", number);
}

static bool name_is_taken(const gen *g, uint32_t owner, sv_name name) {
  for (uint32_t i = 1; i < g->model->variables.n; i++)
    if (g->model->variables.at[i].owner == owner && g->model->variables.at[i].name.x == name.x)
      return true;
  return false;
}

static bool is_wide(const gen *g, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(g->terms, sv_sort_scalar(g->terms, sort));
  if (info->kind == SV_SORT_INT && !info->ranged) return true;
  return info->kind == SV_SORT_BV && info->size > 8;
}

// References mostly start with a queue.
static sv_term initial_value(gen *g, uint32_t owner, sv_sort sort) {
  sv_term constant = gen_constant(g, sort);
  if (sv_sort_get(g->terms, sort)->kind != SV_SORT_REF || gen_chance(g, 30)) return constant;
  uint32_t q = gen_below(g, g->model->queues.n);
  const sv_queue_family *f = &g->model->queues.at[q];
  if (!q || (f->owner && f->owner != owner)) return constant;
  sv_term index = f->indexed ? sv_int_const(g->terms, gen_below(g, f->count + 1)) : SV_NONE;
  return sv_queue(g->terms, q, 0, index);
}

static void make_variable(gen *g, uint32_t owner, uint32_t instances) {
  sv_sort sort = variable_sort(g);
  uint32_t cost = bits_of(g, sort) * instances;
  if (cost > g->bits) return;
  sv_name name = variable_name(g, owner);
  bool any = !is_wide(g, sort) && bits_of(g, sort) <= 4 && gen_draws(g, GEN_ANY, 30);
  sv_term init = any ? SV_NONE : initial_value(g, owner, sort);
  if (name_is_taken(g, owner, name)) return;
  g->bits -= cost;
  sv_model_variable(g->model, name, sort, owner, init, SV_NOWHERE);
}

// ---- queues

static void make_message(gen *g) {
  uint32_t n = gen_below(g, 3);
  for (uint32_t i = 0; i < n; i++) {
    sv_sort sort = g->sorts.at[gen_below(g, g->sorts.n)];
    if (gen_draws(g, GEN_REFS, 40)) sort = sv_sort_ref(g->terms);
    sv_push(g->message, sort);
  }
}

// Every family has the same message, now and then a field less: so a reference
// that is computed mostly leads to a queue that fits.
static void make_queue(gen *g, uint32_t owner) {
  bool indexed = gen_chance(g, 40);
  uint32_t count = indexed ? 1 + gen_below(g, 2) : 1;
  uint32_t capacity = gen_chance(g, 8) ? 0 : 1 + gen_below(g, 2), fields = g->message.n;
  if (fields && gen_chance(g, 15)) fields--;
  if (g->roomy) capacity = SV_UNBOUNDED;
  sv_name name = name_of(g, "q", g->model->queues.n);
  sv_model_queue(g->model, name, owner, count, indexed, capacity, g->message.at, fields,
                 SV_NOWHERE);
}

static void make_queues(gen *g) {
  if (!gen_has(g, GEN_QUEUES | GEN_DEFER | GEN_REFS)) return;
  make_message(g);
  make_queue(g, SV_GLOBAL);
  if (gen_chance(g, 40)) make_queue(g, SV_GLOBAL);
}

// ---- processes

static unsigned location_flags(gen *g, uint32_t number) {
  static const unsigned kinds[] = {SV_LOC_YIELDING, SV_LOC_YIELDING, SV_LOC_BLOCKING,
                                   SV_LOC_COMMITTED};
  unsigned flags = gen_chance(g, 25) ? SV_LOC_END : 0;
  bool ranks = gen_has(g, GEN_RANKS);
  uint32_t most = gen_draws(g, GEN_PASSIVE, ranks ? 40 : 85) ? 2 : SV_COUNT(kinds);
  bool atomic = gen_draws(g, GEN_CONTROL, gen_has(g, GEN_LATE) ? 25 : ranks ? 45 : 35);
  if (atomic && (number || !gen_has(g, GEN_LATE))) flags |= kinds[gen_below(g, most)];
  if (number && gen_draws(g, GEN_CREATION, 25)) flags |= SV_LOC_STOP;
  return flags;
}

static void make_template(gen *g, uint32_t number) {
  static const char *const stems[] = {"P", "Q", "R"};
  uint32_t pool = gen_has(g, GEN_LATE | GEN_WATCHED | GEN_PARTNERS | GEN_BEYOND)
                      ? 1
                      : 1 + gen_below(g, number ? 2 : 3);
  uint32_t initial = gen_has(g, GEN_CREATION) ? gen_below(g, pool + 1) : pool;
  if (!number && !initial) initial = 1;
  if (gen_draws(g, GEN_UNBOUNDED, 50)) pool = SV_UNBOUNDED;
  uint32_t t =
      sv_model_template(g->model, name_of(g, stems[number], number), initial, pool, SV_NOWHERE);
  uint32_t locations = 1 + gen_below(g, gen_has(g, GEN_LOOSE) ? 5 : 4);
  if (gen_has(g, GEN_LATE)) locations += 2;
  if (gen_has(g, GEN_WATCHED | GEN_PARTNERS | GEN_BEYOND) && locations < 3) locations = 3;
  for (uint32_t i = 0; i < locations; i++)
    sv_model_location(g->model, t, name_of(g, "s", i), location_flags(g, i), SV_NOWHERE);
  if (gen_chance(g, 10)) g->model->templates.at[t].entry = 1 + gen_below(g, locations);
  if (g->model->templates.at[t].locations.at[g->model->templates.at[t].entry].flags & SV_LOC_STOP)
    g->model->templates.at[t].entry = 1;
}

static uint32_t instances(const gen *g, uint32_t t) {
  const sv_template *template = &g->model->templates.at[t];
  return template->pool == SV_UNBOUNDED ? 3 : template->pool;
}

static void make_locals(gen *g, uint32_t t) {
  uint32_t n = gen_below(g, 3) + gen_has(g, GEN_BROADCAST | GEN_REMOTE | GEN_JOINT);
  if (gen_draws(g, GEN_QUEUES, 25)) make_queue(g, t);
  for (uint32_t i = 0; i < n; i++) make_variable(g, t, instances(g, t));
}

static void make_location_invariants(gen *g, uint32_t t) {
  gen_scope scope = {.templates = &t, .roles = 1};
  for (uint32_t l = 1; l < g->model->templates.at[t].locations.n; l++) {
    if (!gen_draws(g, GEN_INVARIANTS, 30)) continue;
    sv_term invariant = gen_condition(g, &scope);
    if (!sv_same(invariant, SV_FALSE))
      g->model->templates.at[t].locations.at[l].invariant = invariant;
  }
}

// ---- properties

sv_name gen_property_name(gen *g, const char *stem) {
  return name_of(g, stem, g->model->properties.n);
}

uint32_t gen_property(gen *g, const char *stem, sv_property_kind kind, sv_term term) {
  sv_name name = gen_property_name(g, stem);
  const char *text = gen_chance(g, 20) ? "as written, with \"quotes\"" : NULL;
  return sv_model_property(g->model, name, kind, term, text, SV_NOWHERE);
}

static void make_bad_locations(gen *g) {
  uint32_t t = 1 + gen_below(g, g->model->templates.n - 1);
  sv_template *template = &g->model->templates.at[t];
  uint32_t l = template->locations.n - 1;
  if (gen_chance(g, 40)) l = 1 + gen_below(g, template->locations.n - 1);
  if (!(template->locations.at[l].flags & SV_LOC_STOP)) template->locations.at[l].bad = g->badness;
}

// Some global variables never have certain values at the same time.
static sv_term exclusion(gen *g) {
  sv_term term = SV_FALSE;
  uint32_t globals = 0;
  while (globals + 1 < g->model->variables.n && !g->model->variables.at[globals + 1].owner)
    globals++;
  for (uint32_t n = 2 + gen_below(g, 2); n && globals; n--) {
    uint32_t v = 1 + gen_below(g, globals);
    sv_term value = gen_constant(g, g->model->variables.at[v].sort);
    sv_term equal = sv_eq(g->terms, sv_model_var(g->model, v, 0), value);
    term = sv_or(g->terms, term, sv_not(equal));
  }
  return term;
}

// Not too easily violated: a disjunction of conditions.
static sv_term property_term(gen *g) {
  gen_scope scope = {0};
  if (gen_draws(g, GEN_WATCHED | GEN_PARTNERS, 80)) return gen_watch(g);
  if (gen_draws(g, GEN_APART, 70)) return exclusion(g);
  sv_term term = gen_condition(g, &scope);
  for (uint32_t n = gen_below(g, 3); n; n--) {
    sv_term more = gen_condition(g, &scope);
    term = sv_or(g->terms, term, more);
  }
  return term;
}

// Properties that actions and locations mention come before these.
static void make_named_properties(gen *g) {
  if (gen_has(g, GEN_LATE) || gen_chance(g, 60))
    g->assertion = gen_property(g, "a", SV_PROP_ASSERTION, SV_NONE);
  if (gen_chance(g, 45)) g->badness = gen_property(g, "b", SV_PROP_LOCATION, SV_NONE);
}

static void make_properties(gen *g) {
  if (g->badness) make_bad_locations(g);
  for (uint32_t n = gen_below(g, 3) + gen_has(g, GEN_APART); n; n--) {
    sv_term term = property_term(g);
    uint32_t p = gen_property(g, "i", SV_PROP_INVARIANT, term);
    g->model->properties.at[p].stable = gen_draws(g, GEN_CONTROL, 50);
  }
  if (gen_chance(g, 50) || g->model->properties.n == 1)
    gen_property(g, "d", SV_PROP_DEADLOCK, SV_NONE);
}

// ---- the whole

static void make_init(gen *g) {
  gen_scope scope = {0};
  if (!gen_draws(g, GEN_ANY, 40)) return;
  sv_term init = gen_condition(g, &scope);
  if (!sv_same(init, SV_FALSE)) g->model->init = init;
}

static void make_model(gen *g) {
  uint32_t templates = gen_has(g, GEN_LOOSE) ? 2 + gen_below(g, 2) : 1 + gen_below(g, 3);
  if (gen_has(g, GEN_LATE)) templates = 3;
  make_sorts(g);
  make_queues(g);
  uint32_t globals = 1 + gen_below(g, 3) + 2 * gen_has(g, GEN_APART);
  for (uint32_t n = globals; n; n--) make_variable(g, SV_GLOBAL, 1);
  for (uint32_t i = 0; i < templates; i++) make_template(g, i);
  for (uint32_t t = 1; t <= templates; t++) make_locals(g, t);
  make_named_properties(g);
  for (uint32_t t = 1; t <= templates; t++) make_location_invariants(g, t);
  for (uint32_t t = 1; t <= templates; t++) gen_actions(g, t);
  for (uint32_t t = 1; t <= templates; t++)
    if (gen_draws(g, GEN_RIVALS, 60)) gen_rivals(g, t);
  if (gen_draws(g, GEN_JOINT, 20)) gen_loose_action(g);
  make_properties(g);
  make_init(g);
}

static gen_bounds draw_bounds(gen *g) {
  gen_bounds b = {.threads = 2 + gen_below(g, 2)};
  if (gen_draws(g, GEN_UNBOUNDED, 20)) b.pool = 1 + gen_below(g, 3);
  return b;
}

sv_model *gen_model(uint64_t seed, const gen_profile *profile, unsigned features,
                    gen_bounds *bounds) {
  gen g = {.random = {sv_random_next(&(sv_random){seed})}, .model = sv_model_new(), .bits = 14};
  g.terms = g.model->terms;
  g.model->language = "svm";
  g.model->title = "model.svm";
  pick_features(&g, profile);
  g.features |= features;
  make_model(&g);
  *bounds = draw_bounds(&g);
  if (features & GEN_INFINITE) gen_recurrences(&g);
  gen_shared(&g, seed);
  sv_vec_free(g.sorts);
  sv_vec_free(g.message);
  return g.model;
}
