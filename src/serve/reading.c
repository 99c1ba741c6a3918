// reading.c -- texts as they are typed, and the jobs that read them.
//
// A text is read a moment after its last change; a job that reads an older one
// is killed. Requests about it wait for that. A check is about the text that it
// was started for: with the next change its findings are gone.

#include <signal.h>

#include "report/json_kit.h"
#include "serve/serve.h"
#include "serve/work.h"

static const double pause = 0.05;  // seconds between two keys of somebody who types quickly

static const char *uri_in(const json_t *params) {
  return json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
}

sv_document *sv_server_document(const sv_server *v, const char *uri) {
  for (uint32_t i = 0; uri && i < v->documents.n; i++)
    if (!strcmp(v->documents.at[i]->uri, uri)) return v->documents.at[i];
  return NULL;
}

void sv_server_provide(void *server, selvage *s) {
  const sv_server *v = server;
  for (uint32_t i = 0; i < v->documents.n; i++) {
    const sv_document *d = v->documents.at[i];
    selvage_provide(s, d->name, d->text.at, d->text.n);
  }
}

// ---- diagnostics

static void add_notes(json_t *list, const json_t *notes, const char *uri) {
  if (notes) json_array_extend(list, json_object_get(notes, uri));
}

static void publish_one(sv_server *v, const char *uri) {
  const sv_document *d = sv_server_document(v, uri);
  json_t *params = json_object(), *list = json_array();
  for (uint32_t i = 0; i < v->documents.n; i++) {
    add_notes(list, v->documents.at[i]->read, uri);
    add_notes(list, v->documents.at[i]->found, uri);
  }
  sv_json_set(params, "uri", sv_json_string(uri));
  if (d && json_is_integer(d->version)) sv_json_set(params, "version", json_incref(d->version));
  sv_json_set(params, "diagnostics", list);
  sv_rpc_notify(&v->outbox, "textDocument/publishDiagnostics", params);
}

void sv_server_publish(sv_server *v, const json_t *some, const json_t *more) {
  const char *uri;
  json_t *list;
  json_object_foreach((json_t *)some, uri, list) publish_one(v, uri);
  json_object_foreach((json_t *)more, uri, list) if (!some || !json_object_get(some, uri))
      publish_one(v, uri);
}

// Replaces diagnostics of the document by others, taken over.
static void renew(sv_server *v, json_t **notes, json_t *others) {
  json_t *old = *notes;
  *notes = others;
  sv_server_publish(v, old, others);
  json_decref(old);
}

// ---- changes

static void set_due(sv_document *d, double when) {
  sv_job_free(d->job);
  d->job = NULL;
  d->due = when;
}

static void forget(sv_server *v, uint32_t i) {
  sv_document *d = v->documents.at[i];
  v->documents.at[i] = sv_last(v->documents);
  (void)sv_pop(v->documents);
  for (uint32_t k = 0; k < d->waiting.n; k++)
    sv_rpc_result(&v->outbox, json_object_get(d->waiting.at[k], "id"), json_null());
  sv_server_publish(v, d->read, d->found);
  sv_document_free(d);
}

void sv_reading_close(sv_server *v, const json_t *params) {
  const sv_document *d = sv_server_document(v, uri_in(params));
  for (uint32_t i = 0; d && i < v->documents.n; i++)
    if (v->documents.at[i] == d) {
      forget(v, i);
      return;
    }
}

void sv_reading_open(sv_server *v, const json_t *params) {
  const json_t *item = json_object_get(params, "textDocument"),
               *text = json_object_get(item, "text");
  const char *uri = uri_in(params);
  if (!uri || !json_is_string(text)) return;
  sv_reading_close(v, params);  // an editor that opens it twice means the second one
  sv_document *d = sv_document_new(uri, json_string_value(json_object_get(item, "languageId")),
                                   json_string_value(text), json_string_length(text));
  d->version = json_incref(json_object_get(item, "version"));
  sv_push(v->documents, d);
  set_due(d, sv_now());
}

void sv_reading_change(sv_server *v, const json_t *params) {
  sv_document *d = sv_server_document(v, uri_in(params));
  const json_t *version = json_object_get(json_object_get(params, "textDocument"), "version");
  size_t i;
  json_t *change;
  if (!d) return;
  json_array_foreach(json_object_get(params, "contentChanges"), i, change)
      sv_document_edit(d, change);
  json_decref(d->version);
  d->version = json_incref((json_t *)version);
  if (d->found) renew(v, &d->found, NULL);
  set_due(d, sv_now() + pause);
}

// ---- jobs

static json_t *failed_notes(const sv_document *d, const char *message) {
  sv_lines none = sv_lines_of("", 0);
  json_t *note = json_pack("{s:o, s:i, s:s, s:o}", "range", sv_lines_range(&none, 0, 0), "severity",
                           2, "source", "selvage", "message", sv_json_string(message));
  json_t *notes = json_object();
  sv_json_set(notes, d->uri, json_pack("[o]", note));
  sv_lines_free(&none);
  return notes;
}

// It has been read as far as that is possible: who waits for it is answered.
static void finish(sv_server *v, sv_document *d, json_t *notes) {
  if (!json_object_get(notes, d->uri)) sv_json_set(notes, d->uri, json_array());
  sv_job_free(d->job);
  d->job = NULL;
  renew(v, &d->read, notes);
  for (uint32_t i = 0; i < d->waiting.n; i++) {
    sv_server_answer(v, d, d->waiting.at[i]);
    json_decref(d->waiting.at[i]);
  }
  sv_clear(d->waiting);
}

static void fail(sv_server *v, sv_document *d, const char *format, ...) SV_PRINTF(3, 4);
static void fail(sv_server *v, sv_document *d, const char *format, ...) {
  sv_text t = {0};
  va_list args;
  va_start(args, format);
  sv_text_vprintf(&t, format, args);
  va_end(args);
  finish(v, d, failed_notes(d, sv_text_get(&t)));
  sv_text_free(&t);
}

static void start(sv_server *v, sv_document *d, double now) {
  sv_work work = {.s = v->s, .uri = d->uri, .name = d->name, .language = d->language};
  work.text = d->text.at;
  work.size = d->text.n;
  work.provide = sv_server_provide;
  work.context = v;
  d->due = 0;
  if (d->unknown) {
    fail(v, d, "not read: the text is larger than 64 MB, or an edit made no sense");
    return;
  }
  d->deadline = now + v->reading_seconds;
  d->job = sv_job_start(sv_work_read, &work, v->in, v->out);
  if (!d->job) fail(v, d, "not read: the system allows no more processes");
}

void sv_reading_start_due(sv_server *v, double now) {
  for (uint32_t i = 0; i < v->documents.n; i++) {
    sv_document *d = v->documents.at[i];
    if (d->due > 0 && d->due <= now) start(v, d, now);
    else if (d->job && d->deadline <= now)
      fail(v, d, "not read: this takes longer than %g seconds", v->reading_seconds);
  }
}

double sv_reading_next(const sv_server *v) {
  double next = 0;
  for (uint32_t i = 0; i < v->documents.n; i++) {
    const sv_document *d = v->documents.at[i];
    double when = d->due > 0 ? d->due : d->job ? d->deadline : 0;
    if (when > 0 && (next <= 0 || when < next)) next = when;
  }
  return next;
}

static void learn(sv_server *v, sv_document *d, const json_t *result) {
  const json_t *index = json_object_get(result, "index");
  const char *name = json_string_value(json_object_get(result, "language"));
  const sv_language *language = name ? sv_language_find(name) : NULL;
  if (language) d->words = language->words;
  if (json_is_array(index)) sv_document_learn(d, index);
  finish(v, d, json_incref(json_object_get(result, "notes")));
}

bool sv_reading_advance(sv_server *v, sv_document *d) {
  bool goes_on = sv_job_read(d->job);
  int signal = d->job->signal;
  json_t *line = sv_job_line(d->job), *result = json_object_get(line, "result");
  if (json_is_object(json_object_get(result, "notes"))) learn(v, d, result);
  else if (!goes_on) fail(v, d, "not read: an internal error (signal %d) while reading", signal);
  json_decref(line);
  return !goes_on;
}
