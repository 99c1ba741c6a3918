// selvage.h -- the public interface of libselvage.
//
// Check a file and print what came out:
//
//   selvage *s = selvage_new();
//   selvage_set(s, "--engine", "explicit");
//   selvage_model *m = selvage_load(s, "race.bp");
//   selvage_answer *a = selvage_check(s, m);
//   char *text = selvage_answer_text(a);
//   puts(text);
//   int status = selvage_answer_status(a);     // 0 holds, 1 violated, 2 unknown, 65, 70
//   selvage_string_free(text);
//   selvage_answer_free(a); selvage_model_free(m); selvage_free(s);
//
// Objects are freed in the opposite order of their creation; a model must
// outlive its answers and simulations. One `selvage` object is used by one
// thread at a time; different objects are independent (the library has no
// mutable global state). Strings returned as `char *` belong to the caller
// (selvage_string_free); `const char *` stay with the object that was asked.
//
// What is a list is read by number, from 0, until 0 is returned:
//
//   selvage_finding f;
//   for (size_t i = 0; selvage_answer_finding(a, i, &f); i++) printf("%s\n", f.name);
//
// The library prints nothing (but for --log, to the standard error), and answers whatever the input is.
// It ends the process that calls it in three cases only, with a line on the standard error: misuse
// of this interface (no object where one is needed) aborts; memory that is exhausted in this process,
// and a bug of Selvage that is found in it, end it with status 70.
//
// What forks. Some work is done in child processes, which end before the call returns, and are
// killed should the thread that made it die:
//   * selvage_check with the engines auto, bdd, boppo, bmc, ic3, cegar, polyhedra, events, threads and
//     gpu, and with --certify: their solvers have one package per process, leak, or end the process when
//     memory is short; and only a process can be stopped in time whatever it is doing. `auto` also
//     suspends them to take turns. `random`, and `explicit` without --certify, do not fork.
//   * selvage_load of C programs: clang and LLVM read them.
// Before a fork the caller's streams are flushed. A child runs library code only: no callback is
// called there. A program with several threads may call the library, but calls that fork one at
// a time, and not while another thread is inside of the library: what that thread has locked
// at that moment stays locked in the child.
// The caller must not ignore SIGCHLD, nor wait for children that it did not start.

#ifndef SELVAGE_H
#define SELVAGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SELVAGE_API __attribute__((visibility("default")))

// Exit statuses of the command line, and of selvage_answer_status. Over
// several files the worst counts: 70, 74, 64, 65, 1, 2, 0 in this order.
enum {
  SELVAGE_HOLDS = 0,
  SELVAGE_VIOLATED = 1,
  SELVAGE_UNKNOWN = 2,
  SELVAGE_USAGE = 64,  // also: --property names none of the model's properties
  SELVAGE_MALFORMED = 65,
  SELVAGE_BUG = 70,
  SELVAGE_OUTPUT = 74  // of the command line: the output could not be written
};

typedef struct selvage selvage;
typedef struct selvage_model selvage_model;
typedef struct selvage_answer selvage_answer;
typedef struct selvage_trace selvage_trace;
typedef struct selvage_simulation selvage_simulation;

SELVAGE_API const char *selvage_version(void);
SELVAGE_API selvage *selvage_new(void);
SELVAGE_API void selvage_free(selvage *);
SELVAGE_API void selvage_string_free(char *);
SELVAGE_API int selvage_worse_status(int a, int b);

// ---- Options, as on the command line ---------------------------------------

typedef struct {
  const char *flag;      // "--engine"
  const char *argument;  // "NAME", "N", "a|b|c"; NULL for a switch
  const char *fallback;  // default as text, or NULL
  const char *help;      // "" where it is for tests only, and not listed
  const char *letter;    // short form "-D", or NULL
  int repeatable;        // setting it again adds a value
  int optional;          // the argument may be left out, which means `on`
} selvage_option;

// Options are numbered from 0; 0 is returned past the end.
SELVAGE_API int selvage_option_at(size_t i, selvage_option *);
SELVAGE_API int selvage_engine_at(size_t i, const char **name, const char **summary);
SELVAGE_API int selvage_language_at(size_t i, const char **name, const char **suffixes,
                                    const char **summary);
// Sets an option; a switch takes NULL, and so does an option whose argument is
// optional; "--no-x" switches x off. Returns NULL, or what is wrong.
SELVAGE_API const char *selvage_set(selvage *, const char *flag, const char *value);
SELVAGE_API int selvage_is_on(const selvage *, const char *flag);  // of a switch
// Does the option mean something to this engine, or for a file in this language? A check with an
// engine that is named, and a file in another language, are refused (SELVAGE_USAGE).
SELVAGE_API int selvage_engine_takes(const char *engine, const char *flag);
SELVAGE_API int selvage_language_takes(const char *language, const char *flag);
// The one of the words that the given one was probably meant to be, or NULL.
SELVAGE_API const char *selvage_closest(const char *word, const char *const *words, size_t n);
// Does the suffix say that a tool of some language wrote this run, as Spin does its trails?
SELVAGE_API int selvage_is_foreign_trace(const char *path);
// Sets the options under which a JSON trace was made, so that the model is
// loaded the same way. NULL, or what is wrong.
SELVAGE_API const char *selvage_set_from_trace(selvage *, const char *trace_path);

// ---- Long runs ---------------------------------------------------------------

// The next selvage_check goes on with the search that --checkpoint wrote down. Sets the
// options it was made with, but for those that are set already, and *model, the path to
// load, which lives until that check. With other options or another model the check is refused.
// NULL, or what is wrong with the file.
SELVAGE_API const char *selvage_resume(selvage *, const char *checkpoint_path, const char **model);

// What is 0 is not counted.
typedef struct {
  const char *phase;  // the engine whose turn it is
  uint64_t states, transitions, depth;
  double seconds, megabytes;
  const char *depth_of;     // what depth counts: "depth", "round", "bound", "frame"
  uint64_t size;            // of what the engine works on
  const char *size_of;      // "nodes", "clauses" …; NULL: there is no size
  double since_checkpoint;  // seconds since one was written; negative: none was
} selvage_progress;

// Called at most about twice a second while a check runs.
SELVAGE_API void selvage_on_progress(selvage *, void (*show)(void *, const selvage_progress *),
                                     void *context);
// Makes what is running (loading, checking, explaining) stop with `unknown`, and
// everything after it too until the interruption is cleared. Both may be called
// from a signal handler.
SELVAGE_API void selvage_interrupt(selvage *);
SELVAGE_API void selvage_clear_interrupt(selvage *);

// ---- Several processes -----------------------------------------------------------

// How many processes a launcher of MPI (mpirun) has started, of which this one is number *rank; 0: there
// is no launcher, and *rank is 0.
SELVAGE_API int selvage_ranks(int *rank);
// From here on this process checks together with the others, which have to make the same calls, with the
// engine explicit. NULL, or what is wrong. To be called after the first model was loaded (MPI
// does not like what forks) and for one object only, whose end waits for the others.
SELVAGE_API const char *selvage_join(selvage *);
// Messages between processes that have joined, instead of checks: of at most SELVAGE_MESSAGE bytes, in order
// from one process to another. selvage_send copies the bytes; 0: too much is on its way, try again
// later. selvage_receive gives the number of bytes, 0 where nothing has come. Both: below 0, MPI failed.
#define SELVAGE_MESSAGE 70000
SELVAGE_API int selvage_send(selvage *, int to, const void *bytes, size_t n);
SELVAGE_API long selvage_receive(selvage *, void *bytes);
// Like selvage_interrupt, where one of the others has ended.
SELVAGE_API void selvage_rank_ended(selvage *);

// ---- Models --------------------------------------------------------------------

typedef enum {
  SELVAGE_ERROR,    // the file is malformed
  SELVAGE_WARNING,  // says nothing about the answer
  SELVAGE_NOTE,     // belongs to the diagnostic before it
  SELVAGE_UNSUPPORTED
} selvage_severity;

// A stretch of a source file. Lines and columns count from 1, columns in bytes; `end` is behind the
// last byte. Where there is no place the file is NULL or known alone, and the numbers are 0.
typedef struct {
  const char *file;
  uint32_t line, column, end_line, end_column;
} selvage_place;

typedef struct {
  selvage_severity severity;
  selvage_place place;
  const char *message;
  const char *hint;  // lines "hint: what to try", or ""
} selvage_diagnostic;

// Called for every diagnostic about a file, in order, before selvage_load returns.
SELVAGE_API void selvage_on_message(selvage *, void (*show)(void *, const selvage_diagnostic *),
                                    void *context);
// Reads a file ("-": standard input). Never NULL: a file that is missing or
// malformed gives a model whose status is SELVAGE_MALFORMED, a valid construct
// that is not supported one with SELVAGE_UNKNOWN, else 0.
SELVAGE_API selvage_model *selvage_load(selvage *, const char *path);
// The same with a text that lies in memory (copied; it may hold any bytes). The name stands for it
// in messages and traces; its suffix tells the language as that of a path does, and its folder is
// where included files are looked for.
SELVAGE_API selvage_model *selvage_load_text(selvage *, const char *name, const char *text,
                                             size_t size);
// From now on this text (copied) stands for the file, wherever it is read under exactly this path:
// by selvage_load, and where other files include it (but not by clang, for C). NULL: the file
// itself again. For editors, whose files are not saved yet.
SELVAGE_API void selvage_provide(selvage *, const char *path, const char *text, size_t size);
SELVAGE_API void selvage_model_free(selvage_model *);
SELVAGE_API int selvage_model_status(const selvage_model *);
// Diagnostics as a person reads them ("" if there are none).
SELVAGE_API const char *selvage_model_messages(const selvage_model *);
SELVAGE_API int selvage_model_diagnostic(const selvage_model *, size_t i, selvage_diagnostic *);
SELVAGE_API const char *selvage_model_language(const selvage_model *);  // NULL: not known
// The files that were read for it, also those that others include; NULL past the end.
SELVAGE_API const char *selvage_model_file(const selvage_model *, size_t i);
// what: "model" (the .svm text), "dot", "stats", "compiled" (C code), "promela". NULL if the model
// is not usable or cannot be shown like that, and then why ("" if there is nothing to be said).
SELVAGE_API char *selvage_model_show(selvage *, selvage_model *, const char *what);
SELVAGE_API const char *selvage_model_reason(selvage_model *);
// What complete runs print: one log per line, its entries joined by "::", each once.
// NULL if the model is not usable. *why is NULL, or why these are not all (a string that
// stays with the model); then the status of an answer would be SELVAGE_UNKNOWN.
SELVAGE_API char *selvage_model_logs(selvage *, selvage_model *, const char **why);

// Draws all states of a small model (at most a few hundred) to a file: .svg by Graphviz, .dot for
// it. 0, or a status and *why (a string that stays with the model): SELVAGE_UNKNOWN where not
// all states could be listed, SELVAGE_OUTPUT, SELVAGE_USAGE (--property).
SELVAGE_API int selvage_model_write_states(selvage *, selvage_model *, const char *path,
                                           const char **why);

// ---- Checking ------------------------------------------------------------------

// Always returns an answer, also for models that could not be read.
SELVAGE_API selvage_answer *selvage_check(selvage *, selvage_model *);
// Replays a JSON trace as written by --trace x.json or --format json, or follows
// a run that another tool of the model's language wrote (Promela: Spin's trails).
SELVAGE_API selvage_answer *selvage_replay(selvage *, selvage_model *, const char *trace_path);
// The steps of such a trace that matter for the property it violates: they are a
// run that violates it too (option --minimal: as few as possible).
SELVAGE_API selvage_answer *selvage_explain(selvage *, selvage_model *, const char *trace_path);
SELVAGE_API void selvage_answer_free(selvage_answer *);
SELVAGE_API int selvage_answer_status(const selvage_answer *);
// Why it is unknown, in one word of docs/json.md ("time", "memory", "interrupted"
// …); NULL if it is not.
SELVAGE_API const char *selvage_answer_cause(const selvage_answer *);
SELVAGE_API char *selvage_answer_report(const selvage_answer *);  // as --format asks, with newline
// Reports in junit and sarif are parts of one document about several answers: what it has before
// the first, between two and after the last ("" for other formats).
typedef enum { SELVAGE_BEGIN, SELVAGE_NEXT, SELVAGE_END } selvage_frame;
SELVAGE_API const char *selvage_report_frame(const selvage *, selvage_frame);
SELVAGE_API int selvage_answer_has_trace(const selvage_answer *);
SELVAGE_API char *selvage_answer_text(const selvage_answer *);
SELVAGE_API char *selvage_answer_json(const selvage_answer *);  // one line, no newline

// What is known about one property. All properties that were asked for are listed.
typedef struct {
  const char *name;     // "assert:13"
  const char *kind;     // "assertion", "location", "invariant", "deadlock", "liveness"
  selvage_place place;  // where it is stated
  int status;           // SELVAGE_HOLDS, SELVAGE_VIOLATED, SELVAGE_UNKNOWN
  const char *cause;    // unknown: a word as of selvage_answer_cause; else NULL
  const char *reason;   // unknown: the same for people, or NULL
  double seconds;       // with --time-per-property: of this property's own run; else 0
} selvage_finding;
SELVAGE_API int selvage_answer_finding(const selvage_answer *, size_t i, selvage_finding *);

// The whole run. Numbers of states may have more digits than machine words have.
typedef struct {
  const char *engine;       // that answered; NULL: nothing was checked
  const char *reason;       // how it was proven, or why it is unknown; or NULL
  const char *states;       // decimal; NULL: not counted
  const char *transitions;  // decimal; NULL: not counted
  uint64_t depth;
  int complete;   // all reachable states were seen
  int certified;  // --certify was asked for, and passed
  double seconds, megabytes;
} selvage_statistics;
SELVAGE_API void selvage_answer_statistics(const selvage_answer *, selvage_statistics *);
// What the engine counts beyond that ("clauses", "12345"), as "statistics" of docs/json.md.
SELVAGE_API int selvage_answer_statistic(const selvage_answer *, size_t i, const char **name,
                                         const char **value);
// Why a file that an option asked for (--plot, --dump) could not be written; NULL if all were.
SELVAGE_API const char *selvage_answer_unwritten(const selvage_answer *);
// Writes the first trace, or the one that was replayed; the format follows the
// suffix: .json, .svg (a message sequence chart), .html (a page for a browser, with the whole
// answer), .dot (of UML models), else text.
// NULL, or what went wrong. Does nothing when there is no trace.
SELVAGE_API const char *selvage_answer_write_trace(selvage_answer *, const char *path);
// Writes a witness in SV-COMP's format 2.0, of programs in C: the places of the first trace, or
// invariants where the answer is that it holds. NULL, or what went wrong; an answer that is unknown has none.
SELVAGE_API const char *selvage_answer_write_witness(selvage_answer *, const char *path);
// Writes the answer of a check as one HTML page, whatever it is. NULL, or what went wrong.
SELVAGE_API const char *selvage_answer_write_report(selvage_answer *, const char *path);

// ---- Traces ----------------------------------------------------------------------

typedef struct {
  const char *name, *value;  // "thread[0].free", "true"; "q", "[req(3)]"
} selvage_value;

typedef struct {
  size_t number;          // from 1; of an explained trace: that of the longer run
  const char *process;    // "thread[1]"; "A+B": a step of both; "-": of nobody
  selvage_place place;    // of the statement
  const char *statement;  // as written, on one line
  const char *fails;      // "index i of a is 3, not 0 to 2"; NULL: it does not
  const char *output;     // what it prints, or NULL
  size_t changes;         // how many values change
} selvage_step;

// Of a deadlock, or of a run that ends: a process that has not ended.
typedef struct {
  const char *process;
  selvage_place place;    // of a statement that it could take if it were let
  const char *statement;  // NULL: there is none
  const char *needs;      // what that lacks, and who could help; lines, or ""
  int may_stay;           // it stands where it may stay for ever
} selvage_wait;

// The trace of finding i, or NULL; it stays with the answer.
SELVAGE_API const selvage_trace *selvage_answer_trace(selvage_answer *, size_t finding);
// The one that was replayed or explained, or else the first there is.
SELVAGE_API const selvage_trace *selvage_answer_first_trace(selvage_answer *);
SELVAGE_API const char *selvage_trace_property(const selvage_trace *);  // NULL: it violates none
SELVAGE_API int selvage_trace_initial(const selvage_trace *, size_t i, selvage_value *);
SELVAGE_API size_t selvage_trace_length(const selvage_trace *);  // steps
SELVAGE_API int selvage_trace_step(const selvage_trace *, size_t i, selvage_step *);
SELVAGE_API int selvage_trace_change(const selvage_trace *, size_t step, size_t i, selvage_value *);
SELVAGE_API int selvage_trace_wait(const selvage_trace *, size_t i, selvage_wait *);
// Of a run without end: the steps from number *first (from 0) on are repeated for ever; where that
// is their number, the last state is. 0: the run ends.
SELVAGE_API int selvage_trace_loop(const selvage_trace *, size_t *first);

// ---- Simulation ----------------------------------------------------------------

// Starts at a random initial state (option --seed). NULL and *why (a string
// that stays with the model) if the model cannot be run.
SELVAGE_API selvage_simulation *selvage_simulate(selvage *, selvage_model *, const char **why);
SELVAGE_API void selvage_simulation_free(selvage_simulation *);
SELVAGE_API size_t selvage_simulation_choices(const selvage_simulation *);
// What step i would do: "thread[1]  race.bp:12  x := 1".
SELVAGE_API char *selvage_simulation_describe(const selvage_simulation *, size_t i);
// Takes step i; returns the line of the trace that it makes, and below it what the step prints.
SELVAGE_API char *selvage_simulation_take(selvage_simulation *, size_t i);
SELVAGE_API size_t selvage_simulation_random(selvage_simulation *);  // some i < choices
// Steps taken so far; and how many there are to go to: those that were gone back from count until
// another step is taken.
SELVAGE_API size_t selvage_simulation_taken(const selvage_simulation *);
SELVAGE_API size_t selvage_simulation_known(const selvage_simulation *);
// To the state after so many of the known steps, back or forth.
SELVAGE_API void selvage_simulation_go(selvage_simulation *, size_t taken);
SELVAGE_API char *selvage_simulation_state(const selvage_simulation *);  // lines
// Where no step is possible: who has not ended, at what it waits, and what that lacks. Lines.
SELVAGE_API char *selvage_simulation_waits(const selvage_simulation *);
// The columns' names and the initial state, as lines above the trace.
SELVAGE_API char *selvage_simulation_heading(const selvage_simulation *);
// Writes the run so far; the format follows the suffix. NULL, or what went wrong.
SELVAGE_API const char *selvage_simulation_write_trace(selvage_simulation *, const char *path);
// The property violated by the last step or in this state, or NULL.
SELVAGE_API const char *selvage_simulation_violation(const selvage_simulation *);
// Why there are no choices: "deadlock", "end", "cut: …"; NULL while there are some.
SELVAGE_API const char *selvage_simulation_stopped(const selvage_simulation *);

// ---- Editors -------------------------------------------------------------------

// Speaks the language server protocol with an editor (docs/editors.md), until it says `exit` or
// closes `in`, or selvage_interrupt. The options are those of every check. Returns an exit status:
// 0 after a proper end, else 1. SIGPIPE is ignored meanwhile; the work is done in child processes.
SELVAGE_API int selvage_serve(selvage *, int in, int out);

#ifdef __cplusplus
}
#endif

#endif
