// emit_piece.c -- register code as statements.
//
// Every instruction has a template, in which % and a letter stand for an
// operand: t, a, b the registers, T, A, B the numbers themselves, k the
// constant (K: as a word, l, h: its halves, r: the register of that number),
// L the label it names, F "answer false". Arithmetic goes through unsigned
// words where it may wrap around. What reads arrays and queues has templates of
// its own kind (emit_queue.c).

#include "exec/emit_inside.h"

#include <inttypes.h>

static const char *const templates[] = {
    [SV_CODE_CONST] = "%t = %k;",
    [SV_CODE_MOVE] = "%t = %a;",
    [SV_CODE_LOAD] = "%t = (i64)(s[%A] >> %B & %K);",
    [SV_CODE_LOADN] = "%t = (i64)(t[%A] >> %B & %K);",
    [SV_CODE_FIELD] = "%t = (s[%A] >> %B & %l) == %h;",
    [SV_CODE_FAR] = "%t = (i64)(s[%k] >> %B & ~(u64)0 >> %A);",
    [SV_CODE_FARN] = "%t = (i64)(t[%k] >> %B & ~(u64)0 >> %A);",
    [SV_CODE_ADDK] = "%t = (i64)((u64)%a + (u64)%k);",
    [SV_CODE_NOT] = "%t = !%a;",
    [SV_CODE_AND] = "%t = %a & %b;",
    [SV_CODE_EQ] = "%t = %a == %b;",
    [SV_CODE_LT] = "%t = %a < %b;",
    [SV_CODE_LE] = "%t = %a <= %b;",
    [SV_CODE_EQK] = "%t = %a == %k;",
    [SV_CODE_LTK] = "%t = %a < %k;",
    [SV_CODE_LEK] = "%t = %a <= %k;",
    [SV_CODE_GTK] = "%t = %a > %k;",
    [SV_CODE_GEK] = "%t = %a >= %k;",
    [SV_CODE_ADD] = "%t = (i64)((u64)%a + (u64)%b);",
    [SV_CODE_SUB] = "%t = (i64)((u64)%a - (u64)%b);",
    [SV_CODE_MUL] = "%t = (i64)((u64)%a * (u64)%b);",
    [SV_CODE_ADDO] = "%t = step_add(%a, %b, o);",
    [SV_CODE_SUBO] = "%t = step_sub(%a, %b, o);",
    [SV_CODE_MULO] = "%t = step_mul(%a, %b, o);",
    [SV_CODE_DIVO] = "%t = step_div(%a, %b, o);",
    [SV_CODE_MODO] = "%t = step_mod(%a, %b);",
    [SV_CODE_BVDIV] = "%t = step_bv_div(%a, %b);",
    [SV_CODE_BVMOD] = "%t = step_bv_mod(%a, %b);",
    [SV_CODE_BVAND] = "%t = %a & %b;",
    [SV_CODE_BVOR] = "%t = %a | %b;",
    [SV_CODE_BVXOR] = "%t = %a ^ %b;",
    [SV_CODE_BVNOT] = "%t = ~%a;",
    [SV_CODE_SHL] = "%t = step_shl(%a, %b, %k);",
    [SV_CODE_SHR] = "%t = step_shr(%a, %b, %k);",
    [SV_CODE_WRAPU] = "%t = %a & %k;",
    [SV_CODE_WRAPS] = "%t = (i64)((u64)%a << %k) >> %k;",
    [SV_CODE_MEMBER] = "%t = %a >= 0 && %a < %k ? %a : 0;",
    [SV_CODE_PICK] = "%t = %a ? %b : %r;",
    [SV_CODE_JUMP] = "goto %L;",
    [SV_CODE_JTRUE] = "if (%a) goto %L;",
    [SV_CODE_JFALSE] = "if (!%a) goto %L;",
    [SV_CODE_BOUND] = "%t = %a >= 0 && %a < %k ? %a : -1;",
    [SV_CODE_INDEX] = "%t = %a >= 0 && %b >= 0 && %b < %k ? %a * %k + %b : -1;",
    [SV_CODE_LOOK] = "%t = %a < 0 ? 0 : r[%B + %a];",
    [SV_CODE_QREF] = "%t = %a >= 0 && %a < %l ? %a + %h : 0;",
    [SV_CODE_STORE] = "t[%T] = (t[%T] & ~(%K << %B)) | (u64)%a << %B;",
    [SV_CODE_FARSTORE] = "t[%k] = (t[%k] & ~(~(u64)0 >> %T << %B)) | (u64)%a << %B;",
    [SV_CODE_WITHIN] = "if ((u64)%a > %K) %F",
    [SV_CODE_GUARDED] = "if (%b >= 0 && (u64)%a > %K) %F",
    [SV_CODE_NEED] = "if (!%a) %F",
    [SV_CODE_FAIL] = "%F",
    [SV_CODE_DONE] = NULL,
};

void sv_emit_number(sv_text *out, int64_t k) {
  if (k == INT64_MIN) sv_text_string(out, "(-9223372036854775807LL - 1)");
  else if (k >= INT32_MIN && k <= INT32_MAX)
    sv_text_printf(out, k < 0 ? "(%" PRId64 ")" : "%" PRId64, k);
  else sv_text_printf(out, "(%" PRId64 "LL)", k);
}

void sv_emit_word(sv_text *out, uint64_t k) { sv_text_printf(out, "0x%" PRIx64 "ULL", k); }

void sv_emit_load(sv_text *out, const char *words, sv_field f) {
  if (f.base) sv_emit_number(out, f.base);
  if (f.base && f.bits) sv_text_string(out, " + ");
  if (!f.base && !f.bits) sv_text_char(out, '0');
  if (!f.bits) return;
  sv_text_printf(out, "(i64)(%s[%u] >> %u & ", words, f.word, f.shift);
  sv_emit_word(out, UINT64_MAX >> (64 - f.bits));
  sv_text_char(out, ')');
}

void sv_emit_register(const sv_emitter *e, uint32_t reg) {
  sv_text_printf(e->out, e->lined_up ? "r[%u]" : "r%u", reg);
}

static void put_failure(const sv_emitter *e, uint32_t level) {
  if (e->levels) sv_text_printf(e->out, "return o->level = %u, 0;", level);
  else sv_text_string(e->out, "return 0;");
}

static void put_operand(const sv_emitter *e, const sv_ins *i, char what) {
  sv_text *out = e->out;
  switch (what) {
  case 't': sv_emit_register(e, i->to); break;
  case 'a': sv_emit_register(e, i->a); break;
  case 'b': sv_emit_register(e, i->b); break;
  case 'r': sv_emit_register(e, (uint32_t)i->k); break;
  case 'T': sv_text_printf(out, "%u", i->to); break;
  case 'A': sv_text_printf(out, "%u", i->a); break;
  case 'B': sv_text_printf(out, "%u", i->b); break;
  case 'k': sv_emit_number(out, i->k); break;
  case 'K': sv_emit_word(out, (uint64_t)i->k); break;
  case 'l': sv_text_printf(out, "%uLL", (uint32_t)i->k); break;
  case 'h': sv_text_printf(out, "%uLL", (uint32_t)((uint64_t)i->k >> 32)); break;
  case 'L': sv_text_printf(out, "L%" PRId64, i->k - e->begin); break;
  case 'F': put_failure(e, i->to); break;
  default: SV_UNREACHABLE();
  }
}

static void put_template(const sv_emitter *e, const sv_ins *i) {
  for (const char *c = templates[i->op]; *c; c++)
    if (*c == '%') put_operand(e, i, *++c);
    else sv_text_char(e->out, *c);
}

static bool is_cell(const sv_ins *i) {
  return i->op == SV_CODE_READ || i->op == SV_CODE_READN || i->op == SV_CODE_WRITE;
}

static bool is_queue_fact(const sv_ins *i) {
  return i->op == SV_CODE_QLEN || i->op == SV_CODE_QDEFER || i->op == SV_CODE_QFULL;
}

static void put_queue(sv_emitter *e, uint32_t at) {
  sv_text_string(e->out, "if (!");
  sv_emit_queue(e, at);
  sv_text_string(e->out, ") ");
  put_failure(e, e->code->ins.at[at].to);
}

static void put_instruction(sv_emitter *e, uint32_t at) {
  const sv_ins *i = &e->code->ins.at[at];
  sv_text_string(e->out, "  ");
  if (templates[i->op]) put_template(e, i);
  else if (is_cell(i)) sv_emit_cell(e, i);
  else if (is_queue_fact(i)) sv_emit_queue_fact(e, at);
  else if (i->op == SV_CODE_PEEK) sv_emit_peek(e, at);
  else put_queue(e, at);
  sv_text_char(e->out, '\n');
}

// ---- what a piece is like

static bool is_jump(const sv_ins *i) {
  return i->op == SV_CODE_JUMP || i->op == SV_CODE_JTRUE || i->op == SV_CODE_JFALSE;
}

// What sets a register begins with it.
static bool writes(const sv_ins *i, uint32_t reg) {
  bool sets = templates[i->op] ? templates[i->op][1] == 't'
                               : i->op != SV_CODE_WRITE && i->op != SV_CODE_QUEUE;
  return sets && i->to == reg && i->op != SV_CODE_DONE;
}

// All jumps go forward: a register still has its constant if nothing else was written since, and
// no jump from before that write leads behind it.
bool sv_emit_is_constant(const sv_emitter *e, uint32_t at, uint32_t reg, int64_t *k) {
  const sv_ins *ins = e->code->ins.at;
  uint32_t from = at;
  while (from > e->begin && !writes(&ins[from - 1], reg)) from--;
  if (from == e->begin || ins[from - 1].op != SV_CODE_CONST) return false;
  for (uint32_t i = e->begin; i < from; i++)
    if (is_jump(&ins[i]) && ins[i].k >= from && ins[i].k <= at) return false;
  *k = ins[from - 1].k;
  return true;
}

// Where fields of a message go to a function that takes any queue, they lie side by side.
static bool needs_array(const sv_emitter *e, uint32_t at) {
  return e->code->ins.at[at].op == SV_CODE_LOOK || sv_emit_queue_takes_array(e, at);
}

static void find_end(sv_emitter *e) {
  const sv_ins *ins = e->code->ins.at;
  e->lined_up = false;
  for (e->end = e->begin; ins[e->end].op != SV_CODE_DONE; e->end++) continue;
  sv_bits_init(&e->targets, e->end - e->begin + 1);
  for (uint32_t at = e->begin; at < e->end; at++) {
    if (is_jump(&ins[at])) sv_bits_add(&e->targets, (uint32_t)ins[at].k - e->begin);
    e->lined_up |= needs_array(e, at);
  }
}

static uint32_t count_registers(const sv_emitter *e, uint32_t choices) {
  uint32_t n = choices;
  for (uint32_t i = e->begin; i < e->end; i++) {
    const sv_ins *ins = &e->code->ins.at[i];
    for (uint32_t reg = n; reg <= ins->to; reg++)
      if (writes(ins, ins->to)) n = reg + 1;
  }
  return n;
}

static void declare(const sv_emitter *e, uint32_t choices) {
  uint32_t n = count_registers(e, choices);
  if (e->lined_up) sv_text_printf(e->out, "  i64 r[%u];\n", n);
  for (uint32_t i = 0; !e->lined_up && i < n; i++)
    sv_text_printf(e->out, i ? ", r%u = 0" : "  i64 r%u = 0", i);
  if (!e->lined_up && n) sv_text_string(e->out, ";\n");
  for (uint32_t i = 0; i < choices; i++) {
    sv_text_string(e->out, "  ");
    sv_emit_register(e, i);
    sv_text_printf(e->out, " = c%u;\n", i);
  }
}

void sv_emit_piece(sv_emitter *e, const sv_bytecode *code, uint32_t piece, uint32_t choices) {
  e->code = code;
  e->begin = piece;
  e->levels = choices > 0;
  find_end(e);
  declare(e, choices);
  for (uint32_t at = piece; at <= e->end; at++) {
    if (sv_bits_has(&e->targets, at - piece)) sv_text_printf(e->out, " L%u:;\n", at - piece);
    if (at < e->end) put_instruction(e, at);
  }
  sv_bits_free(&e->targets);
}

void sv_emit_condition(sv_emitter *e, const sv_bytecode *code, uint32_t piece, const char *name,
                       uint32_t number) {
  if (piece == SV_NO_PIECE) return;
  sv_text_printf(e->out, "STEP_LOCAL int %s_%u(const u64 *s, step_frame *o) {\n", name, number);
  sv_emit_piece(e, code, piece, 0);
  sv_text_string(e->out, "  return 1;\n}\n");
}
