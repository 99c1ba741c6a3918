// rpc.c -- see rpc.h.

#define _DEFAULT_SOURCE

#include "serve/rpc.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "report/json_kit.h"

static void send_message(sv_outbox *o, json_t *message) {
  sv_text body = {0};
  sv_json_set(message, "jsonrpc", json_string("2.0"));
  sv_json_dump(message, 0, &body);
  sv_text_printf(&o->out, "Content-Length: %u\r\n\r\n", body.n);
  sv_text_bytes(&o->out, sv_text_get(&body), body.n);
  sv_text_free(&body);
}

static json_t *answer_to(const json_t *id) {
  json_t *message = json_object();
  sv_json_set(message, "id", id ? json_incref((json_t *)id) : json_null());
  return message;
}

void sv_rpc_result(sv_outbox *o, const json_t *id, json_t *result) {
  json_t *message = answer_to(id);
  sv_json_set(message, "result", result ? result : json_null());
  send_message(o, message);
}

void sv_rpc_error(sv_outbox *o, const json_t *id, int code, const char *text) {
  json_t *message = answer_to(id);
  sv_json_set(message, "error",
              json_pack("{s:i, s:o}", "code", code, "message", sv_json_string(text)));
  send_message(o, message);
}

void sv_rpc_notify(sv_outbox *o, const char *method, json_t *params) {
  send_message(o, json_pack("{s:s, s:o}", "method", method, "params", params));
}

void sv_rpc_request(sv_outbox *o, const char *id, const char *method, json_t *params) {
  send_message(o, json_pack("{s:s, s:s, s:o}", "id", id, "method", method, "params", params));
}

size_t sv_outbox_waiting(const sv_outbox *o) { return o->out.n - o->used; }

// No more at once than a pipe that can be written has room for.
bool sv_outbox_write(sv_outbox *o, int to) {
  size_t n = sv_outbox_waiting(o);
  ssize_t written = write(to, o->out.at + o->used, n < PIPE_BUF ? n : PIPE_BUF);
  if (written < 0) return errno == EINTR || errno == EAGAIN;
  o->used += (size_t)written;
  if (o->used == o->out.n) sv_clear(o->out), o->used = 0;
  return true;
}

void sv_outbox_free(sv_outbox *o) { sv_text_free(&o->out); }
