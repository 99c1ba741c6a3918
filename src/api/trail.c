// trail.c -- Spin's trails as traces, for `selvage replay`.
//
// A trail does not say how many processes there were, only which ones moved. So
// where pools have no bound the net is tried with more and more instances.

#include "report/trail.h"
#include "api/api.h"

#include <string.h>

enum { FIRST_POOL = 8, LAST_POOL = 64 };

static bool follow_in(selvage_answer *a, const sv_trail *t, sv_limits *limits, sv_text *why) {
  a->net = sv_net_new(a->model->model, sv_api_net_options(&a->options), why);
  if (!a->net) return false;
  sv_exec *exec = sv_exec_new(a->net);
  a->trace = sv_trail_follow(t, exec, limits, why);
  sv_exec_free(exec);
  if (a->trace) return true;
  sv_net_free(a->net);
  a->net = NULL;
  return false;
}

static bool follow(selvage_answer *a, const sv_trail *t, sv_limits *limits, sv_text *why) {
  bool grows = a->model->model->process_limit && !a->options.threads;
  if (grows) a->options.threads = t->highest_pid + 2 > FIRST_POOL ? t->highest_pid + 2 : FIRST_POOL;
  for (;;) {
    sv_text reason = {0};
    bool found = follow_in(a, t, limits, &reason);
    grows = grows && !found && !limits->hit && a->options.threads < LAST_POOL;
    if (!grows && !found) sv_text_string(why, sv_text_get(&reason));
    sv_text_free(&reason);
    if (!grows) return found;
    a->options.threads *= 2;
  }
}

static void explain_end(const selvage_answer *a, const sv_trail *t, sv_text *out) {
  if (a->trace->property) return;
  sv_text_string(out, "the trail ends, and violates no property of the model");
  if (t->cycle) sv_text_printf(out, "; from its line %u on it is a cycle", t->cycle);
  else if (t->claim) sv_text_string(out, "; it was made with a never claim or formula");
}

int sv_api_follow_trail(selvage *s, selvage_answer *a, const char *path, sv_text *why) {
  const sv_model *m = a->model->model;
  if (!m->language || strcmp(m->language, "promela")) {
    sv_text_string(why, "a Spin trail goes with a Promela model");
    return SELVAGE_MALFORMED;
  }
  sv_trail *t = sv_trail_read(path, why);
  if (!t) return SELVAGE_MALFORMED;
  sv_limits limits = sv_api_limits(s, a->model->seconds);
  bool found = follow(a, t, &limits, why);
  if (found) explain_end(a, t, why);
  sv_trail_free(t);
  return found ? 0 : limits.hit ? SELVAGE_UNKNOWN : SELVAGE_MALFORMED;
}
