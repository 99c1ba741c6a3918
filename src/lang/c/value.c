// value.c -- operands as terms, and what is computed from them alone.
//
// Integers are signed bit vectors, i1 is Boolean; what is unsigned in an
// instruction is cast for it. Constants, addresses of objects, and what is a
// constant distance from such an address, are known from the place alone and
// never kept in a variable.

#include "lang/c/lower.h"

static sv_terms *terms(const c_path *p) { return p->l->model->terms; }

// ---- what is known from the place

static const c_operand *argument_of(const c_lowering *l, const c_context *c, uint32_t number) {
  const c_inst *call = &l->contexts.at[c->parent].function->block[c->call_block].inst[c->call_at];
  return number + 1 < call->operands ? &call->operand[1 + number] : NULL;
}

static bool fixed(c_lowering *l, uint32_t context, const c_operand *o) {
  return o->kind != C_VALUE ? o->kind != C_UNDEF && o->kind != C_STRANGE
                            : c_fixed_value(l, context, o->number);
}

// An allocation that happens once at most, and succeeds.
static bool has_one_object(const c_lowering *l, uint32_t context, const c_inst *i) {
  if (i->op != C_CALL || !i->object || l->options->malloc_may_fail) return false;
  return sv_map_get(&l->slots_of, l->contexts.at[context].base + i->value) == 1;
}

bool c_fixed_value(c_lowering *l, uint32_t context, uint32_t value) {
  const c_context *c = &l->contexts.at[context];
  if (value < c->function->params) {
    const c_operand *o = c->parent == C_NO_CONTEXT ? NULL : argument_of(l, c, value);
    return o && fixed(l, c->parent, o);
  }
  const c_inst *i = c->function->define[value];
  if (!i) return false;
  if (i->op == C_ALLOCA || has_one_object(l, context, i)) return true;
  if (i->op == C_COPY) return fixed(l, context, &i->operand[0]);
  return i->op == C_GEP && i->operands == 2 && fixed(l, context, &i->operand[0]);
}

// ---- rows: an address in a known object of which only the index varies

static void widen(c_value *place, int64_t stride) {
  int64_t a = stride, b = place->unit;
  while (b) {
    int64_t rest = a % b;
    a = b, b = rest;
  }
  place->unit = a ? a : 1;
}

static bool operand_row(c_lowering *l, uint32_t context, const c_operand *o, c_value *place) {
  if (o->kind == C_VALUE) return c_row(l, context, o->number, place);
  if (o->kind != C_ADDRESS) return false;
  *place = (c_value){.kind = C_PLACE, .storage = o->number, .offset = o->bits};
  if (l->program->object[o->number].thread_local)
    place->storage = c_thread_local(l, l->contexts.at[context].thread, o->number);
  return true;
}

bool c_row(c_lowering *l, uint32_t context, uint32_t value, c_value *place) {
  const c_context *c = &l->contexts.at[context];
  if (value < c->function->params) {
    const c_operand *o = c->parent == C_NO_CONTEXT ? NULL : argument_of(l, c, value);
    return o && operand_row(l, c->parent, o, place);
  }
  const c_inst *i = c->function->define[value];
  if (!i) return false;
  if (i->op == C_ALLOCA || has_one_object(l, context, i)) {
    *place = (c_value){.kind = C_PLACE, .storage = c_local_storage(l, context, value)};
    return true;
  }
  if (i->op != C_COPY && i->op != C_GEP) return false;
  if (!operand_row(l, context, &i->operand[0], place)) return false;
  if (i->op == C_GEP) place->offset += i->operand[1].bits;
  for (uint32_t k = 3; i->op == C_GEP && k < i->operands; k += 2) widen(place, i->operand[k].bits);
  return true;
}

// ---- operands

static c_value strange(c_path *p, const c_operand *o, sv_span span) {
  c_refuse(p->l, span, "this is not supported yet: %s", o->text ? o->text : "a value");
  return c_of_term(SV_FALSE);
}

static c_value fixed_value(c_path *p, uint32_t context, uint32_t value, sv_span span) {
  const c_context *c = &p->l->contexts.at[context];
  if (value < c->function->params)
    return c_operand_value(p, c->parent, argument_of(p->l, c, value), span);
  const c_inst *i = c->function->define[value];
  if (i->op == C_ALLOCA || has_one_object(p->l, context, i))
    return (c_value){.kind = C_PLACE, .storage = c_local_storage(p->l, context, value)};
  c_value base = c_operand_value(p, context, &i->operand[0], span);
  return i->op == C_COPY ? base : c_address_step(p, base, i->operand[1].bits, SV_NONE, 1);
}

static c_value slot_value(c_path *p, uint32_t context, uint32_t value, sv_span span) {
  c_value *bound = &p->env[p->l->contexts.at[context].base + value];
  if (bound->kind != C_NOTHING) return *bound;
  if (c_fixed_value(p->l, context, value)) return fixed_value(p, context, value, span);
  uint32_t variable = c_slot_variable(p->l, context, value);
  sv_term kept = sv_model_var(p->l->model, variable, SV_ROLE_SELF);
  c_value place;
  if (!c_row(p->l, context, value, &place)) return c_of_term(kept);
  place.index = kept;
  place.valid = SV_TRUE;
  return place;
}

static sv_term constant(c_path *p, const c_operand *o) {
  sv_numbers *N = sv_terms_numbers(terms(p));
  if (o->type.width == 1) return sv_bool_const(o->bits & 1);
  if (o->type.kind == C_POINTER)
    return sv_const(terms(p), c_sort(p->l, o->type), sv_small(c_short_address(o->bits)));
  sv_value v = sv_number_wrap(N, sv_number_uint(N, (uint64_t)o->bits), o->type.width, true);
  return sv_const(terms(p), c_sort(p->l, o->type), v);
}

c_value c_operand_value(c_path *p, uint32_t context, const c_operand *o, sv_span span) {
  sv_sort pointer = c_sort(p->l, (c_type){C_POINTER, 0});
  switch (o->kind) {
  case C_VALUE: return slot_value(p, context, o->number, span);
  case C_CONSTANT:
    if (o->type.kind == C_POINTER && !c_is_short_address(o->bits))
      c_refuse(p->l, span, "a number that is too large for an address is not supported yet");
    return c_of_term(constant(p, o));
  case C_ADDRESS: {
    uint32_t storage = o->number;
    if (p->l->program->object[storage].thread_local)
      storage = c_thread_local(p->l, p->thread, storage);
    return (c_value){.kind = C_PLACE, .storage = storage, .offset = o->bits};
  }
  case C_NULL: return c_of_term(sv_const(terms(p), pointer, sv_small(0)));
  case C_UNDEF: return c_of_term(c_fresh(p, c_sort(p->l, o->type)));
  case C_FUNCTION:
    return c_of_term(sv_const(
        terms(p), pointer, sv_small((int64_t)(C_FIRST_FUNCTION + o->number + 1) << C_OFFSET_BITS)));
  case C_NUMBER:
  case C_STRANGE: break;
  }
  return strange(p, o, span);
}

// object << 32 | offset, the offset modulo 2^32
static sv_term packed(c_path *p, c_value v) {
  sv_terms *T = terms(p);
  sv_sort pointer = c_sort(p->l, (c_type){C_POINTER, 0});
  sv_sort half = sv_sort_bv(T, C_OFFSET_BITS, false);
  int64_t object = (int64_t)(v.storage + 1) << C_OFFSET_BITS;
  uint32_t low = (uint32_t)v.offset;
  if (sv_is_none(v.index)) return sv_const(T, pointer, sv_small(object | low));
  sv_term bytes = sv_app2(T, SV_OP_MUL, sv_cast(T, half, v.index),
                          sv_const(T, half, sv_small((uint32_t)v.unit)));
  bytes = sv_app2(T, SV_OP_ADD, bytes, sv_const(T, half, sv_small(low)));
  return sv_app2(T, SV_OP_ADD, sv_cast(T, pointer, bytes), sv_const(T, pointer, sv_small(object)));
}

static sv_term term_of(c_path *p, c_value v) {
  assert(v.kind != C_NOTHING);
  return v.kind == C_TERM ? v.term : packed(p, v);
}

sv_term c_pack(c_path *p, c_value address) { return term_of(p, address); }

sv_term c_operand_term(c_path *p, uint32_t context, const c_operand *o, sv_span span) {
  return term_of(p, c_operand_value(p, context, o, span));
}

sv_term c_fresh(c_path *p, sv_sort sort) {
  sv_names *names = p->l->model->names;
  sv_name name = sv_names_cstr(names, sv_arena_printf(p->l->model->arena, "any%u", p->choices.n));
  sv_push(p->choices, (sv_choice_input){.name = name, .sort = sort});
  return sv_choice(terms(p), sort, p->choices.n - 1);
}

sv_term c_kept_term(c_path *p, uint32_t context, uint32_t value) {
  c_value v = p->env[p->l->contexts.at[context].base + value], row;
  if (!c_row(p->l, context, value, &row)) return term_of(p, v);
  assert(v.kind == C_PLACE && v.storage == row.storage && v.offset == row.offset);
  assert(!sv_is_none(v.index) && v.unit == row.unit);
  sv_term outside =
      sv_const(terms(p), sv_sort_of(terms(p), v.index), sv_small(-(INT64_C(1) << 46)));
  return sv_ite(terms(p), v.valid, v.index, outside);
}

void c_bind(c_path *p, uint32_t context, uint32_t value, c_value v) {
  p->env[p->l->contexts.at[context].base + value] = v;
}

// ---- computing

static sv_sort with_sign(c_path *p, sv_term t, bool is_signed) {
  const sv_sort_info *s = sv_sort_get(terms(p), sv_sort_of(terms(p), t));
  assert(s->kind == SV_SORT_BV);
  return sv_sort_bv(terms(p), s->size, is_signed);
}

// The operator on the operands with this sign, back in their own sort.
static sv_term signed_app(c_path *p, sv_op op, bool is_signed, sv_term a, sv_term b) {
  sv_terms *T = terms(p);
  sv_sort own = sv_sort_of(T, a), sort = with_sign(p, a, is_signed);
  sv_term t = sv_app2(T, op, sv_cast(T, sort, a), sv_cast(T, sort, b));
  bool boolean = op == SV_OP_LT || op == SV_OP_LE;
  return boolean ? t : sv_cast(T, own, t);
}

static sv_term boolean_binary(c_path *p, c_opcode op, sv_term a, sv_term b) {
  if (op == C_AND) return sv_and(terms(p), a, b);
  if (op == C_OR) return sv_or(terms(p), a, b);
  if (op == C_XOR || op == C_ADD || op == C_SUB) return sv_not(sv_eq(terms(p), a, b));
  return SV_NONE;
}

static sv_term binary(c_path *p, c_opcode op, sv_term a, sv_term b) {
  sv_terms *T = terms(p);
  switch (op) {
  case C_ADD: return sv_app2(T, SV_OP_ADD, a, b);
  case C_SUB: return sv_app2(T, SV_OP_SUB, a, b);
  case C_MUL: return sv_app2(T, SV_OP_MUL, a, b);
  case C_UDIV: return signed_app(p, SV_OP_DIV, false, a, b);
  case C_SDIV: return signed_app(p, SV_OP_DIV, true, a, b);
  case C_UREM: return signed_app(p, SV_OP_MOD, false, a, b);
  case C_SREM: return signed_app(p, SV_OP_MOD, true, a, b);
  case C_SHL: return signed_app(p, SV_OP_SHL, false, a, b);
  case C_LSHR: return signed_app(p, SV_OP_SHR, false, a, b);
  case C_ASHR: return signed_app(p, SV_OP_SHR, true, a, b);
  case C_AND: return sv_app2(T, SV_OP_BVAND, a, b);
  case C_OR: return sv_app2(T, SV_OP_BVOR, a, b);
  case C_XOR: return sv_app2(T, SV_OP_BVXOR, a, b);
  default: return SV_NONE;
  }
}

static sv_term comparison(c_path *p, c_opcode op, sv_term a, sv_term b) {
  switch (op) {
  case C_EQ: return sv_eq(terms(p), a, b);
  case C_NE: return sv_not(sv_eq(terms(p), a, b));
  case C_UGT: return signed_app(p, SV_OP_LT, false, b, a);
  case C_UGE: return signed_app(p, SV_OP_LE, false, b, a);
  case C_ULT: return signed_app(p, SV_OP_LT, false, a, b);
  case C_ULE: return signed_app(p, SV_OP_LE, false, a, b);
  case C_SGT: return signed_app(p, SV_OP_LT, true, b, a);
  case C_SGE: return signed_app(p, SV_OP_LE, true, b, a);
  case C_SLT: return signed_app(p, SV_OP_LT, true, a, b);
  case C_SLE: return signed_app(p, SV_OP_LE, true, a, b);
  default: return SV_NONE;
  }
}

static sv_term conversion(c_path *p, const c_inst *i, sv_term a) {
  sv_terms *T = terms(p);
  bool from_bool = sv_sort_get(T, sv_sort_of(T, a))->kind == SV_SORT_BOOL;
  sv_sort to = c_sort(p->l, i->type);
  if (i->op == C_TRUNC && i->type.width == 1) {
    sv_term one = sv_const(T, sv_sort_of(T, a), sv_small(1));
    return sv_eq(T, sv_app2(T, SV_OP_BVAND, a, one), one);
  }
  if (from_bool) {
    sv_term one = sv_const(T, to, sv_small(i->op == C_SEXT ? -1 : 1));
    return sv_ite(T, a, one, sv_const(T, to, sv_small(0)));
  }
  return sv_cast(T, to, i->op == C_ZEXT ? sv_cast(T, with_sign(p, a, false), a) : a);
}

// An address as a number, and back: 48 bits with their sign.
static bool reinterpret(c_path *p, const c_inst *i, sv_term a, c_value *result) {
  sv_terms *T = terms(p);
  sv_sort address = sv_sort_bv(T, C_POINTER_BITS, true);
  if (i->op == C_PTRTOINT)
    return *result = c_of_term(sv_cast(T, c_sort(p->l, i->type), sv_cast(T, address, a))), true;
  if (sv_sort_get(T, sv_sort_of(T, a))->kind == SV_SORT_BOOL) return false;
  sv_term there = sv_cast(T, address, a);
  if (!c_explore(p, sv_eq(T, sv_cast(T, sv_sort_of(T, a), there), a),
                 "a number that is too large for an address", i))
    return false;
  return *result = c_of_term(sv_cast(T, c_sort(p->l, i->type), there)), true;
}

// Does signed arithmetic leave its width?
static sv_term overflows(c_path *p, c_opcode op, sv_term a, sv_term b) {
  sv_terms *T = terms(p);
  uint32_t width = sv_sort_get(T, sv_sort_of(T, a))->size;
  sv_sort own = sv_sort_of(T, a), wide = sv_sort_bv(T, op == C_SMULO ? 2 * width : width + 1, true);
  sv_op kind = op == C_SADDO ? SV_OP_ADD : op == C_SSUBO ? SV_OP_SUB : SV_OP_MUL;
  sv_term exact = sv_app2(T, kind, sv_cast(T, wide, a), sv_cast(T, wide, b));
  return sv_not(sv_eq(T, sv_cast(T, wide, sv_cast(T, own, exact)), exact));
}

static bool is_division(c_opcode op) {
  return op == C_UDIV || op == C_SDIV || op == C_UREM || op == C_SREM;
}

static bool address_step(c_path *p, const c_inst *i, c_value *result) {
  c_value v = c_operand_value(p, p->context, &i->operand[0], i->span);
  v = c_address_step(p, v, i->operand[1].bits, SV_NONE, 1);
  for (uint32_t k = 2; k + 1 < i->operands; k += 2) {
    sv_term index = c_operand_term(p, p->context, &i->operand[k], i->span);
    v = c_address_step(p, v, 0, index, i->operand[k + 1].bits);
  }
  *result = v;
  return true;
}

static bool is_shift(c_opcode op) { return op == C_SHL || op == C_LSHR || op == C_ASHR; }

// The least number divided by -1 leaves the width.
static sv_term is_in_width(c_path *p, sv_term a, sv_term b) {
  sv_terms *T = terms(p);
  sv_numbers *N = sv_terms_numbers(T);
  uint32_t width = sv_sort_get(T, sv_sort_of(T, a))->size;
  sv_value least = sv_number_wrap(N, sv_number_uint(N, UINT64_C(1) << (width - 1)), width, true);
  sv_term is_least = sv_eq(T, a, sv_const(T, sv_sort_of(T, a), least));
  return sv_not(sv_and(T, is_least, sv_eq(T, b, sv_const(T, sv_sort_of(T, b), sv_small(-1)))));
}

// What machines differ about, or stop at.
static bool check_operands(c_path *p, const c_inst *i, sv_term a, sv_term b) {
  sv_terms *T = terms(p);
  sv_sort sort = sv_sort_of(T, b), bits = with_sign(p, b, false);
  sv_term zero = sv_const(T, sort, sv_small(0));
  if (is_division(i->op) && !c_check(p, sv_not(sv_eq(T, b, zero)), "division by zero", i))
    return false;
  if ((i->op == C_SDIV || i->op == C_SREM) &&
      !c_check(p, is_in_width(p, a, b), "overflow of a division", i))
    return false;
  sv_term width = sv_const(T, bits, sv_small(sv_sort_get(T, sort)->size));
  return !is_shift(i->op) ||
         c_check(p, sv_app2(T, SV_OP_LT, sv_cast(T, bits, b), width), "invalid shift", i);
}

static bool of_two(c_path *p, const c_inst *i, sv_term a, sv_term b, c_value *result) {
  sv_terms *T = terms(p);
  bool boolean = sv_sort_get(T, sv_sort_of(T, a))->kind == SV_SORT_BOOL;
  bool compares = i->op >= C_EQ && i->op <= C_SLE;
  if (!boolean && !check_operands(p, i, a, b)) return false;
  sv_term t = compares && (!boolean || i->op <= C_NE) ? comparison(p, i->op, a, b)
              : boolean                               ? boolean_binary(p, i->op, a, b)
                                                      : binary(p, i->op, a, b);
  if (sv_is_none(t)) c_refuse(p->l, i->span, "this operation on single bits is not supported yet");
  *result = c_of_term(t);
  return !sv_is_none(t);
}

bool c_compute(c_path *p, const c_inst *i, c_value *result) {
  if (i->op == C_GEP) return address_step(p, i, result);
  c_value a = c_operand_value(p, p->context, &i->operand[0], i->span);
  if (i->op == C_COPY || i->op == C_FREEZE) return *result = a, true;
  sv_term first = term_of(p, a);
  if (i->op == C_PTRTOINT || i->op == C_INTTOPTR) return reinterpret(p, i, first, result);
  if (i->op == C_TRUNC || i->op == C_ZEXT || i->op == C_SEXT)
    return *result = c_of_term(conversion(p, i, first)), true;
  sv_term second = c_operand_term(p, p->context, &i->operand[1], i->span);
  if (i->op >= C_SADDO && i->op <= C_SMULO)
    return *result = c_of_term(overflows(p, i->op, first, second)), true;
  if (i->op != C_SELECT) return of_two(p, i, first, second, result);
  sv_term third = c_operand_term(p, p->context, &i->operand[2], i->span);
  *result = c_of_term(sv_ite(terms(p), first, second, third));
  return true;
}
