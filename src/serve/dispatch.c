// dispatch.c -- from a message to who takes care of it.

#include <stdlib.h>

#include "report/json_kit.h"
#include "serve/serve.h"

// ---- the life of the server

static json_t *capabilities(void) {
  return json_pack(
      "{s:s, s:{s:b, s:i, s:b}, s:b, s:b, s:b, s:b, s:{s:b}, s:{s:b}, s:{s:[s, s], s:b}}",
      "positionEncoding", "utf-16", "textDocumentSync", "openClose", 1, "change", 2, "save", 0,
      "hoverProvider", 1, "definitionProvider", 1, "referencesProvider", 1,
      "documentSymbolProvider", 1, "completionProvider", "resolveProvider", 0, "codeLensProvider",
      "resolveProvider", 0, "executeCommandProvider", "commands", "selvage.check",
      "selvage.simulate", "workDoneProgress", 1);
}

static void initialize(sv_server *v, const json_t *id, const json_t *params) {
  const json_t *window = json_object_get(json_object_get(params, "capabilities"), "window");
  const json_t *wishes = json_object_get(params, "initializationOptions");
  double seconds = json_number_value(json_object_get(wishes, "readingSeconds"));
  v->shows_progress = json_is_true(json_object_get(window, "workDoneProgress"));
  if (seconds > 0) v->reading_seconds = seconds;
  v->initialized = true;
  sv_rpc_result(&v->outbox, id,
                json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities(), "serverInfo",
                          "name", "selvage", "version", selvage_version()));
}

static void shut_down(sv_server *v, const json_t *id, const json_t *params) {
  SV_UNUSED(params);
  v->shut_down = true;
  sv_rpc_result(&v->outbox, id, json_null());
}

// ---- questions about a text

void sv_server_answer(sv_server *v, const sv_document *d, const json_t *request) {
  bool wrong = false;
  const json_t *id = json_object_get(request, "id");
  sv_ask_fn *ask = sv_ask_find(json_string_value(json_object_get(request, "method")));
  sv_lines lines = sv_lines_of(d->text.at, d->text.n);
  json_t *result = ask(d, &lines, json_object_get(request, "params"), &wrong);
  sv_lines_free(&lines);
  if (!wrong) {
    sv_rpc_result(&v->outbox, id, result);
    return;
  }
  json_decref(result);
  sv_rpc_error(&v->outbox, id, SV_RPC_INVALID_PARAMS, "there is no such position");
}

static void ask(sv_server *v, json_t *request) {
  const json_t *item = json_object_get(json_object_get(request, "params"), "textDocument");
  sv_document *d = sv_server_document(v, json_string_value(json_object_get(item, "uri")));
  if (!d) sv_rpc_result(&v->outbox, json_object_get(request, "id"), json_null());
  else if (d->due > 0 || d->job) sv_push(d->waiting, json_incref(request));
  else sv_server_answer(v, d, request);
}

// A question that waits is not answered any more.
static void cancel(sv_server *v, const json_t *params) {
  const json_t *id = json_object_get(params, "id");
  sv_command_cancel(v, id);
  for (uint32_t k = 0; k < v->documents.n; k++) {
    sv_document *d = v->documents.at[k];
    for (uint32_t i = d->waiting.n; i-- > 0;) {
      json_t *request = d->waiting.at[i];
      if (!json_equal(json_object_get(request, "id"), id)) continue;
      sv_rpc_error(&v->outbox, id, SV_RPC_REQUEST_CANCELLED, "cancelled");
      memmove(&d->waiting.at[i], &d->waiting.at[i + 1], (--d->waiting.n - i) * sizeof request);
      json_decref(request);
    }
  }
}

// ---- dispatch

static void request(sv_server *v, const char *method, json_t *message) {
  const json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
  bool first = !strcmp(method, "initialize");
  if (v->shut_down || (first && v->initialized))
    sv_rpc_error(&v->outbox, id, SV_RPC_INVALID_REQUEST, "not now");
  else if (first) initialize(v, id, params);
  else if (!v->initialized)
    sv_rpc_error(&v->outbox, id, SV_RPC_NOT_INITIALIZED, "initialize comes first");
  else if (!strcmp(method, "shutdown")) shut_down(v, id, params);
  else if (!strcmp(method, "workspace/executeCommand")) sv_command_start(v, id, params);
  else if (sv_ask_find(method)) ask(v, message);
  else sv_rpc_error(&v->outbox, id, SV_RPC_METHOD_NOT_FOUND, "there is no such method");
}

static void cancel_progress(sv_server *v, const json_t *params) {
  const json_t *token = json_object_get(params, "token");
  if (token) sv_command_cancel_token(v, token);
}

// Unknown ones are ignored.
static void notification(sv_server *v, const char *method, const json_t *params) {
  static const struct {
    const char *method;
    void (*take)(sv_server *, const json_t *);
  } known[] = {{"textDocument/didOpen", sv_reading_open},
               {"textDocument/didChange", sv_reading_change},
               {"textDocument/didClose", sv_reading_close},
               {"$/cancelRequest", cancel},
               {"window/workDoneProgress/cancel", cancel_progress}};
  if (!strcmp(method, "exit")) v->leaving = true;
  if (!v->initialized || v->shut_down) return;
  for (size_t i = 0; i < SV_COUNT(known); i++)
    if (!strcmp(known[i].method, method)) known[i].take(v, params);
}

static void take(sv_server *v, json_t *message) {
  const json_t *method = json_object_get(message, "method"), *id = json_object_get(message, "id");
  bool proper = json_is_string(id) || json_is_integer(id) || !id;
  if (!json_is_object(message) || !proper || (method && !json_is_string(method)))
    sv_rpc_error(&v->outbox, NULL, SV_RPC_INVALID_REQUEST, "this is no message");
  else if (!method && id) sv_command_token_made(v, id, json_object_get(message, "result") != NULL);
  else if (!method) sv_rpc_error(&v->outbox, NULL, SV_RPC_INVALID_REQUEST, "there is no method");
  else if (id) request(v, json_string_value(method), message);
  else notification(v, json_string_value(method), json_object_get(message, "params"));
}

void sv_server_receive(sv_server *v, const char *body, size_t n) {
  json_error_t where;
  json_t *message = json_loadb(body, n, JSON_ALLOW_NUL | JSON_DECODE_ANY, &where);
  if (message) take(v, message);
  else sv_rpc_error(&v->outbox, NULL, SV_RPC_PARSE_ERROR, where.text);
  json_decref(message);
}
