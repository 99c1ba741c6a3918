// parse_decl.c -- declarations of variables, constants and channels.

#include "lang/dve/parse.h"

bool dve_at_declaration(const dve_parser *p) {
  dve_token_kind kind = dve_kind(p);
  return kind == DVE_T_CONST || kind == DVE_T_BYTE || kind == DVE_T_INT || kind == DVE_T_CHANNEL;
}

// "[" number "]"
static bool read_size(dve_parser *p, const char *what, uint32_t most, uint32_t *out) {
  sv_span span = dve_here(p);
  if (dve_kind(p) != DVE_T_NUMBER) {
    if (dve_error_here(p, "expected %s, but found %s", what, dve_found(p)))
      dve_hint(p, "it is written as a number");
    return false;
  }
  const char *digits = sv_names_get(p->names, dve_ahead(p, 0)->name);
  uint64_t value = 0;
  for (; *digits && value <= most; digits++) value = 10 * value + (uint64_t)(*digits - '0');
  dve_advance(p);
  if (value > most) {
    dve_error(p, span, "%s is at most %u", what, most);
    return false;
  }
  *out = (uint32_t)value;
  return dve_expect(p, DVE_T_RIGHT_SQUARE, "after the size");
}

// --- variables

static bool read_array_size(dve_parser *p, dve_var *v) {
  v->size = 1;
  if (!dve_take(p, DVE_T_LEFT_SQUARE)) return true;
  v->is_array = true;
  v->size_span = dve_here(p);
  if (!read_size(p, "the number of elements", DVE_ARRAY_MAX, &v->size)) return false;
  if (!v->size) return dve_error(p, v->size_span, "an array needs at least one element"), false;
  if (dve_kind(p) != DVE_T_LEFT_SQUARE) return true;
  dve_error_here(p, "arrays have one dimension only");
  return false;
}

// "=" ( expr | "{" expr { "," expr } "}" )
static bool read_initial(dve_parser *p, dve_var *v) {
  if (!dve_take(p, DVE_T_ASSIGN)) return true;
  dve_expr_vec values = {0};
  bool ok;
  v->braces = dve_take(p, DVE_T_LEFT_BRACE);
  if (v->braces) {
    ok = dve_read_exprs(p, &values) && dve_expect(p, DVE_T_RIGHT_BRACE, "after the initial values");
  } else {
    dve_expr *e = dve_read_expr(p);
    if (e) sv_push(values, e);
    ok = e != NULL;
  }
  SV_ARENA_KEEP(p->in.arena, values, v->init, v->inits);
  return ok;
}

static bool read_one_variable(dve_parser *p, dve_type type, bool is_const) {
  dve_var *v = SV_ARENA_NEW(p->in.arena, dve_var);
  v->type = type;
  v->is_const = is_const;
  v->proc = p->proc;
  if (!dve_read_word(p, "the name of a variable", &v->word)) return false;
  if (!read_array_size(p, v)) return false;
  sv_push(p->vars, v);
  return read_initial(p, v);
}

static bool read_type(dve_parser *p, dve_type *out) {
  *out = dve_kind(p) == DVE_T_INT ? DVE_INT : DVE_BYTE;
  if (dve_take(p, DVE_T_INT) || dve_take(p, DVE_T_BYTE)) return true;
  dve_error_here(p, "expected `byte` or `int`, but found %s", dve_found(p));
  return false;
}

// variables = [ "const" ] type variable { "," variable } ";" ;
static bool read_variables(dve_parser *p) {
  bool is_const = dve_take(p, DVE_T_CONST);
  dve_type type;
  if (!read_type(p, &type)) return false;
  do
    if (!read_one_variable(p, type, is_const)) return false;
  while (dve_take(p, DVE_T_COMMA));
  return dve_expect(p, DVE_T_SEMICOLON, "after the declaration");
}

// --- channels

// "{" type { "," type } "}"
static bool read_fields(dve_parser *p, dve_channel *like) {
  if (!dve_take(p, DVE_T_LEFT_BRACE)) return true;
  SV_VEC(dve_type) types = {0};
  bool ok = true;
  like->typed = true;
  do {
    dve_type type = DVE_BYTE;
    ok = read_type(p, &type);
    sv_push(types, type);
  } while (ok && dve_take(p, DVE_T_COMMA));
  SV_ARENA_KEEP(p->in.arena, types, like->field, like->fields);
  return ok && dve_expect(p, DVE_T_RIGHT_BRACE, "after the types of a message");
}

static bool read_capacity(dve_parser *p, dve_channel *c) {
  sv_span span = dve_here(p);
  if (!dve_take(p, DVE_T_LEFT_SQUARE)) return true;
  if (!read_size(p, "the number of messages", DVE_CAPACITY_MAX, &c->capacity)) return false;
  if (c->typed || !c->capacity) return true;
  if (dve_error(p, dve_since(p, span), "a buffer needs the types of its messages"))
    dve_hint(p, "`channel {byte, int} c[3];` holds up to 3 pairs");
  return false;
}

// channels = "channel" [ fields ] name [ "[" n "]" ] { "," … } ";" ;
static bool read_channels(dve_parser *p) {
  dve_channel like = {.proc = p->proc};
  dve_advance(p);
  if (!read_fields(p, &like)) return false;
  do {
    dve_channel *c = SV_ARENA_NEW(p->in.arena, dve_channel);
    *c = like;
    if (!dve_read_word(p, "the name of a channel", &c->word)) return false;
    sv_push(p->channels, c);
    if (!read_capacity(p, c)) return false;
  } while (dve_take(p, DVE_T_COMMA));
  return dve_expect(p, DVE_T_SEMICOLON, "after the declaration");
}

bool dve_read_declaration(dve_parser *p) {
  return dve_kind(p) == DVE_T_CHANNEL ? read_channels(p) : read_variables(p);
}

void dve_keep_declared(dve_parser *p, dve_var ***var, uint32_t *vars, dve_channel ***channel,
                       uint32_t *channels) {
  SV_ARENA_KEEP(p->in.arena, p->vars, *var, *vars);
  SV_ARENA_KEEP(p->in.arena, p->channels, *channel, *channels);
}
