// api.h -- the objects behind include/selvage.h.

#ifndef SV_API_H
#define SV_API_H

#include "lang/lang.h"
#include "report/report.h"
#include "selvage.h"

struct selvage {
  sv_options options;
  volatile int interrupted;
  void (*show)(void *, const selvage_progress *);
  void *show_context;
  void (*tell)(void *, const selvage_diagnostic *);
  void *tell_context;
  sv_drafts drafts;               // texts that stand for files
  sv_ranks *ranks;                // with whom it checks; or NULL
  struct sv_post *post;           // messages to and from them; or NULL
  double started;                 // of the running check
  sv_text message;                // of the last selvage_set
  char *trace_path;               // of the last trace that was read, or NULL; and its text: a
  sv_text trace_text;             // pipe can be read only once
  bool proof;                     // the last run that was read is none, but a proof: see lang.h
  struct sv_checkpoint *resumed;  // what the next check goes on with; or NULL
};

struct selvage_model {
  sv_model *model;
  sv_diags *diags;
  sv_text messages;  // rendered diagnostics
  sv_text reason;    // of the last selvage_model_show or selvage_model_logs
  int status;        // 0, SELVAGE_MALFORMED, SELVAGE_UNKNOWN, SELVAGE_BUG
  sv_cause cause;    // of a status that is not 0
  double seconds;    // that reading it took: part of the time that a check has
};

struct selvage_answer {
  selvage_model *model;
  sv_answer *answer;             // NULL if nothing was checked
  sv_options options;            // as they were for the run
  sv_text text;                  // replaces the report's text if not empty
  sv_text refused;               // why the options were refused, or empty
  sv_net *net;                   // of a replay: what the trace speaks of
  sv_trace *trace;               // of a replay
  SV_VEC(selvage_trace *) told;  // traces that were asked for: by finding, and the replay's last
  int status;
  sv_text message;
};

// Is an option given that means nothing to the engine that is asked for, or to the language?
bool sv_api_refuses_engine(const selvage *, sv_text *why);
bool sv_api_refuses_language(const selvage *, const sv_language *, sv_text *why);
// What several ranks do not take.
bool sv_api_refuses_ranks(const selvage *, sv_text *why);
void sv_api_post_close(selvage *);
// --disk with a model or an option that it does not go with.
bool sv_api_refuses_disk(const selvage *, const sv_model *, sv_text *why);
sv_net_options sv_api_net_options(const sv_options *);
// Time and memory from now on; `spent` seconds of the time are gone already.
sv_limits sv_api_limits(selvage *, double spent);
// The text of a trace: 0, or a status and *why.
int sv_api_read_trace(selvage *, const char *path, sv_text *text, sv_text *why);
// A run that another tool wrote becomes the net and the trace of the answer: 0, or a
// status and *why. What is to be said about a run that was found goes to *why too.
int sv_api_follow_foreign(selvage *, selvage_answer *, const char *path, sv_text *why);
// What such a run needs to be asked for. False and *why: it cannot be read.
bool sv_api_foreign_options(selvage *, const char *path, sv_text *why);
// The trace becomes its steps that matter (--minimal: as few as possible).
// False and *why if it is no run.
bool sv_api_explain(selvage *, const sv_net *, sv_trace **, sv_text *why);

// A stretch of the model's sources; the strings stay with the model.
selvage_place sv_api_place(const sv_model *, sv_span);
sv_report sv_api_report(const selvage_answer *);
// Hands the model's diagnostics to who asked for them.
void sv_api_tell(const selvage *, const selvage_model *);
void sv_api_trace_free(selvage_trace *);  // NULL is fine

#endif
