// witness.c -- reads witnesses. See witness.h.

#include "lang/c/witness/witness.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lang/c/witness/yaml.h"

typedef struct {
  const char *path;
  c_witness *to;
  sv_text *why;
} reading;

static bool fail(const reading *r, const c_yaml *at, const char *what, const char *word) {
  sv_text_printf(r->why, "%s:%u: ", r->path, at->line);
  sv_text_printf(r->why, what, word);
  return false;
}

static bool number_of(const char *text, int64_t *out) {
  char *end = NULL;
  if (!text || !*text) return false;
  errno = 0;
  *out = *text == '-' ? strtoll(text, &end, 0) : (int64_t)strtoull(text, &end, 0);
  while (*end == 'u' || *end == 'U' || *end == 'l' || *end == 'L') end++;
  while (*end == ' ') end++;
  return !*end && !errno;
}

// ---- waypoints

static const struct {
  const char *word;
  c_way_kind kind;
} kinds[] = {{"assumption", C_WAY_ASSUMPTION},
             {"target", C_WAY_TARGET},
             {"function_enter", C_WAY_ENTER},
             {"function_return", C_WAY_RETURN},
             {"branching", C_WAY_BRANCHING}};

static bool read_kind(const reading *r, const c_yaml *at, c_waypoint *w) {
  const char *type = c_yaml_text(at, "type"), *action = c_yaml_text(at, "action");
  if (!type) return fail(r, at, "this waypoint has no %s", "type");
  if (!action) return fail(r, at, "this waypoint has no %s", "action");
  w->avoid = !strcmp(action, "avoid");
  if (!w->avoid && strcmp(action, "follow"))
    return fail(r, at, "the action is \"follow\" or \"avoid\", not \"%s\"", action);
  for (size_t i = 0; i < SV_COUNT(kinds); i++)
    if (!strcmp(type, kinds[i].word)) return w->kind = kinds[i].kind, true;
  return fail(r, at, "there are no waypoints of type \"%s\"", type);
}

static bool read_location(const reading *r, const c_yaml *at, c_waypoint *w) {
  const c_yaml *place = c_yaml_member(at, "location");
  int64_t line = 0, column = 0;
  if (!place) return fail(r, at, "this waypoint has no %s", "location");
  const char *file = c_yaml_text(place, "file_name"), *slash = file ? strrchr(file, '/') : NULL;
  const char *text = c_yaml_text(place, "column");
  if (!number_of(c_yaml_text(place, "line"), &line) || line < 1 || line > UINT32_MAX)
    return fail(r, place, "this location has no %s", "line");
  if (text && *text && (!number_of(text, &column) || column < 0 || column > UINT32_MAX))
    return fail(r, place, "\"%s\" is no column", text);
  w->line = (uint32_t)line, w->column = (uint32_t)column;
  w->file = slash ? slash + 1 : file ? file : "";
  return true;
}

// \result == 5
static bool read_result(const reading *r, const c_yaml *at, c_waypoint *w) {
  static const struct {
    const char *word;
    c_relation relation;
  } table[] = {{"==", C_IS},       {"!=", C_IS_NOT}, {"<=", C_AT_MOST},
               {">=", C_AT_LEAST}, {"<", C_LESS},    {">", C_MORE}};
  const char *s = w->constraint;
  while (*s == ' ' || *s == '(') s++;
  if (strncmp(s, "\\result", 7)) return fail(r, at, "\"%s\" is no condition on \\result", s);
  s += 7;
  while (*s == ' ') s++;
  for (size_t i = 0; i < SV_COUNT(table); i++) {
    size_t n = strlen(table[i].word);
    if (strncmp(s, table[i].word, n)) continue;
    for (s += n; *s == ' ';) s++;
    w->relation = table[i].relation;
    sv_text digits = {0};
    sv_text_bytes(&digits, s, strcspn(s, ")"));
    bool good = number_of(sv_text_get(&digits), &w->number);
    sv_text_free(&digits);
    return good || fail(r, at, "\"%s\" is no number", s);
  }
  return fail(r, at, "\"%s\" is no relation", s);
}

static bool read_constraint(const reading *r, const c_yaml *at, c_waypoint *w) {
  const c_yaml *c = c_yaml_member(at, "constraint");
  w->constraint = c_yaml_text(c, "value");
  if (w->kind == C_WAY_BRANCHING) {
    if (!w->constraint) return fail(r, at, "this waypoint has no %s", "constraint");
    w->yes = !strcmp(w->constraint, "true");
    if (!w->yes && strcmp(w->constraint, "false"))
      return fail(r, at, "only \"true\" and \"false\" are ways that are followed, not \"%s\"",
                  w->constraint);
  }
  return w->kind != C_WAY_RETURN || !w->constraint || read_result(r, at, w);
}

static bool read_thread(const reading *r, const c_yaml *at, c_waypoint *w) {
  const char *text = c_yaml_text(at, "thread_id");
  int64_t n;
  if (!text || !*text) return true;
  if (!number_of(text, &n) || n < 0 || n > UINT32_MAX)
    return fail(r, at, "the thread_id \"%s\" is no number", text);
  w->threaded = true;
  w->thread = (uint32_t)n;
  return true;
}

static bool read_waypoint(const reading *r, const c_yaml *at, c_segment *s) {
  const c_yaml *way = c_yaml_member(at, "waypoint");
  c_waypoint w = {.at_line = at->line};
  if (!way) return fail(r, at, "a %s is expected here", "waypoint");
  w.at_line = way->line;
  if (!read_kind(r, way, &w) || !read_location(r, way, &w) || !read_thread(r, way, &w) ||
      !read_constraint(r, way, &w))
    return false;
  if (w.avoid && s->avoided < s->ways.n)
    return fail(r, way, "what is avoided stands before what is %s", "followed");
  s->avoided += w.avoid;
  sv_push(s->ways, w);
  return true;
}

static bool read_segment(const reading *r, const c_yaml *at) {
  const c_yaml *list = c_yaml_member(at, "segment");
  if (!list || list->kind != C_YAML_SEQUENCE)
    return fail(r, at, "a %s is expected here", "segment");
  sv_push(r->to->segments, (c_segment){.avoided = 0});
  c_segment *s = &sv_last(r->to->segments);
  for (const c_yaml *w = list->first; w; w = w->next)
    if (!read_waypoint(r, w, s)) return false;
  return s->avoided < s->ways.n || fail(r, at, "this segment follows %s", "nothing");
}

static bool is_final(const c_segment *s) {
  for (uint32_t i = s->avoided; i < s->ways.n; i++)
    if (s->ways.at[i].kind != C_WAY_TARGET) return false;
  return true;
}

static bool read_sequence(const reading *r, const c_yaml *content) {
  for (const c_yaml *s = content->first; s; s = s->next)
    if (!read_segment(r, s)) return false;
  uint32_t n = r->to->segments.n;
  for (uint32_t i = 0; i < n; i++)
    if (is_final(&r->to->segments.at[i]) != (i + 1 == n))
      return fail(r, content, "the last segment, and no other, has the %s", "target");
  return n || fail(r, content, "there is no %s", "segment");
}

// ---- invariants

// "file.c:LINE:COLUMN: E", without the column if there is none.
static bool read_invariant(const reading *r, const c_yaml *at, const char *value) {
  c_waypoint w = {0};
  if (!read_location(r, at, &w)) return false;
  const char *place = sv_arena_printf(r->to->arena, "%s%s%u:", w.file, *w.file ? ":" : "", w.line);
  if (w.column) place = sv_arena_printf(r->to->arena, "%s%u:", place, w.column);
  sv_push(r->to->invariants, sv_arena_printf(r->to->arena, "%s %s", place, value));
  return true;
}

static bool read_invariants(const reading *r, const c_yaml *content) {
  for (const c_yaml *i = content->first; i; i = i->next) {
    const c_yaml *invariant = c_yaml_member(i, "invariant");
    const char *value = c_yaml_text(invariant, "value");
    const char *format = c_yaml_text(invariant, "format");
    if (!value) return fail(r, i, "this invariant has no %s", "value");
    if (format && strcmp(format, "c_expression"))
      return fail(r, i, "invariants in \"%s\" are not read", format);
    if (!read_invariant(r, invariant, value)) return false;
  }
  return true;
}

// ---- the file

static bool read_entry(const reading *r, const c_yaml *entry) {
  const char *type = c_yaml_text(entry, "entry_type");
  const c_yaml *content = c_yaml_member(entry, "content");
  const c_yaml *task = c_yaml_member(c_yaml_member(entry, "metadata"), "task");
  if (!type) return fail(r, entry, "this entry has no %s", "entry_type");
  if (!content) return fail(r, entry, "this entry has no %s", "content");
  const char *specification = c_yaml_text(task, "specification");
  if (specification) r->to->specification = specification;
  r->to->proof = !strcmp(type, "invariant_set");
  if (r->to->proof) return read_invariants(r, content);
  if (strcmp(type, "violation_sequence"))
    return fail(r, entry, "entries of type \"%s\" are not read", type);
  return read_sequence(r, content);
}

static void free_witness(c_witness *w) {
  if (!w) return;
  for (uint32_t i = 0; i < w->segments.n; i++) sv_vec_free(w->segments.at[i].ways);
  sv_vec_free(w->segments);
  sv_vec_free(w->invariants);
  sv_arena_free(w->arena);
  sv_free(w);
}

static c_witness *read_witness(const char *path, const char *text, size_t n, sv_text *why) {
  c_witness *w = SV_NEW(c_witness);
  *w = (c_witness){.arena = sv_arena_new()};
  reading r = {path, w, why};
  const c_yaml *all = c_yaml_read(w->arena, path, text, n, why);
  bool list = all && all->kind == C_YAML_SEQUENCE && all->first;
  if (all && !list) fail(&r, all, "a witness is a list of %s", "entries");
  if (list && all->first->next)
    list = fail(&r, all->first->next, "of several %s one is read", "entries");
  if (list && read_entry(&r, all->first)) return w;
  free_witness(w);
  return NULL;
}

// main, and as many as are named.
static uint32_t processes(const c_witness *w) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < w->segments.n; i++)
    for (uint32_t k = 0; k < w->segments.at[i].ways.n; k++)
      if (w->segments.at[i].ways.at[k].thread > most) most = w->segments.at[i].ways.at[k].thread;
  return most < 255 ? most + 1 : 256;
}

static void explain_end(const c_witness *w, sv_text *out) {
  SV_UNUSED(w);
  sv_text_string(out, "the run that it describes violates nothing");
}

static const char *specified(const c_witness *w, const char *what, const char *option) {
  return w->specification && strstr(w->specification, what) ? option : NULL;
}

// What has to be asked for, and the invariants.
static bool set_options(const c_witness *w, sv_options *o, sv_text *why) {
  const char *flags[] = {
      specified(w, "data-race", "--races"), specified(w, "overflow", "--overflow"),
      specified(w, "valid-memtrack", "--leaks"), specified(w, "valid-memcleanup", "--leaks")};
  for (size_t i = 0; i < SV_COUNT(flags); i++)
    if (flags[i] && !sv_options_set(o, flags[i], NULL, why)) return false;
  for (uint32_t i = 0; i < w->invariants.n; i++)
    if (!sv_options_set(o, "--invariant", w->invariants.at[i], why)) return false;
  return true;
}

static bool is_proof(const c_witness *w) { return w->proof; }

const sv_run_reader c_witnesses = {
    .suffix = ".yml",
    .title = "a witness",
    .read = read_witness,
    .free = free_witness,
    .processes = processes,
    .follow = c_witness_follow,
    .explain_end = explain_end,
    .options = set_options,
    .is_proof = is_proof,
};
