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
// (selvage_string_free); `const char *` stay with the object.

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

// What is 0 is not counted.
typedef struct {
  const char *phase;  // the engine whose turn it is
  uint64_t states, transitions, depth;
  double seconds, megabytes;
  const char *depth_of;  // what depth counts: "depth", "round", "bound", "frame"
  uint64_t size;         // of what the engine works on
  const char *size_of;   // "nodes", "clauses" …; NULL: there is no size
} selvage_progress;

// Called at most about twice a second while a check runs.
SELVAGE_API void selvage_on_progress(selvage *, void (*show)(void *, const selvage_progress *),
                                     void *context);
// Makes what is running (loading, checking, explaining) stop with `unknown`, and
// everything after it too until the interruption is cleared. Both may be called
// from a signal handler.
SELVAGE_API void selvage_interrupt(selvage *);
SELVAGE_API void selvage_clear_interrupt(selvage *);

// ---- Models --------------------------------------------------------------------

// Reads a file ("-": standard input). Never NULL: a file that is missing or
// malformed gives a model whose status is SELVAGE_MALFORMED, a valid construct
// that is not supported one with SELVAGE_UNKNOWN, else 0.
SELVAGE_API selvage_model *selvage_load(selvage *, const char *path);
SELVAGE_API void selvage_model_free(selvage_model *);
SELVAGE_API int selvage_model_status(const selvage_model *);
// Diagnostics as a person reads them ("" if there are none).
SELVAGE_API const char *selvage_model_messages(const selvage_model *);
// what: "model" (the .svm text), "dot", "stats", "compiled" (C code). NULL if the model is not usable.
SELVAGE_API char *selvage_model_show(selvage *, selvage_model *, const char *what);
// What complete runs print: one log per line, its entries joined by "::", each once.
// NULL if the model is not usable. *why is NULL, or why these are not all (a string that
// stays with the model); then the status of an answer would be SELVAGE_UNKNOWN.
SELVAGE_API char *selvage_model_logs(selvage *, selvage_model *, const char **why);

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
// Why a file that an option asked for (--plot, --dump) could not be written; NULL if all were.
SELVAGE_API const char *selvage_answer_unwritten(const selvage_answer *);
// Writes the first trace, or the one that was replayed; the format follows the
// suffix: .json, .svg (a message sequence chart), .dot (of UML models), else text.
// NULL, or what went wrong. Does nothing when there is no trace.
SELVAGE_API const char *selvage_answer_write_trace(selvage_answer *, const char *path);

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
SELVAGE_API size_t selvage_simulation_random(selvage_simulation *);      // some i < choices
SELVAGE_API char *selvage_simulation_state(const selvage_simulation *);  // lines
// The columns' names and the initial state, as lines above the trace.
SELVAGE_API char *selvage_simulation_heading(const selvage_simulation *);
// Writes the run so far; the format follows the suffix. NULL, or what went wrong.
SELVAGE_API const char *selvage_simulation_write_trace(selvage_simulation *, const char *path);
// The property violated by the last step or in this state, or NULL.
SELVAGE_API const char *selvage_simulation_violation(const selvage_simulation *);
// Why there are no choices: "deadlock", "end", "cut: …"; NULL while there are some.
SELVAGE_API const char *selvage_simulation_stopped(const selvage_simulation *);

#ifdef __cplusplus
}
#endif

#endif
