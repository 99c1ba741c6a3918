// smt_term.c -- building terms.
//
// What is tidied here keeps formulas readable and small where encoders are
// naive; anything deeper is left to Z3.

#include "base/map.h"
#include "solver/smt_inside.h"

static bool is_numeral(const sv_smt *s, sv_smt_term t) { return Z3_is_numeral_ast(s->z3, t.x); }

sv_smt_term sv_smt_app1(sv_smt *s, sv_smt_unary op, sv_smt_term t) {
  if (!t.x) return t;
  switch (op) {
  case SV_SMT_NEG: return sv_smt_took(s, Z3_mk_unary_minus(s->z3, t.x));
  case SV_SMT_BVNEG: return sv_smt_took(s, Z3_mk_bvneg(s->z3, t.x));
  case SV_SMT_BVNOT: return sv_smt_took(s, Z3_mk_bvnot(s->z3, t.x));
  case SV_SMT_FLOOR: return sv_smt_took(s, Z3_mk_real2int(s->z3, t.x));
  case SV_SMT_TO_REAL: return sv_smt_took(s, Z3_mk_int2real(s->z3, t.x));
  }
  SV_UNREACHABLE();
}

static Z3_ast arithmetic(const sv_smt *s, sv_smt_binary op, Z3_ast a, Z3_ast b) {
  Z3_ast both[2] = {a, b};
  switch (op) {
  case SV_SMT_LT: return Z3_mk_lt(s->z3, a, b);
  case SV_SMT_LE: return Z3_mk_le(s->z3, a, b);
  case SV_SMT_ADD: return Z3_mk_add(s->z3, 2, both);
  case SV_SMT_SUB: return Z3_mk_sub(s->z3, 2, both);
  case SV_SMT_MUL: return Z3_mk_mul(s->z3, 2, both);
  case SV_SMT_DIV: return Z3_mk_div(s->z3, a, b);
  case SV_SMT_MOD: return Z3_mk_mod(s->z3, a, b);
  default: return NULL;
  }
}

typedef Z3_ast binary_maker(Z3_context, Z3_ast, Z3_ast);

static binary_maker *maker_of(sv_smt_binary op) {
  switch (op) {
  case SV_SMT_ULT: return Z3_mk_bvult;
  case SV_SMT_ULE: return Z3_mk_bvule;
  case SV_SMT_SLT: return Z3_mk_bvslt;
  case SV_SMT_SLE: return Z3_mk_bvsle;
  case SV_SMT_BVADD: return Z3_mk_bvadd;
  case SV_SMT_BVSUB: return Z3_mk_bvsub;
  case SV_SMT_BVMUL: return Z3_mk_bvmul;
  case SV_SMT_UDIV: return Z3_mk_bvudiv;
  case SV_SMT_UREM: return Z3_mk_bvurem;
  case SV_SMT_SDIV: return Z3_mk_bvsdiv;
  case SV_SMT_SREM: return Z3_mk_bvsrem;
  case SV_SMT_BVAND: return Z3_mk_bvand;
  case SV_SMT_BVOR: return Z3_mk_bvor;
  case SV_SMT_BVXOR: return Z3_mk_bvxor;
  case SV_SMT_SHL: return Z3_mk_bvshl;
  case SV_SMT_LSHR: return Z3_mk_bvlshr;
  case SV_SMT_ASHR: return Z3_mk_bvashr;
  case SV_SMT_SELECT: return Z3_mk_select;
  case SV_SMT_LT:
  case SV_SMT_LE:
  case SV_SMT_ADD:
  case SV_SMT_SUB:
  case SV_SMT_MUL:
  case SV_SMT_DIV:
  case SV_SMT_MOD: break;
  }
  return NULL;
}

sv_smt_term sv_smt_app2(sv_smt *s, sv_smt_binary op, sv_smt_term a, sv_smt_term b) {
  if (!a.x || !b.x) return sv_smt_none();
  binary_maker *make = maker_of(op);
  bool folds = op != SV_SMT_SELECT && is_numeral(s, a) && is_numeral(s, b);
  sv_smt_term made = sv_smt_took(s, make ? make(s->z3, a.x, b.x) : arithmetic(s, op, a.x, b.x));
  return folds ? sv_smt_simplify(s, made) : made;
}

sv_smt_term sv_smt_store(sv_smt *s, sv_smt_term array, sv_smt_term index, sv_smt_term value) {
  if (!array.x || !index.x || !value.x) return sv_smt_none();
  return sv_smt_took(s, Z3_mk_store(s->z3, array.x, index.x, value.x));
}

sv_smt_term sv_smt_extract(sv_smt *s, sv_smt_term t, uint32_t low, uint32_t width) {
  if (!t.x || (!low && width == sv_smt_width(s, t))) return t;
  return sv_smt_took(s, Z3_mk_extract(s->z3, low + width - 1, low, t.x));
}

sv_smt_term sv_smt_extend(sv_smt *s, sv_smt_term t, uint32_t width, bool is_signed) {
  uint32_t more = t.x ? width - sv_smt_width(s, t) : 0;
  if (!more) return t;
  return sv_smt_took(s, (is_signed ? Z3_mk_sign_ext : Z3_mk_zero_ext)(s->z3, more, t.x));
}

sv_smt_term sv_smt_to_bits(sv_smt *s, sv_smt_term t, uint32_t width) {
  return t.x ? sv_smt_took(s, Z3_mk_int2bv(s->z3, width, t.x)) : t;
}

// ---- Booleans

sv_smt_term sv_smt_not(sv_smt *s, sv_smt_term t) {
  if (!t.x) return t;
  if (t.x == s->yes || t.x == s->no) return sv_smt_truth(s, t.x == s->no);
  if (Z3_is_app(s->z3, t.x)) {
    Z3_app app = Z3_to_app(s->z3, t.x);
    if (Z3_get_decl_kind(s->z3, Z3_get_app_decl(s->z3, app)) == Z3_OP_NOT)
      return sv_smt_took(s, Z3_get_app_arg(s->z3, app, 0));
  }
  return sv_smt_took(s, Z3_mk_not(s->z3, t.x));
}

// `unit` is what does not count, its opposite decides.
static sv_smt_term junction(sv_smt *s, const sv_smt_term *terms, uint32_t n, Z3_ast unit,
                            Z3_ast decides) {
  SV_VEC(Z3_ast) kept = {0};
  sv_smt_term out = {unit};
  for (uint32_t i = 0; i < n; i++) {
    if (!terms[i].x || terms[i].x == decides) {
      sv_vec_free(kept);
      return terms[i];
    }
    if (terms[i].x != unit && !(kept.n && sv_last(kept) == terms[i].x))
      sv_push(kept, (Z3_ast)terms[i].x);
  }
  if (kept.n == 1) out.x = kept.at[0];
  else if (kept.n)
    out = sv_smt_took(s, (unit == s->yes ? Z3_mk_and : Z3_mk_or)(s->z3, kept.n, kept.at));
  sv_vec_free(kept);
  return out;
}

sv_smt_term sv_smt_and_all(sv_smt *s, const sv_smt_term *terms, uint32_t n) {
  return junction(s, terms, n, s->yes, s->no);
}

sv_smt_term sv_smt_or_all(sv_smt *s, const sv_smt_term *terms, uint32_t n) {
  return junction(s, terms, n, s->no, s->yes);
}

sv_smt_term sv_smt_and(sv_smt *s, sv_smt_term a, sv_smt_term b) {
  return sv_smt_and_all(s, (sv_smt_term[]){a, b}, 2);
}

sv_smt_term sv_smt_or(sv_smt *s, sv_smt_term a, sv_smt_term b) {
  return sv_smt_or_all(s, (sv_smt_term[]){a, b}, 2);
}

sv_smt_term sv_smt_implies(sv_smt *s, sv_smt_term a, sv_smt_term b) {
  return sv_smt_or(s, sv_smt_not(s, a), b);
}

static bool is_truth(const sv_smt *s, sv_smt_term t) { return t.x == s->yes || t.x == s->no; }

sv_smt_term sv_smt_eq(sv_smt *s, sv_smt_term a, sv_smt_term b) {
  if (!a.x || !b.x) return sv_smt_none();
  if (a.x == b.x) return sv_smt_truth(s, true);
  if (is_truth(s, a)) return a.x == s->yes ? b : sv_smt_not(s, b);
  if (is_truth(s, b)) return b.x == s->yes ? a : sv_smt_not(s, a);
  if (is_numeral(s, a) && is_numeral(s, b)) return sv_smt_truth(s, false);
  return sv_smt_took(s, Z3_mk_eq(s->z3, a.x, b.x));
}

sv_smt_term sv_smt_ite(sv_smt *s, sv_smt_term c, sv_smt_term a, sv_smt_term b) {
  if (!c.x || !a.x || !b.x) return sv_smt_none();
  if (is_truth(s, c)) return c.x == s->yes ? a : b;
  if (a.x == b.x) return a;
  if (is_truth(s, a))
    return a.x == s->yes ? sv_smt_or(s, c, b) : sv_smt_and(s, sv_smt_not(s, c), b);
  if (is_truth(s, b)) return b.x == s->no ? sv_smt_and(s, c, a) : sv_smt_or(s, sv_smt_not(s, c), a);
  return sv_smt_took(s, Z3_mk_ite(s->z3, c.x, a.x, b.x));
}

// ---- whole terms

static Z3_ast *asts_of(const sv_smt_term *terms, uint32_t n) {
  Z3_ast *asts = SV_NEW_ARRAY(Z3_ast, n + 1);
  for (uint32_t i = 0; i < n; i++) asts[i] = terms[i].x;
  return asts;
}

sv_smt_term sv_smt_substitute(sv_smt *s, sv_smt_term t, const sv_smt_term *from,
                              const sv_smt_term *to, uint32_t n) {
  if (!t.x || s->broken) return sv_smt_none();
  Z3_ast *olds = asts_of(from, n), *news = asts_of(to, n);
  sv_smt_term out = sv_smt_took(s, Z3_substitute(s->z3, t.x, n, olds, news));
  sv_free(olds);
  sv_free(news);
  return out;
}

sv_smt_term sv_smt_simplify(sv_smt *s, sv_smt_term t) {
  return t.x ? sv_smt_took(s, Z3_simplify(s->z3, t.x)) : t;
}

void sv_smt_constants(sv_smt *s, sv_smt_term t, sv_smt_terms *out) {
  sv_smt_terms todo = {0};
  sv_map seen = {0};
  if (t.x) sv_push(todo, t);
  while (todo.n) {
    Z3_ast at = sv_pop(todo).x;
    if (Z3_get_ast_kind(s->z3, at) != Z3_APP_AST) continue;
    uint32_t id = Z3_get_ast_id(s->z3, at);
    if (sv_map_get(&seen, id) != SV_MAP_NONE) continue;
    sv_map_put(&seen, id, 0);
    Z3_app app = Z3_to_app(s->z3, at);
    uint32_t n = Z3_get_app_num_args(s->z3, app);
    for (uint32_t i = 0; i < n; i++) sv_push(todo, (sv_smt_term){Z3_get_app_arg(s->z3, app, i)});
    Z3_decl_kind kind = Z3_get_decl_kind(s->z3, Z3_get_app_decl(s->z3, app));
    if (!n && kind == Z3_OP_UNINTERPRETED) sv_push(*out, (sv_smt_term){at});
  }
  sv_map_free(&seen);
  sv_vec_free(todo);
}
