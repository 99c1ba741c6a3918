// pp_if.c -- the conditions of #if and #elif.
//
// First `defined` is answered, then macros are expanded, then what is left is
// an expression of integers in which every other name is 0. Recursive descent
// with the precedences of C; a part that C does not evaluate (`0 && 1/0`) is
// read but its mistakes are silent.

#include "lang/promela/preprocess/pp_inside.h"

typedef struct {
  pml_pp *pp;
  const pml_pp_token *at;
  uint32_t n, i, depth;
  sv_span where;
  bool bad, quiet;
} condition;

static int64_t fail(condition *c, const char *what) {
  if (!c->bad)
    sv_diag(c->pp->diags, SV_ERROR, c->i < c->n ? c->at[c->i].span : c->where, "%s", what);
  c->bad = true;
  c->i = c->n;
  return 0;
}

static const char *sign(const condition *c) {
  return c->i < c->n && c->at[c->i].kind == PML_PP_SIGN ? pml_pp_text(c->pp, &c->at[c->i]) : "";
}

static bool take(condition *c, const char *text) {
  if (strcmp(sign(c), text) != 0) return false;
  c->i++;
  return true;
}

static int64_t choice(condition *);

static int64_t number(condition *c) {
  const char *text = pml_pp_text(c->pp, &c->at[c->i]);
  uint64_t value = 0;
  unsigned base = text[0] == '0' ? 8 : 10;
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) base = 16, text += 2;
  for (; *text; text++) {
    unsigned digit = *text >= '0' && *text <= '9'   ? (unsigned)(*text - '0')
                     : *text >= 'a' && *text <= 'f' ? (unsigned)(*text - 'a' + 10)
                     : *text >= 'A' && *text <= 'F' ? (unsigned)(*text - 'A' + 10)
                                                    : 99;
    if (digit >= base) break;
    value = value * base + digit;
  }
  if (text[strspn(text, "uUlL")]) return fail(c, "this is not an integer");
  c->i++;
  return (int64_t)value;
}

static int64_t character(condition *c) {
  const char *text = pml_pp_text(c->pp, &c->at[c->i++]);
  if (text[1] != '\\') return (unsigned char)text[1];
  switch (text[2]) {
  case 'n': return '\n';
  case 't': return '\t';
  case 'r': return '\r';
  case '0': return 0;
  default: return (unsigned char)text[2];
  }
}

static int64_t primary(condition *c) {
  if (c->i >= c->n) return fail(c, "this condition ends too early");
  if (take(c, "(")) {
    int64_t value = choice(c);
    return take(c, ")") ? value : fail(c, "a `)` is missing in this condition");
  }
  switch (c->at[c->i].kind) {
  case PML_PP_NUMBER: return number(c);
  case PML_PP_CHAR: return character(c);
  case PML_PP_NAME: return c->i++, 0;
  default: return fail(c, "this has no place in a condition");
  }
}

static int64_t unary(condition *c) {
  if (c->depth++ > PML_PP_DEPTH_MAX) return fail(c, "this condition is nested too deeply");
  int64_t v;
  if (take(c, "!")) v = !unary(c);
  else if (take(c, "~")) v = ~unary(c);
  else if (take(c, "-")) v = (int64_t)(0 - (uint64_t)unary(c));
  else if (take(c, "+")) v = unary(c);
  else v = primary(c);
  c->depth--;
  return v;
}

static const struct {
  const char *sign;
  int level;
} binary[] = {{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
              {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
              {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};

static int level_of(const char *text) {
  for (size_t i = 0; i < SV_COUNT(binary); i++)
    if (!strcmp(binary[i].sign, text)) return binary[i].level;
  return 0;
}

static int64_t divide(condition *c, bool modulo, int64_t a, int64_t b) {
  if (!b && c->quiet) return 0;
  if (!b) return fail(c, "this condition divides by zero");
  if (b == -1) return modulo ? 0 : (int64_t)(0 - (uint64_t)a);
  return modulo ? a % b : a / b;
}

static int64_t apply(condition *c, const char *op, int64_t a, int64_t b) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  switch (op[0]) {
  case '|': return op[1] ? a || b : a | b;
  case '&': return op[1] ? a && b : a & b;
  case '^': return a ^ b;
  case '=': return a == b;
  case '!': return a != b;
  case '<': return op[1] == '<' ? (int64_t)(y < 64 ? x << y : 0) : op[1] ? a <= b : a < b;
  case '>': return op[1] == '>' ? (y < 64 ? a >> y : 0) : op[1] ? a >= b : a > b;
  case '+': return (int64_t)(x + y);
  case '-': return (int64_t)(x - y);
  case '*': return (int64_t)(x * y);
  default: return divide(c, op[0] == '%', a, b);
  }
}

static int64_t climb(condition *c, int least) {
  int64_t left = unary(c);
  for (;;) {
    const char *op = sign(c);
    int level = level_of(op);
    if (!level || level < least) return left;
    bool was = c->quiet;
    c->quiet |= (level == 1 && left) || (level == 2 && !left);
    c->i++;
    int64_t right = climb(c, level + 1);
    c->quiet = was;
    left = apply(c, op, left, right);
  }
}

static int64_t choice(condition *c) {
  if (c->depth++ > PML_PP_DEPTH_MAX) return fail(c, "this condition is nested too deeply");
  int64_t value = climb(c, 1);
  if (take(c, "?")) {
    bool was = c->quiet;
    c->quiet = was || !value;
    int64_t yes = choice(c);
    if (!take(c, ":")) return fail(c, "a `:` is missing in this condition");
    c->quiet = was || value;
    int64_t no = choice(c);
    c->quiet = was;
    value = value ? yes : no;
  }
  c->depth--;
  return value;
}

// Answers `defined X` and `defined(X)`.
static void answer_defined(pml_pp *pp, const pml_pp_tokens *line, pml_pp_tokens *out) {
  for (uint32_t i = 0; i < line->n; i++) {
    pml_pp_token t = line->at[i];
    if (t.kind != PML_PP_NAME || t.text.x != pp->word_defined.x) {
      sv_push(*out, t);
      continue;
    }
    bool parens = i + 1 < line->n && pml_pp_is(&line->at[i + 1], pp->sign_open);
    uint32_t at = i + 1 + parens;
    bool good = at < line->n && line->at[at].kind == PML_PP_NAME;
    if (good && parens) good = at + 1 < line->n && pml_pp_is(&line->at[at + 1], pp->sign_close);
    if (!good) {
      sv_diag(pp->diags, SV_ERROR, t.span, "`defined` needs a name");
      continue;
    }
    t.kind = PML_PP_NUMBER;
    t.text = sv_names_cstr(pp->names, pml_pp_find(pp, line->at[at].text) ? "1" : "0");
    sv_push(*out, t);
    i = at + parens;
  }
}

bool pml_pp_condition(pml_pp *pp, const pml_pp_tokens *line, sv_span where) {
  pml_pp_tokens plain = {0}, full = {0};
  answer_defined(pp, line, &plain);
  pml_pp_expand(pp, plain.at, plain.n, &full);
  condition c = {.pp = pp, .at = full.at, .n = full.n, .where = where};
  int64_t value = 0;
  if (!full.n) fail(&c, "`#if` needs a condition");
  else value = choice(&c);
  if (c.i < c.n) fail(&c, "this has no place in a condition");
  sv_vec_free(plain);
  sv_vec_free(full);
  return !c.bad && value;
}
