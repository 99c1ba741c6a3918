// command.c -- checks and simulations that an editor asks for.
//
// Each is a job. Its progress is told under the token that the request brings,
// or one that we ask the editor for; to cancel the request or the progress kills
// the job. Runs are written to a folder of the server's own, which goes with it.

#define _DEFAULT_SOURCE

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report/json_kit.h"
#include "serve/serve.h"
#include "serve/work.h"

// ---- progress

static void tell_progress(sv_server *v, const sv_task *t, json_t *value) {
  json_t *params = json_object();
  sv_json_set(params, "token", json_incref(t->token));
  sv_json_set(params, "value", value);
  sv_rpc_notify(&v->outbox, "$/progress", params);
}

static void begin_progress(sv_server *v, sv_task *t) {
  tell_progress(v, t,
                json_pack("{s:s, s:s, s:b}", "kind", "begin", "title", t->title, "cancellable", 1));
  t->begun = true;
}

static void report_progress(sv_server *v, const sv_task *t, const json_t *message) {
  if (!t->begun || !json_is_string(message)) return;
  tell_progress(v, t, json_pack("{s:s, s:O}", "kind", "report", "message", message));
}

static void end_progress(sv_server *v, sv_task *t, const char *message) {
  if (!t->begun) return;
  tell_progress(v, t, json_pack("{s:s, s:s}", "kind", "end", "message", message));
  t->begun = false;
}

// The token is ours to use once the editor has agreed.
static void ask_for_token(sv_server *v, sv_task *t) {
  char token[32];
  snprintf(token, sizeof token, "selvage-%u", ++v->tokens);
  t->token = json_string(token);
  t->created = true;
  sv_rpc_request(&v->outbox, token, "window/workDoneProgress/create",
                 json_pack("{s:s}", "token", token));
}

void sv_command_token_made(sv_server *v, const json_t *id, bool made) {
  for (uint32_t i = 0; i < v->tasks.n; i++) {
    sv_task *t = v->tasks.at[i];
    if (made && t->created && !t->begun && json_equal(t->token, id)) begin_progress(v, t);
  }
}

// ---- the folder of runs

static const char *folder(sv_server *v) {
  const char *below = getenv("TMPDIR");
  sv_text path = {0};
  if (v->folder) return v->folder;
  sv_text_printf(&path, "%s/selvage-XXXXXX", below && *below ? below : "/tmp");
  v->folder = sv_text_take(&path);
  if (!mkdtemp(v->folder)) sv_free(v->folder), v->folder = NULL;
  return v->folder;
}

static void remove_folder(sv_server *v) {
  DIR *d = v->folder ? opendir(v->folder) : NULL;
  for (struct dirent *e; d && (e = readdir(d));)
    if (e->d_name[0] != '.') unlinkat(dirfd(d), e->d_name, 0);
  if (d) closedir(d);
  if (v->folder) rmdir(v->folder);
  sv_free(v->folder);
  v->folder = NULL;
}

// ---- tasks

static void remove_task(sv_server *v, sv_task *t) {
  for (uint32_t i = 0; i < v->tasks.n; i++)
    if (v->tasks.at[i] == t) {
      v->tasks.at[i] = sv_last(v->tasks);
      (void)sv_pop(v->tasks);
      break;
    }
  sv_job_free(t->job);
  json_decref(t->id);
  json_decref(t->token);
  sv_free(t->uri);
  sv_free(t);
}

static void add_task(sv_server *v, sv_task *t, const json_t *id, const json_t *params) {
  const json_t *token = json_object_get(params, "workDoneToken");
  t->id = json_incref((json_t *)id);
  sv_push(v->tasks, t);
  if (token) {
    t->token = json_incref((json_t *)token);
    begin_progress(v, t);
  } else if (v->shows_progress) {
    ask_for_token(v, t);
  }
}

static sv_task *start(sv_server *v, const sv_document *d, const json_t *argument, bool check) {
  sv_work work = {.s = v->s, .uri = d->uri, .name = d->name, .language = d->language};
  sv_text trace = {0};
  if (!folder(v)) return NULL;
  sv_text_printf(&trace, "%s/run-%u", v->folder, ++v->runs);
  work.text = d->text.at;
  work.size = d->text.n;
  work.provide = sv_server_provide;
  work.context = v;
  work.options = json_object_get(argument, "options");
  work.property = json_string_value(json_object_get(argument, "property"));
  work.trace = sv_text_get(&trace);
  sv_job *job = sv_job_start(check ? sv_work_check : sv_work_simulate, &work, v->in, v->out);
  sv_text_free(&trace);
  if (!job) return NULL;
  sv_task *t = SV_NEW(sv_task);
  t->job = job;
  t->uri = sv_strdup(d->uri);
  t->edits = d->edits;
  t->publishes = check;
  t->title = check ? "selvage: check" : "selvage: simulate";
  return t;
}

// The argument is an object, {"uri": …}, or the URI alone.
static const char *uri_of(const json_t *argument) {
  const json_t *uri = json_object_get(argument, "uri");
  return json_string_value(uri ? uri : argument);
}

void sv_command_start(sv_server *v, const json_t *id, const json_t *params) {
  const char *command = json_string_value(json_object_get(params, "command"));
  const json_t *argument = json_array_get(json_object_get(params, "arguments"), 0);
  bool check = command && !strcmp(command, "selvage.check");
  const sv_document *d = sv_server_document(v, uri_of(argument));
  if (!check && (!command || strcmp(command, "selvage.simulate"))) {
    sv_rpc_error(&v->outbox, id, SV_RPC_INVALID_PARAMS, "there is no such command");
  } else if (!d) {
    sv_rpc_error(&v->outbox, id, SV_RPC_INVALID_PARAMS, "the document is not open");
  } else {
    sv_task *t = start(v, d, argument, check);
    if (t) add_task(v, t, id, params);
    else sv_rpc_error(&v->outbox, id, SV_RPC_INTERNAL_ERROR, "no process could be started");
  }
}

// Findings about a text that has changed meanwhile are not shown.
static void show_notes(sv_server *v, const sv_task *t, json_t *result) {
  sv_document *d = sv_server_document(v, t->uri);
  if (!t->publishes || !d || d->edits != t->edits) return;
  json_t *old = d->found;
  d->found = json_incref(json_object_get(result, "notes"));
  sv_server_publish(v, old, d->found);
  json_decref(old);
}

static void finish(sv_server *v, sv_task *t, json_t *result) {
  const char *wrong = json_string_value(json_object_get(result, "error"));
  const char *answer = json_string_value(json_object_get(result, "answer"));
  end_progress(v, t, answer ? answer : "failed");
  if (wrong) {
    sv_rpc_error(&v->outbox, t->id, SV_RPC_INVALID_PARAMS, wrong);
  } else {
    show_notes(v, t, result);
    json_object_del(result, "notes");
    sv_json_set(result, "uri", sv_json_string(t->uri));
    sv_rpc_result(&v->outbox, t->id, json_incref(result));
  }
  remove_task(v, t);
}

static void fail(sv_server *v, sv_task *t) {
  char text[80];
  snprintf(text, sizeof text, "internal error: the work ended by signal %d", t->job->signal);
  end_progress(v, t, "failed");
  sv_rpc_error(&v->outbox, t->id, SV_RPC_INTERNAL_ERROR, text);
  remove_task(v, t);
}

bool sv_command_advance(sv_server *v, sv_task *t) {
  bool goes_on = sv_job_read(t->job);
  for (json_t *line; (line = sv_job_line(t->job)); json_decref(line)) {
    json_t *result = json_object_get(line, "result");
    report_progress(v, t, json_object_get(line, "progress"));
    if (!json_is_object(result)) continue;
    finish(v, t, result);
    json_decref(line);
    return true;
  }
  if (!goes_on) fail(v, t);
  return !goes_on;
}

// ---- cancelling

static void cancel(sv_server *v, sv_task *t) {
  end_progress(v, t, "cancelled");
  sv_rpc_error(&v->outbox, t->id, SV_RPC_REQUEST_CANCELLED, "cancelled");
  remove_task(v, t);
}

void sv_command_cancel(sv_server *v, const json_t *id) {
  for (uint32_t i = v->tasks.n; i-- > 0;)
    if (json_equal(v->tasks.at[i]->id, id)) cancel(v, v->tasks.at[i]);
}

void sv_command_cancel_token(sv_server *v, const json_t *token) {
  for (uint32_t i = v->tasks.n; i-- > 0;)
    if (v->tasks.at[i]->token && json_equal(v->tasks.at[i]->token, token))
      cancel(v, v->tasks.at[i]);
}

void sv_command_end(sv_server *v) {
  while (v->tasks.n) remove_task(v, v->tasks.at[0]);
  sv_vec_free(v->tasks);
  remove_folder(v);
}
