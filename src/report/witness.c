// witness.c -- witnesses for other tools, in YAML.
//
// The format is SV-COMP's (Ayaziova, Beyer, Lingsch-Rosenfeld, Spiessl, Strejcek: Software
// Verification Witnesses 2.0, SPIN 2024). A violating run is a sequence of segments, each of which
// ends with a waypoint that is followed: a statement that is begun, what a function from outside
// returns, at last the statement that violates. Where several threads move the waypoints say which (thread_id,
// version 2.2): 0 is the one that runs main, the others are counted as they are started. Of the statements that a
// thread goes through in one turn only the first and the last are written, for these are where others come in.
// A correct program has loop invariants: the ranges that the front end has found.

#define _POSIX_C_SOURCE 200809L

#include "report/witness.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "base/output.h"
#include "base/sha256.h"

typedef struct {
  const sv_net *net;
  const sv_trace *trace;
  sv_u32s thread;  // by process: 1 + its number, or 0
  uint32_t threads;
  bool told;               // threads are told apart
  SV_VEC(sv_passed) turn;  // of the thread that moves
  uint32_t mover;
  uint32_t step;
  sv_passed target[2];  // where the last step violates
  uint32_t targets, target_thread[2];
  sv_text *out;
} writing;

// ---- what it is about

typedef struct {
  const char *kind, *specification;
} judged;

static const judged table[] = {{"assert", "G ! call(reach_error())"},
                               {"error", "G ! call(reach_error())"},
                               {"data race", "G ! data-race"},
                               {"signed overflow", "G ! overflow"},
                               {"array bounds", "G valid-deref"},
                               {"invalid pointer", "G valid-deref"},
                               {"invalid function pointer", "G valid-deref"},
                               {"invalid free", "G valid-free"},
                               {"memory leak", "G valid-memtrack"}};

// NULL: the competition has none for this property.
static const char *specification_of(const sv_model *m, uint32_t property) {
  const char *kind = m->properties.at[property].text;
  for (size_t i = 0; kind && i < SV_COUNT(table); i++)
    if (!strcmp(kind, table[i].kind)) return table[i].specification;
  return NULL;
}

static const char *specification_asked(const sv_options *o) {
  return o->races      ? "G ! data-race"
         : o->overflow ? "G ! overflow"
         : o->leaks    ? "G valid-memtrack"
                       : "G ! call(reach_error())";
}

static const char *data_model(const sv_options *o) {
  for (uint32_t i = 0; i < o->clang.n; i++)
    if (!strcmp(o->clang.at[i], "-m32")) return "ILP32";
  return "LP64";
}

// ---- words of YAML

static void quoted(const char *s, sv_text *out) {
  sv_text_char(out, '"');
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') sv_text_char(out, '\\');
    if ((unsigned char)*s < ' ') sv_text_printf(out, "\\x%02x", (unsigned char)*s);
    else sv_text_char(out, *s);
  }
  sv_text_char(out, '"');
}

static void key(const char *indent, const char *name, const char *value, sv_text *out) {
  sv_text_printf(out, "%s%s: ", indent, name);
  quoted(value, out);
  sv_text_char(out, '\n');
}

// The clock, or what stands for it where a build has to be the same every time.
static void time_text(char *text, size_t n) {
  const char *fixed = getenv("SOURCE_DATE_EPOCH");
  time_t now = fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
  struct tm parts;
  strftime(text, n, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
}

// Of the form of a random one, made of what it names.
static void uuid_text(const sv_text *of, char *text) {
  char hex[2 * SV_SHA256_BYTES + 1];
  sv_sha256_hex(of->at, of->n, hex);
  snprintf(text, 37, "%.8s-%.4s-4%.3s-a%.3s-%.12s", hex, hex + 8, hex + 13, hex + 17, hex + 20);
}

static uint32_t parts_of(const sv_report *r) { return 1 + r->options->with.n; }

static const char *part_path(const sv_report *r, uint32_t k) {
  return k ? r->options->with.at[k - 1] : r->model->title;
}

static void hash_line(const sv_report *r, const char *path, sv_text *out) {
  const sv_sources *s = r->model->sources;
  for (uint32_t f = 1; f <= sv_sources_count(s); f++) {
    char hex[2 * SV_SHA256_BYTES + 1];
    if (strcmp(sv_source_path(s, f), path)) continue;
    sv_sha256_hex(sv_source_text(s, f), sv_source_size(s, f), hex);
    sv_text_string(out, "        ");
    quoted(path, out);
    sv_text_printf(out, ": \"%s\"\n", hex);
    return;
  }
}

static void metadata(const sv_report *r, const char *entry, const char *version,
                     const char *specification, const sv_text *content, sv_text *out) {
  char now[64], uuid[37];
  time_text(now, sizeof now);
  uuid_text(content, uuid);
  key("- ", "entry_type", entry, out);
  sv_text_string(out, "  metadata:\n");
  key("    ", "format_version", version, out);
  key("    ", "uuid", uuid, out);
  key("    ", "creation_time", now, out);
  sv_text_string(out, "    producer:\n");
  key("      ", "name", "Selvage", out);
  key("      ", "version", SELVAGE_VERSION, out);
  sv_text_string(out, "    task:\n      input_files:\n");
  for (uint32_t k = 0; k < parts_of(r); k++) {
    sv_text_string(out, "        - ");
    quoted(part_path(r, k), out);
    sv_text_char(out, '\n');
  }
  sv_text_string(out, "      input_file_hashes:\n");
  for (uint32_t k = 0; k < parts_of(r); k++) hash_line(r, part_path(r, k), out);
  key("      ", "specification", specification, out);
  key("      ", "data_model", data_model(r->options), out);
  key("      ", "language", "C", out);
}

static void location(const sv_sources *s, const char *indent, sv_span span, sv_text *out) {
  sv_place place = sv_source_place(s, span.file, span.begin);
  sv_text_printf(out, "%slocation:\n%s  file_name: ", indent, indent);
  quoted(sv_source_path(s, span.file), out);
  sv_text_printf(out, "\n%s  line: %u\n%s  column: %u\n", indent, place.line, indent, place.column);
}

// ---- waypoints

static void waypoint(const writing *w, const char *type, sv_span span, uint32_t process,
                     const char *value, const char *format) {
  sv_text_printf(w->out, "        - waypoint:\n            type: \"%s\"\n", type);
  sv_text_string(w->out, "            action: \"follow\"\n");
  if (w->told) sv_text_printf(w->out, "            thread_id: %u\n", w->thread.at[process] - 1);
  if (value) {
    sv_text_string(w->out, "            constraint:\n");
    key("              ", "value", value, w->out);
    key("              ", "format", format, w->out);
  }
  location(w->net->model->sources, "            ", span, w->out);
}

static void segment(const writing *w) { sv_text_string(w->out, "    - segment:\n"); }

// The value of a choice as the program's type has it.
static void result_value(const writing *w, const sv_step *step, const sv_passed *p, sv_text *out) {
  int64_t n = 0;
  assert(p->choice <= w->net->actions.at[step->action].choice_count);
  const sv_numbers *N = sv_terms_numbers(w->net->model->terms);
  if (p->choice) sv_number_to_i64(N, step->choices[p->choice - 1], &n);
  uint64_t bits = (uint64_t)n + (uint64_t)p->more;
  uint64_t mask = p->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << p->bits) - 1;
  bool negative = !p->unsigned_bits && (bits >> (p->bits - 1) & 1);
  if (negative) sv_text_printf(out, "%" PRId64, (int64_t)(bits | ~mask));
  else sv_text_printf(out, "%" PRIu64, bits & mask);
}

static void result(const writing *w, const sv_step *step, const sv_passed *p, uint32_t process) {
  sv_text value = {0};
  sv_text_string(&value, "\\result == ");
  result_value(w, step, p, &value);
  segment(w);
  waypoint(w, "function_return", p->span, process, sv_text_get(&value), "acsl_expression");
  sv_text_free(&value);
}

static void begun(const writing *w, const sv_passed *p) {
  segment(w);
  waypoint(w, "assumption", p->span, w->mover, "1", "c_expression");
}

static bool same_span(const sv_passed *a, const sv_passed *b) {
  return a->span.file == b->span.file && a->span.begin == b->span.begin;
}

// The statements since the last thing that was written.
static void end_turn(writing *w) {
  if (w->turn.n) begun(w, &w->turn.at[0]);
  if (w->turn.n > 1 && !same_span(&w->turn.at[0], &sv_last(w->turn))) begun(w, &sv_last(w->turn));
  sv_clear(w->turn);
}

// ---- the run

static void find_thread(writing *w, uint32_t process) {
  if (!w->thread.at[process]) w->thread.at[process] = ++w->threads;
}

static void find_started(writing *w, const sv_state *before, const sv_state *after) {
  for (uint32_t p = 0; p < w->net->processes.n; p++)
    if (sv_state_location(w->net, after, p) && (!before || !sv_state_location(w->net, before, p)))
      find_thread(w, p);
}

static void violating(writing *w, const sv_net_action *a, const sv_passed *p) {
  bool race = a->edge_count > 1;
  uint32_t k = race && w->targets ? 1 : 0;
  w->target[k] = *p;
  w->target_thread[k] = a->edges[p->role].process;
  w->targets = k + 1;
}

static void pass(writing *w, const sv_step *step, const sv_passed *p, bool last) {
  const sv_net_action *a = &w->net->actions.at[step->action];
  if (p->kind == SV_PASSED_STATEMENT) {
    if (!last || !p->role) sv_push(w->turn, *p);
    if (last) violating(w, a, p);
  } else if (p->kind == SV_PASSED_RESULT && (p->choice || !sv_is_none(p->condition))) {
    end_turn(w);
    result(w, step, p, w->mover);
  }
}

static void walk(void *context, const sv_state *before, const sv_step *step,
                 const sv_state *after) {
  writing *w = context;
  const sv_net_action *a = &w->net->actions.at[step->action];
  const sv_action *source = &w->net->model->actions.at[a->action];
  bool last = ++w->step == w->trace->steps.n;
  if (w->step == 1) find_started(w, NULL, before);
  if (a->edge_count && a->edges[0].process != w->mover) {
    end_turn(w);
    w->mover = a->edges[0].process;
  }
  for (uint32_t k = 0; k < source->passed_count; k++) pass(w, step, &source->passed[k], last);
  find_started(w, before, after);
}

// Without a statement of its own (a macro has it all): where the property stands.
static void find_target(writing *w) {
  if (w->targets) {
    if (w->turn.n && same_span(&sv_last(w->turn), &w->target[0])) w->turn.n--;
    return;
  }
  w->target[0].span = w->net->model->properties.at[w->trace->property].span;
  w->target_thread[0] = w->mover;
  w->targets = 1;
}

static bool several_move(const sv_net *net, const sv_trace *trace) {
  uint32_t first = UINT32_MAX;
  for (uint32_t i = 0; i < trace->steps.n; i++) {
    const sv_net_action *a = &net->actions.at[trace->steps.at[i].action];
    for (uint32_t e = 0; e < a->edge_count; e++) {
      if (first == UINT32_MAX) first = a->edges[e].process;
      if (a->edges[e].process != first) return true;
    }
  }
  return false;
}

static bool write_sequence(writing *w, sv_text *why) {
  sv_exec *exec = sv_exec_new(w->net);
  sv_fill(w->thread, w->net->processes.n);
  w->mover = SV_NO_PROCESS;
  bool ok = sv_trace_replay(exec, w->trace, walk, w, why);
  sv_exec_free(exec);
  find_target(w);
  if (ok && w->target[0].span.file) {
    end_turn(w);
    segment(w);
    for (uint32_t k = 0; k < w->targets; k++)
      waypoint(w, "target", w->target[k].span, w->target_thread[k], NULL, NULL);
  } else if (ok) sv_text_string(why, "its place is not in the program's text"), ok = false;
  sv_vec_free(w->thread);
  sv_vec_free(w->turn);
  return ok;
}

static bool violation(const sv_report *r, const sv_net *net, const sv_trace *trace, sv_text *out,
                      sv_text *why) {
  const char *specification =
      trace->property ? specification_of(net->model, trace->property) : NULL;
  if (!specification) {
    sv_text_printf(why, "SV-COMP has no specification for \"%s\"",
                   net->model->properties.at[trace->property].text
                       ? net->model->properties.at[trace->property].text
                       : "what is violated");
    return false;
  }
  sv_text content = {0};
  writing w = {.net = net, .trace = trace, .out = &content, .told = several_move(net, trace)};
  bool ok = write_sequence(&w, why);
  metadata(r, "violation_sequence", w.told ? "2.2" : "2.0", specification, &content, out);
  sv_text_string(out, "  content:\n");
  sv_text_bytes(out, content.at, content.n);
  sv_text_free(&content);
  return ok;
}

// ---- invariants

static void correctness(const sv_report *r, sv_text *out) {
  const sv_model *m = r->model;
  sv_text content = {0};
  for (uint32_t i = 0; i < m->facts.n; i++) {
    const sv_fact *f = &m->facts.at[i];
    sv_text_string(&content, "    - invariant:\n        type: \"loop_invariant\"\n");
    location(m->sources, "        ", f->span, &content);
    key("        ", "value", f->text, &content);
    key("        ", "format", "c_expression", &content);
  }
  metadata(r, "invariant_set", "2.0", specification_asked(r->options), &content, out);
  sv_text_string(out, content.n ? "  content:\n" : "  content: []\n");
  sv_text_bytes(out, content.at ? content.at : "", content.n);
  sv_text_free(&content);
}

bool sv_report_write_witness(const sv_report *r, const sv_net *net, const sv_trace *trace,
                             const char *path, sv_text *why) {
  sv_text out = {0};
  bool holds = r->answer && r->answer->verdict == SV_HOLDS, ok = holds || trace;
  if (!ok) sv_text_string(why, "there is neither a run nor a proof");
  else if (holds) correctness(r, &out);
  else ok = violation(r, net, trace, &out, why);
  if (ok) ok = sv_output_write(path, &out, why);
  else if (why->n) {
    sv_text reason = {0};
    sv_text_printf(&reason, "%s is not written: %s", path, sv_text_get(why));
    sv_text_free(why);
    *why = reason;
  }
  sv_text_free(&out);
  return ok;
}
