// rpc.h -- JSON-RPC: what goes out, and the bytes that wait for it.

#ifndef SV_SERVE_RPC_H
#define SV_SERVE_RPC_H

#include <jansson.h>

#include "base/text.h"

typedef struct {
  sv_text out;
  size_t used;  // bytes of it that are written
} sv_outbox;

enum {
  SV_RPC_PARSE_ERROR = -32700,
  SV_RPC_INVALID_REQUEST = -32600,
  SV_RPC_METHOD_NOT_FOUND = -32601,
  SV_RPC_INVALID_PARAMS = -32602,
  SV_RPC_INTERNAL_ERROR = -32603,
  SV_RPC_NOT_INITIALIZED = -32002,
  SV_RPC_REQUEST_CANCELLED = -32800,
};

// `id` is borrowed (NULL: null); results and parameters are taken over.
void sv_rpc_result(sv_outbox *, const json_t *id, json_t *result);
void sv_rpc_error(sv_outbox *, const json_t *id, int code, const char *message);
void sv_rpc_notify(sv_outbox *, const char *method, json_t *params);
void sv_rpc_request(sv_outbox *, const char *id, const char *method, json_t *params);

size_t sv_outbox_waiting(const sv_outbox *);
bool sv_outbox_write(sv_outbox *, int to);  // some of it; false: nobody reads any more
void sv_outbox_free(sv_outbox *);

#endif
