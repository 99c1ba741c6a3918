// parse.c -- the token cursor, messages, and the loop over lines.
//
//   file = { line } ;          line = word … end-of-line ;
//
// One table says which words begin lines, who reads them, and where they may
// stand. After a mistake the loop goes on at the next line that begins with
// one of these words.

#include "lang/svm/parse.h"

#include "base/suggest.h"

// --- cursor

void svm_next(svm_parser *p) {
  if (!sv_diags_go_on(p->diags)) p->at = p->tokens.n - 1;
  else if (p->at + 1 < p->tokens.n) p->at++;
}

static const char *text_of(const svm_parser *p, sv_name name) {
  return sv_names_get(p->names, name);
}

bool svm_is_sign(const svm_parser *p, const char *sign) {
  return svm_kind(p) == SVM_T_SIGN && !strcmp(text_of(p, svm_here(p)->name), sign);
}

bool svm_is_word(const svm_parser *p, const char *word) {
  return svm_kind(p) == SVM_T_NAME && !svm_here(p)->quoted &&
         !strcmp(text_of(p, svm_here(p)->name), word);
}

bool svm_take_sign(svm_parser *p, const char *sign) {
  if (!svm_is_sign(p, sign)) return false;
  svm_next(p);
  return true;
}

bool svm_take_word(svm_parser *p, const char *word) {
  if (!svm_is_word(p, word)) return false;
  svm_next(p);
  return true;
}

bool svm_at_line_end(const svm_parser *p) {
  return svm_kind(p) == SVM_T_NEWLINE || svm_kind(p) == SVM_T_END;
}

// --- messages

static const char *spelling(const svm_parser *p, const svm_token *t) {
  switch (t->kind) {
  case SVM_T_END: return "the end of the file";
  case SVM_T_NEWLINE: return "the end of the line";
  case SVM_T_STRING: return "a text";
  case SVM_T_RANGE: return "a range";
  case SVM_T_ROLE: return "a role";
  case SVM_T_BAD:
  case SVM_T_NAME:
  case SVM_T_NUMBER:
  case SVM_T_CHOICE:
  case SVM_T_LET:
  case SVM_T_SIGN: break;
  }
  const char *mark = t->kind == SVM_T_CHOICE ? "?" : t->kind == SVM_T_LET ? "%" : "";
  return sv_arena_printf(p->arena, "`%s%s`", mark, text_of(p, t->name));
}

// A bad token has had its message.
bool svm_error(svm_parser *p, sv_span span, const char *format, ...) {
  if (svm_kind(p) == SVM_T_BAD) return false;
  va_list args;
  va_start(args, format);
  sv_vdiag(p->diags, SV_ERROR, span, format, args);
  va_end(args);
  return false;
}

void svm_hint(svm_parser *p, const char *format, ...) {
  if (svm_kind(p) == SVM_T_BAD) return;
  va_list args;
  va_start(args, format);
  sv_vdiag_hint(p->diags, format, args);
  va_end(args);
}

bool svm_expected(svm_parser *p, const char *what) {
  return svm_error(p, svm_here(p)->span, "expected %s, found %s", what, spelling(p, svm_here(p)));
}

bool svm_expect_sign(svm_parser *p, const char *sign) {
  return svm_take_sign(p, sign) || svm_expected(p, sv_arena_printf(p->arena, "`%s`", sign));
}

bool svm_expect_name(svm_parser *p, const char *what, svm_token *out) {
  if (svm_kind(p) != SVM_T_NAME) return svm_expected(p, what);
  *out = *svm_here(p);
  svm_next(p);
  return true;
}

bool svm_expect_number(svm_parser *p, const char *what, uint32_t most, uint32_t *out) {
  if (svm_kind(p) != SVM_T_NUMBER) return svm_expected(p, what);
  uint64_t value = 0;
  for (const char *c = text_of(p, svm_here(p)->name); *c; c++) {
    if (*c < '0' || *c > '9') return svm_expected(p, what);
    value = value * 10 + (uint64_t)(*c - '0');
    if (value > most)
      return svm_error(p, svm_here(p)->span, "this number is too large; the most is %u", most);
  }
  *out = (uint32_t)value;
  svm_next(p);
  return true;
}

bool svm_expect_string(svm_parser *p, const char *what, const char **out) {
  if (svm_kind(p) != SVM_T_STRING) return svm_expected(p, what);
  *out = svm_here(p)->text;
  svm_next(p);
  return true;
}

// --- lines

typedef enum { ANYWHERE, OUTSIDE, IN_PROCESS, IN_ACTION } place;

// Words of one place stand together; `end` closes a process.
static const struct {
  const char *word;
  svm_line_fn *read;
  place where;
} lines[] = {
    {"enum", svm_read_enum, OUTSIDE},
    {"property", svm_read_property, OUTSIDE},
    {"init", svm_read_init, OUTSIDE},
    {"feature", svm_read_feature, OUTSIDE},
    {"process", svm_read_process, OUTSIDE},
    {"var", svm_read_variable, ANYWHERE},
    {"queue", svm_read_queue, ANYWHERE},
    {"action", svm_read_action, ANYWHERE},
    {"location", svm_read_location, IN_PROCESS},
    {"end", svm_read_end, IN_PROCESS},
    {"text", svm_read_text, IN_ACTION},
    {"from", svm_read_own_edge, IN_ACTION},
    {"instance", svm_read_own_edge, IN_ACTION},
    {"passive", svm_read_own_edge, IN_ACTION},
    {"releasing", svm_read_own_edge, IN_ACTION},
    {"with", svm_read_partner, IN_ACTION},
    {"global", svm_read_priority, IN_ACTION},
    {"choice", svm_read_choice, IN_ACTION},
    {"other", svm_read_other_choice, IN_ACTION},
    {"guard", svm_read_guard, IN_ACTION},
    {"constraint", svm_read_constraint, IN_ACTION},
    {"set", svm_read_set, IN_ACTION},
    {"enqueue", svm_read_queue_op, IN_ACTION},
    {"dequeue", svm_read_queue_op, IN_ACTION},
    {"defer", svm_read_queue_op, IN_ACTION},
    {"flush", svm_read_queue_op, IN_ACTION},
    {"empty", svm_read_queue_op, IN_ACTION},
    {"start", svm_read_start, IN_ACTION},
    {"print", svm_read_print, IN_ACTION},
    {"fails", svm_read_fails, IN_ACTION},
    {"cut", svm_read_cut, IN_ACTION},
    {"fair", svm_read_fair, IN_ACTION},
    {"strong", svm_read_strong, IN_ACTION},
};

static size_t find_line(const svm_parser *p) {
  size_t i = 0;
  while (i < SV_COUNT(lines) && !svm_is_word(p, lines[i].word)) i++;
  return i;
}

static bool unknown_line(svm_parser *p) {
  p->file->incomplete = true;
  if (svm_kind(p) != SVM_T_NAME) return svm_expected(p, "a word that begins a line");
  svm_error(p, svm_here(p)->span, "no line begins with %s", spelling(p, svm_here(p)));
  sv_suggestion s = sv_suggest(text_of(p, svm_here(p)->name));
  for (size_t i = 0; i < SV_COUNT(lines); i++) sv_suggest_try(&s, lines[i].word);
  if (svm_is_word(p, "priority"))
    svm_hint(p, "a process's priority is part of its edge; for that of the model write `global "
                "priority`");
  else if (s.best) svm_hint(p, "did you mean `%s`?", s.best);
  return false;
}

// The end of a process is missing, or something stands inside that belongs
// outside: it is told once, and only a new process surely ends the old one.
static void misplaced(svm_parser *p, const char *word) {
  if (!p->process->blamed) {
    svm_error(p, svm_here(p)->span, "`%s` cannot stand inside of a process", word);
    sv_diag(p->diags, SV_NOTE, p->process->name.span, "this process has no `end` yet");
  }
  p->process->blamed = true;
  if (!strcmp(word, "process")) p->process = NULL;
}

static bool check_place(svm_parser *p, size_t i) {
  if (lines[i].where == OUTSIDE && p->process) misplaced(p, lines[i].word);
  if (lines[i].where == IN_PROCESS && !p->process)
    return svm_error(p, svm_here(p)->span, "`%s` belongs inside of a process", lines[i].word);
  if (lines[i].where == IN_ACTION && !p->action)
    return svm_error(p, svm_here(p)->span, "`%s` belongs below an action", lines[i].word);
  if (lines[i].where != IN_ACTION) p->action = NULL;
  return true;
}

static bool read_line(svm_parser *p) {
  size_t i = find_line(p);
  if (i == SV_COUNT(lines)) return unknown_line(p);
  if (!check_place(p, i)) return false;
  // A queue operation and an own edge need their word.
  bool keeps_word = lines[i].read == svm_read_queue_op || lines[i].read == svm_read_own_edge;
  if (!keeps_word) svm_next(p);
  bool read = lines[i].read(p);
  if (!read && lines[i].where != IN_ACTION) p->file->incomplete = true;
  return read && (svm_at_line_end(p) || svm_expected(p, "the end of the line"));
}

// Goes on at the next line that begins with a known word.
static void recover(svm_parser *p) {
  for (;;) {
    while (!svm_at_line_end(p)) svm_next(p);
    while (svm_kind(p) == SVM_T_NEWLINE) svm_next(p);
    if (svm_kind(p) == SVM_T_END || find_line(p) < SV_COUNT(lines)) return;
  }
}

bool svm_line_begins_here(const svm_parser *p) { return find_line(p) < SV_COUNT(lines); }

svm_file *svm_parse_file(svm_parser *p) {
  p->file = SV_ARENA_NEW(p->arena, svm_file);
  while (svm_kind(p) != SVM_T_END) {
    if (svm_kind(p) == SVM_T_NEWLINE) svm_next(p);
    else if (!read_line(p)) recover(p);
  }
  if (p->process && !p->process->blamed) {
    svm_error(p, svm_here(p)->span, "a process is not ended");
    sv_diag(p->diags, SV_NOTE, p->process->name.span, "this process has no `end`");
  }
  return p->file;
}

void svm_parser_begin(svm_parser *p, sv_arena *arena, sv_names *names, const sv_sources *sources,
                      uint32_t file, sv_diags *diags) {
  *p = (svm_parser){.arena = arena, .names = names, .diags = diags};
  svm_scan(names, arena, sources, file, diags, &p->tokens);
}

void svm_parser_end(svm_parser *p) {
  sv_vec_free(p->tokens);
  sv_vec_free(p->stack);
}
