// parse_decl.c -- what stands behind the words of declaration lines.
//
//   signals     = signal { "," signal } ;      signal = name [ "(" [ variables ] ")" ] ;
//   attributes  = variables ;                  enum   = name ":" name { "," name } ;
//   variables   = variable { "," variable } ;  variable = name [ ":" type ] [ "=" expr ] ;
//   objects     = object { "," object } ;
//   object      = name ":" name [ "(" [ name "=" expr { "," name "=" expr } ] ")" ] ;
//   setting     = name "=" name [ "(" … ")" ] | name "." name "=" expr ;   of --set
//   environment = "none" | name { "," name } ;
//   stimulus    = { [ name "." ] name [ arguments ] } ;

#include "lang/uml/action/parse.h"

// ---- the parser as such

void uml_parser_open(uml_parser *p, uml_context *c, sv_span text, const char *end) {
  *p = (uml_parser){.in = {.arena = c->arena, .sources = c->sources, .diags = c->diags, .end = end},
                    .context = c};
  uml_scan(c->names, c->sources, text, c->diags, &p->in.tokens);
}

bool uml_parser_close(uml_parser *p, bool good) {
  if (good && uml_kind(p) != UML_T_END) {
    uml_error_here(p, "expected %s, but found %s", p->in.end, uml_found(p));
    good = false;
  }
  for (uint32_t i = 0; i < p->in.tokens.n; i++)
    if (p->in.tokens.at[i].kind == UML_T_BAD) good = false;
  sv_vec_free(p->in.tokens);
  return good;
}

bool uml_need(uml_parser *p, uml_token_kind kind, const char *where) {
  if (uml_take(p, kind)) return true;
  uml_error_here(p, "expected `%s` %s, but found %s", uml_token_text(kind), where, uml_found(p));
  return false;
}

bool uml_need_name(uml_parser *p, const char *what, sv_name *name, sv_span *span) {
  *name = uml_ahead(p, 0)->name;
  *span = uml_here(p);
  if (uml_take(p, UML_T_NAME)) return true;
  if (uml_is_word(uml_kind(p)))
    uml_error_here(p, "`%s` is a word of the action language and cannot be the name of %s",
                   uml_text_of(p->context, *name), what);
  else uml_error_here(p, "expected the name of %s, but found %s", what, uml_found(p));
  return false;
}

bool uml_at_name(const uml_parser *p, const char *name) {
  return uml_kind(p) == UML_T_NAME && !strcmp(uml_text_of(p->context, uml_ahead(p, 0)->name), name);
}

bool uml_parse_guard(uml_context *c, sv_span text, uml_expr **out) {
  uml_parser p;
  uml_parser_open(&p, c, text, "the end of the guard");
  *out = uml_read_expr(&p);
  return uml_parser_close(&p, *out != NULL);
}

bool uml_parse_formula(uml_context *c, sv_span text, uml_expr **out) {
  uml_parser p;
  uml_parser_open(&p, c, text, "the end of the formula");
  p.formula = true;
  *out = uml_read_expr(&p);
  return uml_parser_close(&p, *out != NULL);
}

// ---- variables

static bool read_type(uml_parser *p, uml_type *t) {
  return uml_need_name(p, "a type", &t->named, &t->span);
}

// PSSM's operations write `out` and `in` before a parameter; only their names matter.
static void skip_direction(uml_parser *p) {
  bool direction = uml_at_name(p, "in") || uml_at_name(p, "out") || uml_at_name(p, "inout");
  if (direction && uml_ahead(p, 1)->kind == UML_T_NAME) uml_advance(p);
}

static bool read_variable(uml_parser *p, const char *what, uml_variable **out) {
  uml_variable *v = SV_ARENA_NEW(p->in.arena, uml_variable);
  skip_direction(p);
  if (!uml_need_name(p, what, &v->name, &v->span)) return false;
  v->type.span = v->span;
  if (uml_take(p, UML_T_COLON) && !read_type(p, &v->type)) return false;
  *out = v;
  return !uml_take(p, UML_T_ASSIGN) || (v->init = uml_read_expr(p)) != NULL;
}

static bool read_variables(uml_parser *p, const char *what, uml_variables *out) {
  UML_LIST(uml_variable) all = {0};
  bool good = true;
  for (uint32_t i = 0; i < out->n; i++) sv_push(all, out->at[i]);
  do {
    uml_variable *v = NULL;
    good = read_variable(p, what, &v);
    if (good) sv_push(all, v);
  } while (good && uml_take(p, UML_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, all, out->at, out->n);
  return good;
}

bool uml_parse_attributes(uml_context *c, uml_class *class, sv_span text) {
  uml_parser p;
  uml_parser_open(&p, c, text, "the end of the line");
  return uml_parser_close(&p, read_variables(&p, "an attribute", &class->attributes));
}

// ---- signals

static uml_signal *find_signal(const uml_context *c, sv_name name) {
  for (uint32_t i = 0; i < c->model->signals.n; i++)
    if (c->model->signals.at[i]->name.x == name.x) return c->model->signals.at[i];
  return NULL;
}

static bool declare_signal(uml_parser *p, sv_name name, sv_span span, uml_signal **out) {
  uml_context *c = p->context;
  *out = find_signal(c, name);
  if (*out && !(*out)->declared) {  // only mentioned so far
    (*out)->declared = true;
    (*out)->span = span;
    return true;
  }
  if (*out) {
    uml_error(p, span, "the signal `%s` is declared twice", uml_text_of(c, name));
    sv_cursor_note(&p->in, (*out)->span, "it is declared here first");
    return false;
  }
  *out = SV_ARENA_NEW(c->arena, uml_signal);
  **out = (uml_signal){.name = name, .span = span, .declared = true, .number = c->model->signals.n};
  sv_push(c->model->signals, *out);
  return true;
}

static bool read_signal(uml_parser *p, bool operation) {
  uml_signal *s;
  sv_name name;
  sv_span span;
  if (!uml_need_name(p, "a signal", &name, &span)) return false;
  if (!declare_signal(p, name, span, &s)) return false;
  s->operation = operation;
  if (uml_take(p, UML_T_LEFT) && !uml_take(p, UML_T_RIGHT)) {
    if (!read_variables(p, "a parameter", &s->parameters)) return false;
    if (!uml_need(p, UML_T_RIGHT, "after the parameters")) return false;
  }
  uml_type result;
  return !operation || !uml_take(p, UML_T_COLON) || read_type(p, &result);
}

static bool parse_signals(uml_context *c, sv_span text, bool operations) {
  uml_parser p;
  uml_parser_open(&p, c, text, "the end of the line");
  bool good = true;
  if (uml_kind(&p) != UML_T_END) {
    do good = read_signal(&p, operations);
    while (good && uml_take(&p, UML_T_COMMA));
  }
  return uml_parser_close(&p, good);
}

bool uml_parse_signals(uml_context *c, sv_span text) { return parse_signals(c, text, false); }

bool uml_parse_operations(uml_context *c, sv_span text) { return parse_signals(c, text, true); }

// ---- enumerations

static bool read_members(uml_parser *p, uml_enum *e) {
  SV_VEC(sv_name) all = {0};
  bool good;
  do {
    sv_name name;
    sv_span span;
    good = uml_need_name(p, "a member", &name, &span);
    for (uint32_t i = 0; good && i < all.n; i++)
      if (all.at[i].x == name.x) {
        uml_error(p, span, "`%s` is listed twice", uml_text_of(p->context, name));
        good = false;
      }
    if (good) sv_push(all, name);
  } while (good && uml_take(p, UML_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, all, e->member, e->members);
  return good;
}

bool uml_parse_enum(uml_context *c, sv_span text) {
  uml_parser p;
  uml_enum *e = SV_ARENA_NEW(c->arena, uml_enum);
  uml_parser_open(&p, c, text, "the end of the line");
  bool good = uml_need_name(&p, "an enumeration", &e->name, &e->span) &&
              uml_need(&p, UML_T_COLON, "after the name") && read_members(&p, e);
  if (good) sv_push(c->model->enums, e);
  return uml_parser_close(&p, good);
}

// ---- objects

static bool read_slots(uml_parser *p, uml_object *o) {
  if (!uml_take(p, UML_T_LEFT) || uml_take(p, UML_T_RIGHT)) return true;
  do {
    uml_slot slot = {0};
    if (!uml_need_name(p, "an attribute", &slot.attribute, &slot.span)) return false;
    if (!uml_need(p, UML_T_ASSIGN, "after the attribute")) return false;
    if (!(slot.value = uml_read_expr(p))) return false;
    sv_push(o->slots, slot);
  } while (uml_take(p, UML_T_COMMA));
  return uml_need(p, UML_T_RIGHT, "after the attributes");
}

// Its class and attributes, behind the name.
static bool read_instance(uml_parser *p, uml_object *o) {
  return uml_need_name(p, "a class", &o->class_name, &o->class_span) && read_slots(p, o);
}

static bool read_object(uml_parser *p) {
  uml_object *o = SV_ARENA_NEW(p->in.arena, uml_object);
  if (!uml_need_name(p, "an object", &o->name, &o->span)) return false;
  if (!uml_need(p, UML_T_COLON, "after the object")) return false;
  sv_push(p->context->model->objects, o);
  return read_instance(p, o);
}

bool uml_parse_objects(uml_context *c, sv_span text) {
  uml_parser p;
  bool good;
  uml_parser_open(&p, c, text, "the end of the line");
  do good = read_object(&p);
  while (good && uml_take(&p, UML_T_COMMA));
  return uml_parser_close(&p, good);
}

// An object of --set takes the place of the one with its name.
static uml_object **place_of(uml_model *m, sv_name name) {
  for (uint32_t i = 0; i < m->objects.n; i++)
    if (m->objects.at[i]->name.x == name.x) return &m->objects.at[i];
  sv_push(m->objects, NULL);
  return &sv_last(m->objects);
}

static bool read_setting(uml_parser *p) {
  uml_setting s = {0};
  if (!uml_need_name(p, "an object", &s.object, &s.span)) return false;
  if (uml_take(p, UML_T_DOT)) {
    if (!uml_need_name(p, "an attribute", &s.slot.attribute, &s.slot.span)) return false;
    if (!uml_need(p, UML_T_ASSIGN, "after the attribute")) return false;
    if (!(s.slot.value = uml_read_expr(p))) return false;
    sv_push(p->context->model->settings, s);
    return true;
  }
  uml_object *o = SV_ARENA_NEW(p->in.arena, uml_object), **place;
  o->name = s.object;
  o->span = s.span;
  if (!uml_need(p, UML_T_ASSIGN, "after the object") || !read_instance(p, o))
    return sv_vec_free(o->slots), false;
  place = place_of(p->context->model, o->name);
  if (*place) sv_vec_free((*place)->slots);
  *place = o;
  return true;
}

bool uml_parse_setting(uml_context *c, sv_span text) {
  uml_parser p;
  uml_parser_open(&p, c, text, "the end of the setting");
  return uml_parser_close(&p, read_setting(&p));
}

// ---- events from outside

bool uml_parse_environment(uml_context *c, sv_span text) {
  uml_parser p;
  bool good = true;
  uml_parser_open(&p, c, text, "the end of the line");
  c->model->has_environment = true;
  if (uml_at_name(&p, "none")) uml_advance(&p);
  else do {
      uml_trigger t = {0};
      good = uml_need_name(&p, "a signal", &t.name, &t.span);
      if (good) sv_push(c->model->environment, t);
    } while (good && uml_take(&p, UML_T_COMMA));
  return uml_parser_close(&p, good);
}

static bool read_event(uml_parser *p) {
  uml_event e = {.span = uml_here(p)};
  if (!uml_need_name(p, "an event", &e.signal, &e.span)) return false;
  if (uml_take(p, UML_T_DOT)) {
    sv_span span;
    e.object = e.signal;
    if (!uml_need_name(p, "an event", &e.signal, &span)) return false;
  }
  if (uml_kind(p) == UML_T_LEFT && !uml_read_arguments(p, &e.arg, &e.n)) return false;
  e.span = uml_since(p, e.span);
  sv_push(p->context->model->stimulus, e);
  return true;
}

bool uml_parse_stimulus(uml_context *c, sv_span text) {
  uml_parser p;
  bool good = true;
  uml_parser_open(&p, c, text, "the end of the stimulus");
  c->model->has_stimulus = true;
  while (good && uml_kind(&p) != UML_T_END) {
    good = read_event(&p);
    uml_take(&p, UML_T_COMMA);
  }
  return uml_parser_close(&p, good);
}
