// engine.h -- what an engine is, and what it answers.
//
// An engine gets a model and options and fills in an sv_answer. It knows
// nothing of languages; other engines it reaches only through sv_engine_run.
// `holds` is a proof, `violated` comes with a trace that exec has replayed
// (sv_answer_violated does that and turns a failed replay into an internal
// error), everything else is `unknown` with a reason and what was covered.

#ifndef SV_ENGINE_H
#define SV_ENGINE_H

#include "base/bits.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/options.h"
#include "base/ranks.h"
#include "exec/trace.h"

typedef enum { SV_HOLDS, SV_VIOLATED, SV_UNKNOWN } sv_verdict;
const char *sv_verdict_text(sv_verdict);  // "holds" …

typedef struct {
  uint32_t property;  // of the model
  sv_verdict verdict;
  sv_trace *trace;  // violated: replayed; else NULL
  sv_net *net;      // a share: what the trace speaks of; NULL: the answer's net
  sv_cause cause;   // unknown: why; else SV_CAUSE_NONE
  char *reason;     // unknown: the same for people; else NULL
  double seconds;   // of a run for this property alone; else 0
} sv_finding;

// Is an action ever taken?
typedef enum { SV_COVER_OPEN, SV_COVER_NEVER, SV_COVER_TAKEN } sv_coverage;

typedef struct {
  sv_net *net;         // owned; what the traces speak of (NULL if never built)
  sv_verdict verdict;  // over all properties checked
  sv_cause cause;      // unknown: why; else SV_CAUSE_NONE
  char *reason;        // unknown: why, and what was covered; holds: how it was proven, or NULL
  char *details;       // lines for people about why it is unknown, or NULL
  char *bug;           // our own bug (exit 70), or NULL
  char *unwritten;     // why a file that was asked for could not be written, or NULL
  const char *engine;  // the engine that answered
  SV_VEC(sv_finding) findings;  // one per property checked, in the model's order
  char *states, *transitions;   // decimal, or NULL if not counted
  uint64_t depth;
  uint64_t reach;  // steps that were looked at from the beginning on; 0: the search goes otherwise
  bool complete;   // the whole state space was seen
  bool pool_full;  // all was seen but for more processes than pools without bound had room for
  uint32_t threads;            // size of such pools in the net, or 0: the net's default
  SV_VEC(sv_span) unreached;   // locations never reached by a complete search
  sv_strings unreached_names;  // parallel: "thread@L3"
  SV_VEC(sv_span) remarked;    // what else a complete search tells about
  sv_strings remarks;          // parallel: "never fires: A --> B"
  // By action of the model `covered`: an sv_coverage. Empty: the search was not complete, or its
  // engine cannot tell.
  SV_VEC(unsigned char) coverage;
  const sv_model *covered;
  bool certified;        // --certify was asked for and passed
  double seconds;        // with those of the runs before that it goes on with
  uint64_t peak_before;  // bytes resident at most, in these runs
  SV_VEC(struct sv_statistic {
    const char *name;
    char *value;
  }) statistics;
} sv_answer;

typedef struct {
  const sv_options *options;
  sv_limits *limits;
  sv_progress *progress;
  const sv_log *log;
  bool stops_when_full;  // a full pool ends the search: there is another one behind it
  bool own_process;      // this process does nothing else: the engine needs no other one
  sv_net *net;           // shared by who needs such a net; NULL: none was made yet
  // What engines that run beside this one tell, or NULL.
  struct sv_exchange *exchange;
  sv_ranks *ranks;  // the processes that search together; NULL: this one alone
  double shorten;   // seconds that a shorter trace is worth; 0: as the engine thinks
  // Checkpoints. Set by sv_engine_run: what was asked for, where `options` is made of it, and when
  // the run began, as if it were one with those before.
  const sv_options *asked;
  double begun;
  struct sv_checkpoint *resumed;  // the run goes on with that one; or NULL
  bool takes_up;                  // this search is the one that was written down
} sv_run;

#define SV_SEARCH(WORD) (1u << SV_OPT_SEARCH_##WORD)
#define SV_ORDER(WORD) (1u << SV_OPT_ORDER_##WORD)

// Fills the answer, which has its findings prepared as unknown.
typedef void sv_check_fn(sv_model *, const sv_run *, sv_answer *);

typedef struct {
  const char *name, *summary;
  unsigned refuses;     // sv_feature bits it cannot take
  uint32_t searches;    // words of --search that it knows, by SV_SEARCH; 0: any
  uint32_t orders;      // words of --order that it knows, by SV_ORDER; 0: any
  const char *options;  // that it reads and not every engine does, by name: "order reorder"
  bool isolated;        // runs in a process of its own (child.h)
  // Can it run on this machine? NULL: on any. `without` is its summary where it cannot.
  bool (*runs_here)(const sv_options *);
  const char *without;
  sv_check_fn *check;
  // Answers one recurrence, whose finding is prepared; the answer has a net. NULL: it cannot,
  // unless it `delegates` everything to other engines: then `check` gets them too.
  void (*cycles)(sv_model *, const sv_run *, sv_answer *, uint32_t property);
  bool delegates;
  bool follows;  // answers recurrences by sets of states of a net that follows (follow.h)
  bool records;  // answers recurrences as invariants of a net that records a state (record.h)
  bool forgets;  // takes states that differ in who holds control in vain for one
  bool counts;   // or of one that counts rounds (count.h)
  bool closes;   // closes loops of a net that follows
  bool avoids;   // or asks whether one that shows the ends of rounds does so for ever (count.h)
} sv_engine;

const sv_engine *const *sv_engines(uint32_t *n);
const sv_engine *sv_engine_find(const char *name);
// Does the option mean something to this engine? One that no engine lists is for all of them;
// who delegates takes all.
bool sv_engine_reads(const sv_engine *, const char *option);
bool sv_engine_knows_search(const sv_engine *, sv_opt_search);
// Picks the properties (--property, --deadlock), refuses what the engine
// refuses, runs it, adds times. Always returns an answer. Where the language
// bounds the number of processes and nothing else does, the engine is run with
// small pools first, and again with larger ones while they are found full.
sv_answer *sv_engine_run(const sv_engine *, sv_model *, const sv_run *);
// Are there recurrences among the properties that the options ask for?
bool sv_engine_asks_for_cycles(const sv_model *, const sv_options *);
// An answer that has what the options ask for, each of it unknown so far; no finding where a
// named property is not there.
sv_answer *sv_answer_asked(const sv_engine *, sv_model *, const sv_options *);
// An answer that asks for the same properties, each of them unknown so far.
sv_answer *sv_answer_like(const sv_answer *);
void sv_answer_free(sv_answer *);
// Adds what options ask for to the model's properties (a DEADLOCK property
// named "deadlock" for --deadlock on; recurrences are about fair runs with --fair); done by
// sv_engine_run, idempotent.
void sv_engine_properties(sv_model *, const sv_options *);
// Is every name of --property that of a property, or of several? Else false and why not.
bool sv_engine_check_names(sv_model *, const sv_options *, sv_text *why);

// For engines.
sv_net *sv_answer_net(sv_answer *, sv_model *, const sv_run *);  // built once; NULL: reason is set
sv_finding *sv_answer_finding(sv_answer *, uint32_t property);   // NULL if not asked for
const sv_net *sv_finding_net(const sv_answer *, const sv_finding *);  // what its trace speaks of
// Replays the trace (taken over) and records it; false if the referee refused (bug is set).
bool sv_answer_violated(sv_answer *, uint32_t property, sv_trace *);
// Replaces the trace of a violation by this one (taken over) if it has fewer steps and the
// referee accepts it.
void sv_answer_shorter(sv_answer *, sv_finding *, sv_trace *);
// Sets the verdict from the findings: properties not violated hold, or are
// unknown for this cause; the reason is copied and may be NULL.
void sv_answer_close(sv_answer *, sv_cause, const char *reason);
// The work could not begin: for a limit that was hit meanwhile, else for this cause.
void sv_answer_refuse(sv_answer *, const sv_run *, sv_cause, const char *reason);
// Nothing was found, but that does not show that the property holds.
void sv_answer_undecided(sv_answer *, sv_finding *, sv_cause, const char *reason);
// Shown that it holds, whatever was said of it before.
void sv_answer_proven(sv_finding *);
// The verdict is that of the findings, each of which has its own; `proof` is why they hold.
void sv_answer_settle(sv_answer *, const char *proof);
// What is still unknown is so for this cause. The text stands before what was said of it so far;
// what was decided stays.
void sv_answer_precede(sv_answer *, sv_cause, const char *text);
// The same for a limit that was hit, where something else is named as the cause.
void sv_answer_name_limit(sv_answer *, sv_cause hit);
// `name` must stay valid (a literal).
void sv_answer_statistic(sv_answer *, const char *name, const char *format, ...) SV_PRINTF(3, 4);
void sv_answer_unwritten(sv_answer *, const char *why);  // the first one is kept
// Lists the locations that are not reached, what the model's items have to tell, and which actions
// are taken, when just these net actions are ever taken.
void sv_answer_unreached(sv_answer *, const sv_net *, const sv_bits *fired, bool started);
// Notes our own bug; the first one stays.
void sv_answer_bug(sv_answer *, const char *format, ...) SV_PRINTF(2, 3);
// For engines that start others: makes `from`'s answer this one's (from is freed).
void sv_answer_adopt(sv_answer *, sv_answer *from);

#endif
