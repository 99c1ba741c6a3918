// foreign.c -- runs that a language's own tools wrote, as traces, for `selvage replay`.
//
// Such a run may not say how many processes there were, only which ones moved.
// So where pools have no bound the net is tried with more and more instances.

#include "api/api.h"

enum { FIRST_POOL = 8, LAST_POOL = 64 };

typedef struct {
  const sv_run_reader *reader;
  const sv_foreign_run *run;
  sv_limits *limits;
} guide;

static bool follow_in(selvage_answer *a, const guide *g, sv_text *why) {
  a->net = sv_net_new(a->model->model, sv_api_net_options(&a->options), why);
  if (!a->net) return false;
  sv_exec *exec = sv_exec_new(a->net);
  a->trace = g->reader->follow(g->run, exec, g->limits, why);
  sv_exec_free(exec);
  if (a->trace) return true;
  sv_net_free(a->net);
  a->net = NULL;
  return false;
}

static bool follow(selvage_answer *a, const guide *g, sv_text *why) {
  bool grows = a->model->model->process_limit && !a->options.threads;
  uint32_t least = g->reader->processes(g->run) + 1;
  if (grows) a->options.threads = least > FIRST_POOL ? least : FIRST_POOL;
  for (;;) {
    sv_text reason = {0};
    bool found = follow_in(a, g, &reason);
    grows = grows && !found && !g->limits->hit && a->options.threads < LAST_POOL;
    if (!grows && !found) sv_text_string(why, sv_text_get(&reason));
    sv_text_free(&reason);
    if (!grows) return found;
    a->options.threads *= 2;
  }
}

static int follow_text(selvage *s, selvage_answer *a, const sv_language *language, const char *path,
                       sv_text *text, sv_text *why) {
  const sv_run_reader *reader = language->runs;
  sv_foreign_run *run = reader->read(path, sv_text_get(text), text->n, why);
  if (!run) return SELVAGE_MALFORMED;
  sv_limits limits = sv_api_limits(s, a->model->seconds);
  guide g = {reader, run, &limits};
  bool found = follow(a, &g, why);
  if (found && !a->trace->property) reader->explain_end(run, why);
  reader->free(run);
  return found ? 0 : limits.hit ? SELVAGE_UNKNOWN : SELVAGE_MALFORMED;
}

bool sv_api_foreign_options(selvage *s, const char *path, sv_text *why) {
  const sv_run_reader *reader = sv_language_by_run(path)->runs;
  sv_text text = {0};
  s->proof = false;
  if (!reader->options) return true;
  sv_foreign_run *run = NULL;
  if (!sv_api_read_trace(s, path, &text, why))
    run = reader->read(path, sv_text_get(&text), text.n, why);
  bool good = run && reader->options(run, &s->options, why);
  s->proof = good && reader->is_proof && reader->is_proof(run);
  if (run) reader->free(run);
  sv_text_free(&text);
  return good;
}

int sv_api_follow_foreign(selvage *s, selvage_answer *a, const char *path, sv_text *why) {
  const sv_language *language = sv_language_by_run(path);
  const char *mine = a->model->model->language;
  if (!mine || strcmp(mine, language->name)) {
    sv_text_printf(why, "%s goes with a model in %s", language->runs->title, language->name);
    return SELVAGE_MALFORMED;
  }
  sv_text text = {0};
  int status = sv_api_read_trace(s, path, &text, why);
  if (!status) status = follow_text(s, a, language, path, &text, why);
  sv_text_free(&text);
  return status;
}
