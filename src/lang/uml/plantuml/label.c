// label.c -- what is written at arrows and in states.
//
//   label       = [ "<<local>>" ] [ triggers ] [ "[" guard "]" ] [ ( "/" | "\n--\n" ) effect ] ;
//   triggers    = trigger { "," trigger } ;   trigger = words [ "(" [ name { "," name } ] ")" ] ;
//   description = ( "entry" | "exit" | "do" ) ( "/" | ":" ) behaviour
//               | "defer" triggers | triggers "/" "defer"
//               | [ "on" | "event" | "internal" ":" ] label      an internal transition
//               | any text                                       a remark
//
// Marks of colour and style around a label are skipped.

#include "lang/uml/plantuml/plantuml.h"

// ---- triggers

// Events of other kinds, by the words that the UML has for them.
static const char *event_kind(const pu_stretch *s) {
  static const struct {
    const char *word, *kind;
  } known[] = {{"after", "a time event"}, {"at", "a time event"}, {"when", "a change event"}};
  for (size_t i = 0; i < SV_COUNT(known); i++) {
    pu_stretch at = *s;
    if (pu_take_word(&at, known[i].word) && (pu_peek(&at, 0) == '(' || pu_peek(&at, 0) == ' '))
      return known[i].kind;
  }
  return NULL;
}

static void read_parameters(pu_reader *r, pu_stretch s, uml_trigger *t) {
  SV_VEC(sv_name) all = {0};
  for (pu_trim(&s); !pu_is_empty(&s); pu_skip_blanks(&s)) {
    sv_name name;
    sv_span span;
    if (!pu_take_name(&s, r->context->names, &name, &span)) {
      pu_wrong(r, pu_span(&s), "expected the name of a parameter");
      break;
    }
    sv_push(all, name);
    pu_skip_blanks(&s);
    if (!pu_take(&s, ",") && !pu_is_empty(&s)) {
      pu_wrong(r, pu_span(&s), "expected `,` or `)` after the parameter");
      break;
    }
  }
  SV_ARENA_KEEP(r->context->arena, all, t->parameter, t->parameters);
  if (!t->parameter) t->parameter = SV_ARENA_ARRAY(r->context->arena, sv_name, 1);
}

static void read_trigger(pu_reader *r, pu_stretch s, uml_triggers *out) {
  uml_trigger t = {0};
  pu_trim(&s);
  const char *other = event_kind(&s);
  if (pu_is_empty(&s)) {
    pu_wrong(r, pu_span(&s), "expected an event");
    return;
  }
  if (other) {
    pu_unsupported(r, pu_span(&s), "%s is not supported", other);
    return;
  }
  uint32_t open = pu_find(&s, "(");
  if (open == s.at) {
    pu_wrong(r, pu_span(&s), "expected the name of an event before `(`");
    return;
  }
  if (open != UINT32_MAX) {
    pu_stretch inside = s;
    inside.at = open + 1;
    inside.end--;
    if (s.text[s.end - 1] == ')') read_parameters(r, inside, &t);
    else pu_wrong(r, pu_span(&s), "expected `)` at the end of the event's parameters");
    s.end = open;
    pu_trim(&s);
  }
  t.name = pu_intern(&s, r->context->names);
  t.span = pu_span(&s);
  t.signal = uml_signal_named(r->context, t.name, t.span);
  sv_push(*out, t);
}

static void read_triggers(pu_reader *r, pu_stretch s, uml_triggers *out) {
  for (;;) {
    uint32_t comma = pu_find(&s, ",");
    pu_stretch one = s;
    if (comma != UINT32_MAX) one.end = comma;
    read_trigger(r, one, out);
    if (comma == UINT32_MAX) return;
    s.at = comma + 1;
  }
}

// ---- labels

// `<color:green>A </color>`: only what is between.
static void skip_marks(pu_stretch *s) {
  for (pu_trim(s); pu_peek(s, 0) == '<' && pu_peek(s, 1) != '<' && pu_peek(s, 1) != '=';
       pu_trim(s)) {
    uint32_t end = pu_find(s, ">");
    if (end == UINT32_MAX) return;
    s->at = end + 1;
  }
  while (s->end - s->at > 3 && s->text[s->end - 1] == '>') {
    uint32_t begin = s->end - 1;
    while (begin > s->at && s->text[begin] != '<') begin--;
    if (s->text[begin] != '<' || s->text[begin + 1] != '/') return;
    s->end = begin;
    pu_trim(s);
  }
}

// The place of `/` or of a line across, and its length.
static uint32_t find_effect(const pu_stretch *s, uint32_t *length) {
  uint32_t slash = pu_find(s, "/"), line = pu_find(s, "\\n--\\n");
  *length = line < slash ? 6 : 1;
  return line < slash ? line : slash;
}

static uint32_t closing(const pu_stretch *s) {
  uint32_t depth = 0;
  bool quoted = false;
  for (uint32_t i = s->at; i < s->end; i++) {
    if (s->text[i] == '"') quoted = !quoted;
    if (quoted) continue;
    if (s->text[i] == '[') depth++;
    if (s->text[i] == ']' && !--depth) return i;
  }
  return UINT32_MAX;
}

static void read_guard(pu_reader *r, pu_stretch *s, uint32_t open, uml_transition *t) {
  pu_stretch guard = *s;
  guard.at = open;
  uint32_t close = closing(&guard);
  if (close == UINT32_MAX) {
    pu_wrong(r, (sv_span){s->file, open, open + 1}, "this guard is never closed");
    s->end = open;
    return;
  }
  pu_stretch behind = *s;
  behind.at = close + 1;
  pu_trim(&behind);
  while (pu_take(&behind, "\\n")) pu_trim(&behind);
  if (!pu_is_empty(&behind))
    pu_wrong(r, pu_span(&behind), "expected `/` or the end of the label after the guard");
  guard.at = open + 1;
  guard.end = close;
  pu_trim(&guard);
  if (pu_is_empty(&guard)) pu_wrong(r, (sv_span){s->file, open, close + 1}, "an empty guard");
  else if (pu_take_word(&guard, "else") && pu_is_empty(&guard)) t->is_else = true;
  else t->guard_text = (sv_span){s->file, open + 1, close};
  s->end = open;
}

void pu_read_label(pu_reader *r, pu_stretch s, uml_transition *t) {
  skip_marks(&s);
  if (pu_take(&s, "<<local>>")) t->kind = UML_LOCAL;
  uint32_t length, effect = find_effect(&s, &length);
  if (effect != UINT32_MAX) {
    uml_add_text(r->context, &t->effect, (sv_span){s.file, effect + length, s.end});
    s.end = effect;
  }
  uint32_t open = pu_find(&s, "[");
  if (open != UINT32_MAX) read_guard(r, &s, open, t);
  pu_trim(&s);
  while (s.end - s.at >= 2 && !memcmp(s.text + s.end - 2, "\\n", 2)) s.end -= 2, pu_trim(&s);
  if (!pu_is_empty(&s)) read_triggers(r, s, &t->triggers);
}

// ---- descriptions

static bool take_mark(pu_stretch *s) {
  pu_skip_blanks(s);
  return pu_take(s, "/") || pu_take(s, ":");
}

static uml_behavior *behavior_of(uml_vertex *v, pu_stretch *s) {
  static const char *const words[] = {"entry", "entering", "enter", "exit", "leaving", "do"};
  uml_behavior *const all[] = {&v->entry, &v->entry, &v->entry, &v->exit, &v->exit, &v->activity};
  for (size_t i = 0; i < SV_COUNT(words); i++) {
    pu_stretch at = *s;
    if (!pu_take_word(&at, words[i]) || !take_mark(&at)) continue;
    *s = at;
    return all[i];
  }
  return NULL;
}

// Words of other tools that change what a diagram means.
static const char *foreign_word(const pu_stretch *s) {
  static const char *const words[] = {"config",    "precondition", "postcondition",
                                      "invariant", "timeout",      "ltl",
                                      "chanltl",   "localvar",     "globalvar"};
  for (size_t i = 0; i < SV_COUNT(words); i++) {
    pu_stretch at = *s;
    if (pu_take_word(&at, words[i]) && pu_take(&at, ":")) return words[i];
  }
  return NULL;
}

static bool is_defer(const pu_stretch *effect) {
  pu_stretch s = *effect;
  pu_trim(&s);
  bool word = pu_take_word(&s, "defer");
  pu_take(&s, ";");
  pu_trim(&s);
  return word && pu_is_empty(&s);
}

static void internal(pu_reader *r, uml_vertex *v, pu_stretch s) {
  uint32_t length, effect = find_effect(&s, &length);
  pu_stretch behind = s;
  behind.at = effect == UINT32_MAX ? s.end : effect + length;
  if (is_defer(&behind)) {
    s.end = effect;
    read_triggers(r, s, &v->deferred);
    return;
  }
  uml_transition *t = uml_add_transition(r->context, r->class, v, v, pu_span(&s));
  t->kind = UML_INTERNAL;
  pu_read_label(r, s, t);
}

static bool takes_internal_word(pu_stretch *s) {
  pu_stretch at = *s;
  bool word = pu_take_word(&at, "on") || pu_take_word(&at, "event");
  if (!word && pu_take_word(&at, "internal")) {
    pu_skip_blanks(&at);
    word = pu_take(&at, ":");
  }
  if (word) *s = at;
  return word;
}

void pu_describe(pu_reader *r, uml_vertex *v, pu_stretch s) {
  pu_trim(&s);
  pu_stretch words = s;
  const char *foreign = foreign_word(&s);
  uml_behavior *b = behavior_of(v, &s);
  if (foreign) pu_unsupported(r, pu_span(&s), "`%s:` is not supported", foreign);
  else if (b) uml_add_text(r->context, b, pu_span(&s));
  else if (pu_take_word(&s, "comment")) return;
  else if (pu_take_word(&s, "defer") && !take_mark(&s)) read_triggers(r, s, &v->deferred);
  else if (takes_internal_word(&words)) internal(r, v, words);
  else if (pu_find(&words, "/") != UINT32_MAX) internal(r, v, words);
}
