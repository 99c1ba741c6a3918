// output.c -- what a step prints, as Promela's printf does.
//
// The format is the text between the quotes as written in the source: \n and
// \t are escapes, %d %u %x %o %c take a number, %e and %s the word for a
// value where it has one. A conversion without an argument, or an unknown
// one, is printed as it stands. Numbers are 32 bits wide for %u %x %o.

#include "report/show.h"

typedef struct {
  sv_exec *exec;
  const sv_state *state;
  const sv_step *step;
  const sv_net_action *action;
  const sv_action *source;
  uint32_t next;  // argument
  sv_text *out;
} printing;

static void print_word(printing *p, uint32_t i, sv_value v) {
  const sv_net *net = sv_exec_net(p->exec);
  const sv_terms *T = net->model->terms;
  const char *word =
      sv_show_word(net, p->source->print_words ? p->source->print_words[i] : NULL, v);
  if (word) sv_text_string(p->out, word);
  else sv_value_print(T, sv_sort_of(T, p->action->prints[i]), v, p->out);
}

static void print_bits(printing *p, char conversion, int64_t n) {
  uint32_t bits = (uint32_t)n;
  if (conversion == 'u') sv_text_printf(p->out, "%u", bits);
  if (conversion == 'x') sv_text_printf(p->out, "%x", bits);
  if (conversion == 'o') sv_text_printf(p->out, "%o", bits);
  if (conversion == 'c' && (bits & 0xFF)) sv_text_char(p->out, (char)bits);
}

static bool convert(printing *p, char conversion) {
  sv_numbers *numbers = sv_terms_numbers(sv_exec_net(p->exec)->model->terms);
  if (!conversion || !strchr("deuxocs", conversion) || p->next >= p->action->print_count)
    return false;
  uint32_t i = p->next++;
  sv_value v = sv_exec_evaluate_step(p->exec, p->state, p->step, p->action->prints[i]);
  int64_t n;
  if (conversion == 'e' || conversion == 's') print_word(p, i, v);
  else if (conversion == 'd' || !sv_number_to_i64(numbers, v, &n))
    sv_number_print(numbers, v, p->out);
  else print_bits(p, conversion, n);
  return true;
}

// One character or escape of the format; returns where to go on.
static const char *print_plain(printing *p, const char *s) {
  if (*s == '"') return s + 1;  // of the source's quotes
  if (*s != '\\' || !s[1]) return sv_text_char(p->out, *s), s + 1;
  sv_text_char(p->out, s[1] == 'n' ? '\n' : s[1] == 't' ? '\t' : s[1]);
  return s + 2;
}

bool sv_show_output(sv_exec *exec, const sv_state *state, const sv_step *step, sv_text *out) {
  const sv_net *net = sv_exec_net(exec);
  const sv_net_action *action = &net->actions.at[step->action];
  const sv_action *source = &net->model->actions.at[action->action];
  if (!source->print) return false;
  printing p = {exec, state, step, action, source, 0, out};
  for (const char *s = source->print; *s;) {
    if (*s != '%') s = print_plain(&p, s);
    else if (s[1] == '%') sv_text_char(out, '%'), s += 2;
    else if (convert(&p, s[1])) s += 2;
    else sv_text_char(out, *s++);
  }
  return true;
}
