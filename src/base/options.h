// options.h -- every option of a run, in one list.
//
// SV_OPTIONS is the only place to edit: the struct, the defaults, the command
// line, --help, the man page's table and the public sv_config_set come from
// it. A test checks that every option is read somewhere outside this file.
//
//   FLAG(name, "--flag", help)                     bool, off by default; --flag / --no-flag
//   NUMBER(name, "--flag", default, min, max, help) int64_t
//   CHOICE(name, "--flag", default, "a|b|c", help)  const char *, one of the listed words
//   STRING(name, "--flag", default, "ARG", help)    const char *, or NULL
//   LIST(name, "--flag", "-F", "ARG", help)         sv_option_list; may be given several times
//
// An option without help is for tests and benchmarks, and is not listed.
//
// Strings live as long as the options object.

#ifndef SV_OPTIONS_H
#define SV_OPTIONS_H

#include "base/text.h"

// clang-format off
#define SV_OPTIONS(FLAG, NUMBER, CHOICE, STRING, LIST)                                  \
  STRING(engine, "--engine", "auto", "NAME", "the algorithm to use")                    \
  STRING(language, "--language", NULL, "NAME", "input language (default: by suffix)")   \
  STRING(property, "--property", NULL, "NAME", "check only this property and its parts") \
  NUMBER(time, "--time", 0, 0, 1000000000, "stop after this many seconds")              \
  NUMBER(memory, "--memory", 0, 0, 1000000000, "stop at this many megabytes")           \
  CHOICE(format, "--format", "text", "text|json", "format of the answer")               \
  STRING(trace, "--trace", NULL, "FILE", "write the trace to FILE (.txt, .json or .svg)") \
  FLAG(explain, "--explain", "of traces, print only the steps that matter")            \
  FLAG(minimal, "--minimal", "explain: leave out as many steps as possible")            \
  FLAG(certify, "--certify", "re-check a proof by other means")                         \
  CHOICE(search, "--search", "auto", "auto|bfs|dfs|best|chaining|saturation|improviso|twophase", "order of the search") \
  CHOICE(phase1, "--phase1", "channels", "local|channels", "improviso: steps that a process takes by itself") \
  CHOICE(order, "--order", "best", "best|source|process|force|flow", "bdd: order of the bits; bmc: of the actions of a step") \
  FLAG(reorder, "--reorder", "bdd: change the order while searching")                   \
  NUMBER(relation_nodes, "--relation-nodes", 100000, 0, 1000000000, "bdd: relations that take more nodes to make are made only for states that are met") \
  CHOICE(queue, "--queue", "auto", "auto|shifting|cyclic|linear|unordered", "bdd, bmc: how queues are coded") \
  STRING(queue_terms, "--queue-terms", NULL, "ENCODING", "")                            \
  CHOICE(solver, "--solver", "auto", "auto|sat|smt", "bmc: bits, or mathematical terms (auto: where there are no bits)") \
  STRING(dump, "--dump", NULL, "FILE", "bmc: write the last question to FILE (.cnf, .dimacs: clauses; .smt2: SMT-LIB)") \
  CHOICE(semantics, "--semantics", "auto", "auto|interleaving|parallel|serial|process", "bmc: what a step is") \
  CHOICE(dependence, "--dependence", "static", "static|dynamic", "bmc: array cells by index or by its value") \
  CHOICE(projection, "--projection", "auto", "auto|on|off", "bmc: only runs in which every action matters") \
  CHOICE(induction, "--induction", "auto", "auto|on|plain|off", "bmc: prove by induction (auto: where it is easy; plain: on, without easy invariants)") \
  NUMBER(bound, "--bound", 1000000, 0, 1000000, "bmc: no more steps than this")         \
  NUMBER(from, "--from", 0, 0, 1000000, "bmc: the first bound that is looked at")       \
  NUMBER(grow, "--grow", 0, 0, 1000, "bmc: the next bound is so many percent larger (0: by one)") \
  STRING(plot, "--plot", NULL, "FILE", "bdd: draw nodes over iterations (.svg)")        \
  CHOICE(reduction, "--reduction", "on", "on|off|split|clauses", "partial-order reduction (boppo: two kinds)") \
  CHOICE(fixpoint, "--fixpoint", "auto", "auto|cegar|depqbf|bdd", "boppo, threads: how states are compared") \
  CHOICE(join, "--join", "on", "on|off", "boppo: join states that wait at the same places") \
  FLAG(joint, "--union", "boppo: compare a state with all known ones together")        \
  FLAG(approximate, "--approximate", "threads: stop at abstract counterexamples")       \
  CHOICE(repr, "--repr", "bdd", "bdd|qbf|pairs", "threads: sets of thread states, symbolic ones, or sets of pairs") \
  CHOICE(merge, "--merge", "on", "on|off", "with reduction: forget dead values, join local steps") \
  CHOICE(store, "--store", "exact", "exact|collapse|bitstate", "how states are stored") \
  NUMBER(bits, "--bits", 28, 10, 40, "bitstate: 2^N bits of memory")                    \
  NUMBER(depth, "--depth", 0, 0, 1000000000, "search no deeper than this many steps")   \
  NUMBER(jobs, "--jobs", 0, 0, 256, "processors to use (0: all there are)")             \
  FLAG(shortest, "--shortest", "auto, explicit: look for a shortest violating run, however long it takes") \
  FLAG(keep_going, "--keep-going", "report every violated property")                    \
  CHOICE(deadlock, "--deadlock", "auto", "auto|on|off", "look for deadlocks (auto: if the model says so)") \
  NUMBER(threads, "--threads", 0, 0, 10000, "most threads alive (0: as many as there can be, 8 if unbounded)") \
  NUMBER(recursion, "--recursion", 4, 0, 64, "most nested activations of a recursive procedure (0: a stack without bound)") \
  NUMBER(pool, "--pool", 0, 0, 255, "overrides the pool of every process (0: as declared)") \
  CHOICE(init, "--init", "any", "any|zero", "value of uninitialised Boolean-program variables") \
  STRING(label, "--label", NULL, "L", "Boolean programs: reaching label L is bad")      \
  STRING(invariant, "--invariant", NULL, "EXPR", "check this invariant too")            \
  STRING(reach, "--reach", NULL, "EXPR", "look for a state in which this holds (then: violated)") \
  LIST(define, "--define", "-D", "NAME[=VALUE]", "Promela: define a macro")             \
  LIST(include, "--include", "-I", "DIR", "Promela: look for included files in DIR too") \
  LIST(set, "--set", NULL, "NAME=VALUE", "proc: the value of a parameter")               \
  CHOICE(claims, "--claims", "on", "on|off", "Promela: check ltl formulas and never claims too") \
  FLAG(lossy, "--lossy", "Promela: a send to a full channel loses the message")         \
  NUMBER(seed, "--seed", 1, 0, INT64_MAX, "seed of random choices")                     \
  NUMBER(steps, "--steps", 100, 0, 1000000000, "simulate: how many steps")              \
  FLAG(interactive, "--interactive", "simulate: choose each step yourself")             \
  NUMBER(walk, "--walk", 2000, 0, 1000000000, "auto: steps of the first random walk")   \
  NUMBER(look, "--look", 30, 0, 1000000, "auto: milliseconds of the first look by explicit search, at most (0: none)") \
  NUMBER(log, "--log", 0, 0, 3, "how much to say about what is going on")               \
  FLAG(quiet, "--quiet", "no progress lines")
// clang-format on

typedef enum {
  SV_OPT_FLAG,
  SV_OPT_NUMBER,
  SV_OPT_CHOICE,
  SV_OPT_STRING,
  SV_OPT_LIST
} sv_option_kind;

typedef SV_VEC(const char *) sv_option_list;

typedef struct {
#define SV_F(NAME, ...) bool NAME;
#define SV_N(NAME, ...) int64_t NAME;
#define SV_S(NAME, ...) const char *NAME;
#define SV_L(NAME, ...) sv_option_list NAME;
  SV_OPTIONS(SV_F, SV_N, SV_S, SV_S, SV_L)
#undef SV_L
#undef SV_F
#undef SV_N
#undef SV_S
  char **owned;  // strings given by set; internal
  uint32_t owned_count;
} sv_options;

typedef struct {
  const char *name, *flag, *argument, *help, *fallback;  // fallback: default as text or NULL
  sv_option_kind kind;
  int64_t min, max;
  size_t offset;       // of the field in sv_options
  const char *letter;  // short form "-D", or NULL
} sv_option_info;

extern const sv_option_info sv_option_table[];  // const; ends with name == NULL

void sv_options_init(sv_options *);
void sv_options_free(sv_options *);
void sv_options_copy(sv_options *to, const sv_options *from);  // to: uninitialised
const sv_option_info *sv_option_find(const char *flag);        // "--engine", "engine" or "-D"
// Sets one option from text, or adds to a list; NULL value for a flag means on.
// "--no-x" is "off" for flags and for choices that have that word. On failure
// false and the reason appended to *why.
bool sv_options_set(sv_options *, const char *flag, const char *value, sv_text *why);
void sv_options_empty(sv_options *, const char *flag);  // a list

#endif
