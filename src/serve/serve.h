// serve.h -- the state of a language server, and what its parts do.

#ifndef SV_SERVE_H
#define SV_SERVE_H

#include "api/api.h"
#include "serve/document.h"
#include "serve/inbox.h"
#include "serve/rpc.h"

// A command that runs.
typedef struct {
  json_t *id;           // of the request; owned
  json_t *token;        // of its progress, or NULL; owned
  bool created, begun;  // we made the token; the editor knows of the work
  sv_job *job;
  char *uri;
  uint64_t edits;  // of the text that is checked
  bool publishes;  // its notes are shown
  const char *title;
} sv_task;

typedef struct {
  selvage *s;
  int in, out;
  sv_inbox inbox;
  sv_outbox outbox;
  SV_VEC(sv_document *) documents;
  SV_VEC(sv_task *) tasks;
  bool initialized, shut_down, leaving, lost;
  bool shows_progress;     // the editor lets us begin some
  double reading_seconds;  // a text may take to be read
  char *folder;            // of files with runs, or NULL
  uint32_t runs, tokens;   // so far
} sv_server;

sv_document *sv_server_document(const sv_server *, const char *uri);  // NULL: it is not open
// For jobs: the texts of all documents stand for their files, which others may include.
void sv_server_provide(void *server, selvage *);
// Sends the diagnostics of all URIs that are keys of either object; both may be NULL.
void sv_server_publish(sv_server *, const json_t *some, const json_t *more);

// reading.c: texts as they come, and the jobs that read them.
void sv_reading_open(sv_server *, const json_t *params);
void sv_reading_change(sv_server *, const json_t *params);
void sv_reading_close(sv_server *, const json_t *params);
void sv_reading_start_due(sv_server *, double now);
double sv_reading_next(const sv_server *);  // when something is due; 0: nothing
bool sv_reading_advance(sv_server *,
                        sv_document *);  // its job has said something; true: it has ended

// ask.c: what can be asked about a text. NULL: the method is none of these.
typedef json_t *sv_ask_fn(const sv_document *, const sv_lines *, const json_t *params, bool *wrong);
sv_ask_fn *sv_ask_find(const char *method);

// command.c: checks and simulations.
void sv_command_start(sv_server *, const json_t *id, const json_t *params);
bool sv_command_advance(sv_server *, sv_task *);  // true: it has ended, and is gone
void sv_command_cancel(sv_server *, const json_t *id);
void sv_command_cancel_token(sv_server *, const json_t *token);
void sv_command_token_made(sv_server *, const json_t *id, bool made);  // the answer to our request
void sv_command_end(sv_server *);  // kills what runs, removes files

// dispatch.c
void sv_server_receive(sv_server *, const char *body, size_t n);
// Answers a request about the document, now that it has been read.
void sv_server_answer(sv_server *, const sv_document *, const json_t *request);

#endif
