// passed.c -- what of the text a step goes through: statements, decisions, calls, results.
//
// Of a condition with && and || every operand is a branch for LLVM. What it came to is known
// when the path is somewhere else: in what is done if it holds, or behind that.

#include "lang/c/passed.h"

enum { MOST_SHOWN = 70 };

const c_statements *c_statements_of(c_lowering *l, uint32_t file) {
  const sv_sources *s = l->model->sources;
  while (l->statements.n <= file) sv_push(l->statements, (c_statements){0});
  c_statements *known = &l->statements.at[file];
  if (!known->all.cap) {
    c_statements_read(known, sv_source_text(s, file), sv_source_size(s, file));
    if (!known->all.cap) sv_push(known->all, (c_statement){.begin = UINT32_MAX});
  }
  return known;
}

static const c_statement *statement_of(c_lowering *l, sv_span span) {
  return span.file ? c_statement_at(c_statements_of(l, span.file), span.begin) : NULL;
}

static bool is_in_head(const c_statement *s, uint32_t offset) {
  return s->head_begin <= offset && offset < s->head_end;
}

bool c_statement_passed(c_lowering *l, sv_span span, uint32_t role, sv_passed *out) {
  const c_statement *s = statement_of(l, span);
  if (!s || (s->kind == C_DO && is_in_head(s, span.begin))) return false;
  uint32_t end = s->head_end && s->kind != C_DO ? s->head_end : s->end;
  *out =
      (sv_passed){SV_PASSED_STATEMENT, role, {span.file, s->begin, end}, 0, 0, 0, false, SV_NONE};
  return true;
}

// Where the part of it begins and ends that is done here: all of it, or its condition.
static void bounds_of(const c_statement *s, uint32_t offset, uint32_t *begin, uint32_t *end) {
  *begin = s->begin, *end = s->end;
  if (s->kind == C_DO && s->body_end <= offset) *begin = s->body_end;
  else if (s->head_end && offset < s->head_end) *end = s->head_end;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// For traces: the line, or what of it belongs to the statement. Behind all statements (the brace that
// ends a function) it is what follows.
const char *c_statement_text(c_lowering *l, sv_span span) {
  const sv_sources *sources = l->model->sources;
  size_t n;
  uint32_t line = sv_source_place(sources, span.file, span.begin).line;
  const char *text = sv_source_text(sources, span.file);
  const char *first = sv_source_line(sources, span.file, line, &n), *last = first + n;
  const c_statement *s = statement_of(l, span);
  uint32_t begin = span.begin, end = UINT32_MAX;
  if (s) bounds_of(s, span.begin, &begin, &end);
  if (s || text[span.begin] == '}') {
    if (first < text + begin) first = text + begin;
    if (end < (size_t)(last - text)) last = text + end;
  }
  while (first < last && is_blank(*first)) first++;
  while (first < last && is_blank(last[-1])) last--;
  n = (size_t)(last - first) < MOST_SHOWN ? (size_t)(last - first) : MOST_SHOWN;
  return sv_arena_strndup(l->model->arena, first, n);
}

// A statement is told once as long as the path stays in it.
static void add_statement(c_path *p, sv_span span) {
  sv_passed now;
  if (!c_statement_passed(p->l, span, 0, &now)) return;
  for (uint32_t k = p->passed.n; k--;) {
    if (p->passed.at[k].kind != SV_PASSED_STATEMENT) continue;
    if (!memcmp(&p->passed.at[k].span, &now.span, sizeof now.span)) return;
    break;
  }
  sv_push(p->passed, now);
}

static void decide(c_path *p, uint32_t offset) {
  const c_statement *s = p->undecided;
  if (!s || p->undecided_context != p->context || is_in_head(s, offset)) return;
  bool yes = s->body_begin <= offset && offset < s->body_end;
  sv_span keyword = {p->undecided_file, s->begin, s->begin + 1};
  sv_push(p->passed, ((sv_passed){.kind = yes ? SV_PASSED_YES : SV_PASSED_NO, .span = keyword}));
  p->undecided = NULL;
}

void c_pass_decision(c_path *p, const c_inst *i) {
  if (!i->span.file) return;
  decide(p, i->span.begin);
  const c_statement *s = statement_of(p->l, i->span);
  bool condition = s && (s->kind == C_BRANCH || s->kind == C_LOOP);
  if (!condition || !is_in_head(s, i->span.begin)) return;
  p->undecided = s;
  p->undecided_context = p->context;
  p->undecided_file = i->span.file;
}

void c_pass(c_path *p, const c_inst *i, const c_inst *seen) {
  c_pass_decision(p, i);
  add_statement(p, seen->span);
}

static void add_call(c_path *p, sv_span span, sv_passed passed) {
  const sv_sources *s = p->l->model->sources;
  if (!span.file) return;
  const char *text = sv_source_text(s, span.file);
  uint32_t end = c_call_end(text, sv_source_size(s, span.file), span.begin);
  passed.span = (sv_span){span.file, end, end + 1};
  if (end) sv_push(p->passed, passed);
}

void c_pass_call(c_path *p, const c_inst *i) {
  add_call(p, i->span, (sv_passed){.kind = SV_PASSED_CALL});
}

// Functions that promise no sign are told by their names: LLVM's types have none.
static bool is_unsigned(const char *name, uint32_t width) {
  const char *type = strstr(name, "nondet_");
  type = type ? type + 7 : "";
  return width == 1 || *type == 'u' || !strcmp(type, "size_t") || !strcmp(type, "bool");
}

void c_pass_result(c_path *p, const c_inst *i, uint32_t choice) {
  if (i->type.kind != C_INT || i->op != C_CALL) return;
  const char *name = c_callee_name(p->l->program, i);
  if (!strncmp(name, "selvage.", 8)) return;
  add_call(p, i->span,
           (sv_passed){.kind = SV_PASSED_RESULT,
                       .choice = choice,
                       .bits = i->type.width,
                       .unsigned_bits = is_unsigned(name, i->type.width)});
}
