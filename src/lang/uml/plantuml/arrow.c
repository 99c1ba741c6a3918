// arrow.c -- arrows and descriptions, and the second pass that draws them.
//
//   line  = end arrow end [ colour ] [ ":" label ] | name ":" description ;
//   end   = "[*]" | "[H]" | "[H*]" | name [ "[H]" | "[H*]" ] ;
//   arrow = [ "<" ] strokes { "[" style "]" | direction } strokes [ ">" ] ;
//
// An arrow points one way. One whose style says `hidden` only shapes the
// picture.

#include "lang/uml/plantuml/plantuml.h"

static bool take_history(pu_stretch *s, pu_end *e) {
  if (pu_take(s, "[H*]")) e->kind = PU_DEEP_HISTORY;
  else if (pu_take(s, "[H]")) e->kind = PU_HISTORY;
  else return false;
  return true;
}

static bool take_end(pu_reader *r, pu_stretch *s, pu_end *e) {
  uint32_t begin = s->at;
  *e = (pu_end){0};
  if (pu_take(s, "[*]")) e->kind = PU_STAR;
  else if (!take_history(s, e)) {
    if (!pu_take_name(s, r->context->names, &e->name, &e->span)) return false;
    take_history(s, e);
  }
  e->span = pu_from(s, begin);
  return true;
}

// ---- the sign itself

typedef struct {
  bool left, right, hidden;
} arrow;

static bool is_stroke(char c) { return c == '-' || c == '=' || c == '.' || c == '~'; }

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool take_style(pu_stretch *s, arrow *a) {
  uint32_t end = s->at;
  while (end < s->end && s->text[end] != ']') end++;
  if (end == s->end) return false;
  pu_stretch style = *s;
  for (style.end = end; !pu_is_empty(&style); style.at++)
    if (pu_at(&style, "hidden")) a->hidden = true;
  s->at = end + 1;
  return true;
}

static bool take_arrow(pu_stretch *s, arrow *a) {
  uint32_t strokes = 0;
  *a = (arrow){0};
  a->left = pu_take(s, "<");
  for (char c; (c = pu_peek(s, 0)); s->at++) {
    if (is_stroke(c)) strokes++;
    else if (c == '[' && strokes) {
      if (!take_style(s, a)) return false;
      s->at--;
    } else if (!(is_letter(c) && strokes)) break;
  }
  // `A -x B`: letters at the end belong to the name behind it.
  while (strokes && is_letter(s->text[s->at - 1])) s->at--;
  a->right = pu_take(s, ">");
  return strokes != 0;
}

// ---- reading

static bool good_direction(pu_reader *r, const arrow *a, sv_span span) {
  if (a->left != a->right) return true;
  pu_wrong(r, span, a->left ? "an arrow with two heads" : "an arrow without a head");
  sv_diag_hint(r->context->diags, "a transition is drawn `A --> B`");
  return false;
}

bool pu_read_arrow(pu_reader *r, pu_stretch line) {
  pu_item item = {.arrow = true, .scope = sv_last(r->scopes).region};
  pu_end left, right;
  arrow a;
  uint32_t begin = line.at;
  if (!take_end(r, &line, &left)) return false;
  pu_skip_blanks(&line);
  uint32_t sign = line.at;
  if (!take_arrow(&line, &a)) return false;
  sv_span span = pu_from(&line, sign);
  pu_skip_blanks(&line);
  if (!good_direction(r, &a, span)) return true;
  if (!take_end(r, &line, &right)) {
    pu_wrong(r, pu_span(&line).begin < line.end ? pu_span(&line) : span,
             "expected a state behind the arrow");
    return true;
  }
  item.span = pu_from(&line, begin);
  pu_skip_blanks(&line);
  while (pu_peek(&line, 0) == '#' || pu_at(&line, "<<"))
    while (!pu_is_empty(&line) && pu_peek(&line, 0) != ' ') line.at++;
  pu_skip_blanks(&line);
  if (!pu_take(&line, ":") && !pu_is_empty(&line)) {
    pu_wrong(r, pu_span(&line), "expected `:` or the end of the line after the arrow");
    return true;
  }
  pu_trim(&line);
  item.label = pu_span(&line);
  item.span.end = line.end;
  item.from = a.right ? left : right;
  item.to = a.right ? right : left;
  item.local = r->next_is_local;
  r->next_is_local = false;
  if (!a.hidden) sv_push(r->items, item);
  return true;
}

bool pu_read_description(pu_reader *r, pu_stretch line) {
  pu_item item = {.scope = sv_last(r->scopes).region};
  if (!pu_take_name(&line, r->context->names, &item.from.name, &item.from.span)) return false;
  pu_skip_blanks(&line);
  if (!pu_take(&line, ":")) return false;
  pu_trim(&line);
  item.label = pu_span(&line);
  sv_push(r->items, item);
  return true;
}

// ---- drawing

static uml_vertex *history(pu_reader *r, const pu_item *i, const pu_end *e) {
  uml_region *region = i->scope;
  if (e->name.x) {
    uml_vertex *v = pu_find_state(r, e->name);
    if (!v || !uml_is_composite(v)) {
      pu_wrong(r, e->span, "`%s` has no states inside, so it has no history",
               uml_text_of(r->context, e->name));
      return NULL;
    }
    region = v->regions.at[0];
    if (uml_is_orthogonal(v))
      sv_diag(r->context->diags, SV_WARNING, e->span,
              "`%s` has several regions: this is the history of the first one",
              uml_text_of(r->context, e->name));
  }
  return pu_vertex_of_kind(r, region,
                           e->kind == PU_HISTORY ? UML_SHALLOW_HISTORY : UML_DEEP_HISTORY, e->span);
}

static uml_vertex *end_vertex(pu_reader *r, const pu_item *i, const pu_end *e, bool source) {
  switch (e->kind) {
  case PU_NAMED: return pu_state(r, i->scope, e->name, e->span);
  case PU_STAR: return pu_vertex_of_kind(r, i->scope, source ? UML_INITIAL : UML_FINAL, e->span);
  case PU_HISTORY:
  case PU_DEEP_HISTORY: return history(r, i, e);
  }
  SV_UNREACHABLE();
}

static pu_stretch stretch_of(const pu_reader *r, sv_span span) {
  return (pu_stretch){r->text, span.file, span.begin, span.end};
}

static void draw_arrow(pu_reader *r, const pu_item *i) {
  uml_vertex *from = end_vertex(r, i, &i->from, true);
  uml_vertex *to = end_vertex(r, i, &i->to, false);
  if (!from || !to) return;
  uml_transition *t = uml_add_transition(r->context, r->class, from, to, i->span);
  if (i->local) t->kind = UML_LOCAL;
  if (i->label.begin < i->label.end) pu_read_label(r, stretch_of(r, i->label), t);
}

static void describe(pu_reader *r, const pu_item *i) {
  uml_vertex *v = pu_state(r, i->scope, i->from.name, i->from.span);
  if (v) pu_describe(r, v, stretch_of(r, i->label));
}

void pu_draw(pu_reader *r) {
  for (uint32_t k = 0; k < r->items.n; k++) {
    pu_item item = r->items.at[k];
    if (item.arrow) draw_arrow(r, &item);
    else describe(r, &item);
  }
  sv_clear(r->items);
}
