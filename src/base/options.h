// options.h -- every option of a run, in one list.
//
// SV_OPTIONS is the only place to edit: the struct, the defaults, the command
// line, --help, the man page's table and selvage_set come from it. A test
// checks that every option is read somewhere outside this file.
//
//   FLAG(name, "--flag", help)                     bool, off by default; --flag / --no-flag
//   NUMBER(name, "--flag", default, min, max, help) int64_t
//   SECONDS(name, "--flag", help)                  double; 0 by default; "5", "0.5", "5s", "2m", "1h"
//   MEGABYTES(name, "--flag", help)                int64_t; 0 by default; "500", "1G", "0.5G"
//   CHOICE(name, "--flag", LIST, DEFAULT, help)     sv_opt_list, a word of the list
//   STRING(name, "--flag", default, "ARG", help)    const char *, or NULL
//   LIST(name, "--flag", "-F", "ARG", help)         sv_option_list; may be given several times
//
// The words of a choice are a list of their own, SV_WORDS_LIST, which yields an
// enumeration (SV_OPT_LIST_WORD) and the text of each word. Its first word is
// marked by F, for the text "a|b|c" of all of them. An option without help is
// for tests and benchmarks, and is not listed.
//
// Strings live as long as the options object.

#ifndef SV_OPTIONS_H
#define SV_OPTIONS_H

#include "base/text.h"

// clang-format off
#define SV_WORDS_FORMAT(F, W)                                                           \
  F(FORMAT, TEXT, "text") W(FORMAT, JSON, "json") W(FORMAT, JUNIT, "junit")             \
  W(FORMAT, SARIF, "sarif")
#define SV_WORDS_SEARCH(F, W)                                                           \
  F(SEARCH, AUTO, "auto") W(SEARCH, BFS, "bfs") W(SEARCH, DFS, "dfs")                   \
  W(SEARCH, BEST, "best") W(SEARCH, CHAINING, "chaining")                               \
  W(SEARCH, SATURATION, "saturation") W(SEARCH, IMPROVISO, "improviso")                 \
  W(SEARCH, TWOPHASE, "twophase") W(SEARCH, WALK, "walk")
#define SV_WORDS_PHASE1(F, W)                                                           \
  F(PHASE1, LOCAL, "local") W(PHASE1, CHANNELS, "channels")
#define SV_WORDS_ORDER(F, W)                                                            \
  F(ORDER, BEST, "best") W(ORDER, SOURCE, "source") W(ORDER, PROCESS, "process")        \
  W(ORDER, FORCE, "force") W(ORDER, FLOW, "flow")
#define SV_WORDS_QUEUE(F, W)                                                            \
  F(QUEUE, AUTO, "auto") W(QUEUE, SHIFTING, "shifting") W(QUEUE, CYCLIC, "cyclic")      \
  W(QUEUE, LINEAR, "linear") W(QUEUE, UNORDERED, "unordered")
#define SV_WORDS_QUEUE_TERMS(F, W)                                                      \
  F(QUEUE_TERMS, AUTO, "auto") W(QUEUE_TERMS, SHIFTING, "shifting")                     \
  W(QUEUE_TERMS, SHIFTING_INT, "shifting-int")                                          \
  W(QUEUE_TERMS, SHIFTING_BITS, "shifting-bits") W(QUEUE_TERMS, CYCLIC, "cyclic")       \
  W(QUEUE_TERMS, CYCLIC_INT, "cyclic-int") W(QUEUE_TERMS, CYCLIC_BITS, "cyclic-bits")   \
  W(QUEUE_TERMS, CYCLIC_UIF, "cyclic-uif") W(QUEUE_TERMS, CYCLIC_ARRAY, "cyclic-array") \
  W(QUEUE_TERMS, LINEAR, "linear") W(QUEUE_TERMS, LINEAR_ARRAY, "linear-array")         \
  W(QUEUE_TERMS, UNORDERED, "unordered")
#define SV_WORDS_SOLVER(F, W)                                                           \
  F(SOLVER, AUTO, "auto") W(SOLVER, SAT, "sat") W(SOLVER, SMT, "smt")
#define SV_WORDS_SEMANTICS(F, W)                                                        \
  F(SEMANTICS, AUTO, "auto") W(SEMANTICS, INTERLEAVING, "interleaving")                 \
  W(SEMANTICS, PARALLEL, "parallel") W(SEMANTICS, SERIAL, "serial")                     \
  W(SEMANTICS, PROCESS, "process")
#define SV_WORDS_DEPENDENCE(F, W)                                                       \
  F(DEPENDENCE, STATIC, "static") W(DEPENDENCE, DYNAMIC, "dynamic")
#define SV_WORDS_INDUCTION(F, W)                                                        \
  F(INDUCTION, AUTO, "auto") W(INDUCTION, ON, "on") W(INDUCTION, PLAIN, "plain")        \
  W(INDUCTION, OFF, "off")
#define SV_WORDS_UNWINDING(F, W)                                                        \
  F(UNWINDING, GUIDED, "guided") W(UNWINDING, UNIFORM, "uniform")
#define SV_WORDS_FACTS(F, W)                                                            \
  F(FACTS, OFF, "off") W(FACTS, INDUCTION, "induction") W(FACTS, BDD, "bdd")            \
  W(FACTS, IC3, "ic3") W(FACTS, ALL, "all")
#define SV_WORDS_ACYCLIC(F, W)                                                          \
  F(ACYCLIC, AUTO, "auto") W(ACYCLIC, EAGER, "eager") W(ACYCLIC, LAZY, "lazy")     \
  W(ACYCLIC, DIFFERENCE, "difference") W(ACYCLIC, THEORY, "theory")
#define SV_WORDS_REDUCTION(F, W)                                                        \
  F(REDUCTION, ON, "on") W(REDUCTION, OFF, "off") W(REDUCTION, SPLIT, "split")          \
  W(REDUCTION, CLAUSES, "clauses")
#define SV_WORDS_FIXPOINT(F, W)                                                         \
  F(FIXPOINT, AUTO, "auto") W(FIXPOINT, REFINE, "refine") W(FIXPOINT, DEPQBF, "depqbf")   \
  W(FIXPOINT, BDD, "bdd")
#define SV_WORDS_REPR(F, W)                                                             \
  F(REPR, BDD, "bdd") W(REPR, QBF, "qbf") W(REPR, PAIRS, "pairs")
#define SV_WORDS_ABSTRACTION(F, W)                                                      \
  F(ABSTRACTION, EXPLICIT, "explicit") W(ABSTRACTION, CARTESIAN, "cartesian")           \
  W(ABSTRACTION, IMPLICIT, "implicit")
#define SV_WORDS_DEVICE(F, W) F(DEVICE, GPU, "gpu") W(DEVICE, HOST, "host")
#define SV_WORDS_INNER(F, W)                                                            \
  F(INNER, BDD, "bdd") W(INNER, IC3, "ic3") W(INNER, EXPLICIT, "explicit")
#define SV_WORDS_LIVENESS(F, W)                                                         \
  F(LIVENESS, AUTO, "auto") W(LIVENESS, RECORD, "record") W(LIVENESS, COUNT, "count") \
  W(LIVENESS, RLIVE, "rlive") W(LIVENESS, LASSO, "lasso")
#define SV_WORDS_ENUMERATION(F, W)                                                      \
  F(ENUMERATION, MODELS, "models") W(ENUMERATION, DIAGRAM, "diagram")
#define SV_WORDS_STORE(F, W)                                                            \
  F(STORE, EXACT, "exact") W(STORE, TREE, "tree") W(STORE, COLLAPSE, "collapse")        \
  W(STORE, BITSTATE, "bitstate")
#define SV_WORDS_INIT(F, W)                                                             \
  F(INIT, ANY, "any") W(INIT, ZERO, "zero")
#define SV_WORDS_REGIONS(F, W)                                                          \
  F(REGIONS, ATOMIC, "atomic") W(REGIONS, INTERLEAVED, "interleaved")
#define SV_WORDS_DEFERRAL(F, W)                                                         \
  F(DEFERRAL, PSSM, "pssm") W(DEFERRAL, THESIS, "thesis")
#define SV_WORDS_ON_OFF(F, W)                                                           \
  F(ON_OFF, ON, "on") W(ON_OFF, OFF, "off")
#define SV_WORDS_TRISTATE(F, W)                                                         \
  F(TRISTATE, AUTO, "auto") W(TRISTATE, ON, "on") W(TRISTATE, OFF, "off")
#define SV_WORD_LISTS(L)                                                                \
  L(FORMAT, format) L(SEARCH, search) L(PHASE1, phase1) L(ORDER, order)                 \
  L(QUEUE, queue) L(QUEUE_TERMS, queue_terms) L(SOLVER, solver) L(SEMANTICS, semantics) \
  L(DEPENDENCE, dependence) L(INDUCTION, induction) L(UNWINDING, unwinding)             \
  L(FACTS, facts) L(ACYCLIC, acyclic) L(REDUCTION, reduction) L(FIXPOINT, fixpoint) L(REPR, repr) \
  L(ABSTRACTION, abstraction) L(INNER, inner) L(ENUMERATION, enumeration)               \
  L(LIVENESS, liveness)                                                                 \
  L(STORE, store) L(DEVICE, device) L(INIT, init) L(REGIONS, regions) L(DEFERRAL, deferral)               \
  L(ON_OFF, on_off) L(TRISTATE, tristate)

#define SV_OPTIONS(FLAG, NUMBER, SECONDS, MEGABYTES, CHOICE, STRING, LIST)              \
  STRING(engine, "--engine", "auto", "NAME", "the algorithm to use")                    \
  STRING(language, "--language", NULL, "NAME", "input language (default: by suffix)")   \
  LIST(property, "--property", NULL, "NAME", "check only this property and its parts")  \
  SECONDS(time, "--time", "stop after this many seconds (also 5m, 1h)")                 \
  SECONDS(time_per_property, "--time-per-property", "check property by property, for this many seconds each at most") \
  MEGABYTES(memory, "--memory", "stop at this many megabytes (also 1G)")                \
  CHOICE(format, "--format", FORMAT, TEXT, "format of the answer")                      \
  STRING(trace, "--trace", NULL, "FILE", "write the trace to FILE (.txt, .json, .svg, .order.svg, .html; UML: .dot)") \
  STRING(states, "--states", NULL, "FILE", "show: draw all states of a small model to FILE (.svg, .dot)") \
  STRING(witness, "--witness", NULL, "FILE", "C: write a witness in SV-COMP's format to FILE (.yml)") \
  STRING(report, "--report", NULL, "FILE", "write the whole answer as a page to FILE (.html)") \
  NUMBER(from_step, "--from-step", 0, 0, 1000000000, "text of traces: begin with this step") \
  NUMBER(to_step, "--to-step", 0, 0, 1000000000, "text of traces: end with this step (0: the last)") \
  CHOICE(fold, "--fold", ON_OFF, ON, "text of traces: steps that are repeated at once are shown once") \
  NUMBER(width, "--width", 0, 0, 10000, "text of traces: columns of a line (0: as the terminal has, or 100)") \
  FLAG(wide, "--wide", "text of traces: lines as long as they need to be")              \
  CHOICE(color, "--color", TRISTATE, AUTO, "colours in text (auto: on a terminal, unless NO_COLOR is set)") \
  FLAG(explain, "--explain", "of traces, print only the steps that matter")             \
  FLAG(minimal, "--minimal", "explain: leave out as many steps as possible")            \
  FLAG(certify, "--certify", "re-check a proof by other means")                         \
  CHOICE(search, "--search", SEARCH, AUTO, "order of the search")                       \
  CHOICE(phase1, "--phase1", PHASE1, CHANNELS, "improviso: steps that a process takes by itself") \
  CHOICE(order, "--order", ORDER, BEST, "bdd: order of the bits; bmc: of the actions of a step") \
  FLAG(reorder, "--reorder", "bdd: change the order while searching")                   \
  NUMBER(relation_nodes, "--relation-nodes", 100000, 0, 1000000000, "bdd: relations that take more nodes to make are made only for states that are met") \
  CHOICE(queue, "--queue", QUEUE, AUTO, "bdd, bmc, events: how queues are coded")       \
  CHOICE(queue_terms, "--queue-terms", QUEUE_TERMS, AUTO, "")                           \
  FLAG(tags, "--tags", "")                                                              \
  CHOICE(solver, "--solver", SOLVER, AUTO, "bmc, events: bits, or mathematical terms (auto: where there are no bits)") \
  STRING(dump, "--dump", NULL, "FILE", "bmc, events: write the last question to FILE (.cnf, .dimacs: clauses; .smt2: SMT-LIB)") \
  CHOICE(semantics, "--semantics", SEMANTICS, AUTO, "bmc: what a step is")              \
  CHOICE(dependence, "--dependence", DEPENDENCE, STATIC, "bmc: array cells by index or by its value") \
  CHOICE(projection, "--projection", TRISTATE, AUTO, "bmc: only runs in which every action matters") \
  CHOICE(induction, "--induction", INDUCTION, AUTO, "bmc: prove by induction (auto: where it is easy; plain: on, without easy invariants)") \
  NUMBER(bound, "--bound", 1000000, 0, 1000000, "bmc: no more steps than this; events: no more rounds") \
  NUMBER(from, "--from", 0, 0, 1000000, "bmc: the first bound that is looked at")       \
  NUMBER(grow, "--grow", 0, 0, 1000, "bmc: the next bound is so many percent larger (0: by one)") \
  CHOICE(unwinding, "--unwinding", UNWINDING, GUIDED, "events: what is unwound next: what a proof lacks, or everything") \
  CHOICE(acyclic, "--acyclic", ACYCLIC, AUTO, "events: cycles are excluded by clauses beforehand, when they are met, by Z3's difference logic, or by a theory of orders in our own solver") \
  CHOICE(facts, "--facts", FACTS, OFF, "events: what others show of all states prunes the unwinding: facts that are inductive, or what bdd or ic3 say of where processes stand") \
  CHOICE(symmetry, "--symmetry", ON_OFF, ON, "events: processes that nothing tells apart begin in the order of their numbers") \
  STRING(plot, "--plot", NULL, "FILE", "bdd: draw nodes over iterations (.svg)")        \
  CHOICE(reduction, "--reduction", REDUCTION, ON, "partial-order reduction (boppo: two kinds)") \
  CHOICE(fixpoint, "--fixpoint", FIXPOINT, AUTO, "boppo, threads: how states are compared") \
  CHOICE(join, "--join", ON_OFF, ON, "boppo: join states that wait at the same places") \
  FLAG(joint, "--union", "boppo: compare a state with all known ones together")         \
  FLAG(approximate, "--approximate", "threads: stop at abstract counterexamples")       \
  CHOICE(repr, "--repr", REPR, BDD, "threads: sets of thread states, symbolic ones, or sets of pairs") \
  CHOICE(abstraction, "--abstraction", ABSTRACTION, EXPLICIT, "cegar: relations of steps, precise or value by value, or none at all (IC3)") \
  CHOICE(inner, "--inner", INNER, BDD, "cegar: the engine that checks abstract models") \
  NUMBER(keep, "--keep", 8, 0, 62, "cegar, polyhedra: finite variables of at most this many bits stay as they are") \
  CHOICE(integers, "--integers", TRISTATE, AUTO, "cegar: the solver is asked about bit vectors as integers that wrap around (auto: wide ones that are only counted and compared)") \
  CHOICE(interpolants, "--interpolants", ON_OFF, ON, "cegar: predicates from interpolants, not only from preconditions") \
  CHOICE(partition, "--partition", ON_OFF, ON, "cegar: abstract action by action")      \
  CHOICE(locality, "--locality", ON_OFF, ON, "cegar: leave alone what an action leaves alone") \
  CHOICE(inlining, "--inlining", ON_OFF, ON, "cegar: put in what variables are equal to") \
  CHOICE(clustering, "--clustering", ON_OFF, ON, "cegar: abstract what shares no variables apart") \
  CHOICE(sampling, "--sampling", ON_OFF, ON, "cegar: fix variables that hold clusters together") \
  CHOICE(dont_cares, "--dont-cares", ON_OFF, ON, "cegar: do not compute what is known or does not matter") \
  CHOICE(enumeration, "--enumeration", ENUMERATION, MODELS, "cegar: abstract by models of a formula, or along its diagram") \
  CHOICE(merge, "--merge", ON_OFF, ON, "with reduction: forget dead values, join local steps") \
  CHOICE(store, "--store", STORE, EXACT, "how states are stored")                       \
  CHOICE(device, "--device", DEVICE, GPU, "gpu: where its kernels run (host: threads of this machine, to try it without a GPU)") \
  STRING(cache, "--cache", NULL, "DIR", "gpu: keep compiled code in DIR, and take from there what was compiled before") \
  NUMBER(bits, "--bits", 28, 10, 40, "bitstate: 2^N bits of memory")                    \
  NUMBER(depth, "--depth", 0, 0, 1000000000, "search no deeper than this many steps")   \
  NUMBER(jobs, "--jobs", 0, 0, 256, "processors to use (0: all there are)")             \
  FLAG(deterministic, "--deterministic", "auto: one engine at a time, in turns")         \
  CHOICE(exchange, "--exchange", ON_OFF, ON, "auto: engines that run side by side tell each other what they have found out (off with --deterministic)") \
  FLAG(compile, "--compile", "explicit: make C of the model and compile it (needs cc)")  \
  NUMBER(compile_after, "--compile-after", 2000, 0, 1000000000, "--compile: only if the search has taken so many milliseconds of processor time") \
  STRING(checkpoint, "--checkpoint", NULL, "FILE", "explicit: write the search to FILE now and then, and when it is stopped, for `selvage resume FILE`") \
  SECONDS(every, "--every", "--checkpoint: write after so much time (0: every 10 minutes)") \
  NUMBER(stop_after, "--stop-after", 0, 0, INT64_MAX, "")                                \
  STRING(disk, "--disk", NULL, "DIR", "explicit: keep visited states in DIR once memory (--memory) is full") \
  NUMBER(spill_after, "--spill-after", 0, 0, INT32_MAX, "")                             \
  NUMBER(share_after, "--share-after", 2048, 1, INT32_MAX, "")                          \
  FLAG(shortest, "--shortest", "auto, explicit: look for a shortest violating run, however long it takes") \
  FLAG(keep_going, "--keep-going", "report every violated property")                    \
  CHOICE(deadlock, "--deadlock", TRISTATE, AUTO, "look for deadlocks (auto: if the model says so)") \
  NUMBER(threads, "--threads", 0, 0, 10000, "most threads alive (0: as many as there can be, 8 if unbounded)") \
  NUMBER(recursion, "--recursion", 4, 0, 64, "most nested activations of a recursive procedure (0: a stack without bound)") \
  NUMBER(pool, "--pool", 0, 0, 255, "overrides the pool of every process (0: as declared); UML: events that a pool holds (0: 4)") \
  CHOICE(init, "--init", INIT, ANY, "value of uninitialised Boolean-program variables") \
  LIST(label, "--label", NULL, "L", "Boolean programs: reaching label L is bad; thread transition systems: the target S|L") \
  LIST(invariant, "--invariant", NULL, "EXPR", "check this invariant too")              \
  LIST(reach, "--reach", NULL, "EXPR", "look for a state in which this holds (then: violated)") \
  CHOICE(regions, "--regions", REGIONS, ATOMIC, "UML: a transition is one step, or exit, effect and entry are") \
  CHOICE(deferral, "--deferral", DEFERRAL, PSSM, "UML: what deferral blocks, and when events are released") \
  FLAG(flatten, "--flatten", "UML: a location per configuration instead of variables for regions") \
  STRING(stimulus, "--stimulus", NULL, "EVENTS", "UML: events in the pool before the first step") \
  FLAG(races, "--races", "C: look for data races too")                                  \
  FLAG(leaks, "--leaks", "C: look for memory that is not freed at the end too")         \
  FLAG(overflow, "--overflow", "C: look for overflow of signed arithmetic too")         \
  NUMBER(objects, "--objects", 4, 1, 1000, "C: objects that a malloc in a loop may have alive") \
  FLAG(malloc_may_fail, "--malloc-may-fail", "C: malloc may return NULL")               \
  LIST(define, "--define", "-D", "NAME[=VALUE]", "Promela: define a macro")             \
  LIST(include, "--include", "-I", "DIR", "Promela: look for included files in DIR too") \
  LIST(with, "--with", NULL, "FILE", "C: this file is a part of the program too")        \
  LIST(clang, "--clang", NULL, "FLAG", "C: a flag for clang, as behind --")              \
  STRING(question, "--question", NULL, "FILE", "hybrid automata: a script with questions") \
  LIST(set, "--set", NULL, "NAME=VALUE", "proc: the value of a parameter; UML: an object, o=Class(a=1), an attribute, o.a=1, or @FILE of such lines") \
  CHOICE(claims, "--claims", ON_OFF, ON, "Promela: check ltl formulas and never claims too") \
  LIST(ltl, "--ltl", NULL, "FORMULA", "check this formula too (words of the language)") \
  FLAG(nonprogress, "--nonprogress", "Promela: look for cycles without a progress label") \
  FLAG(fair, "--fair", "infinite runs: only those count in which no process is left out for ever") \
  CHOICE(liveness, "--liveness", LIVENESS, AUTO, "infinite runs: record a state and come back to it, count rounds of acceptance, rlive, or close loops") \
  FLAG(lossy, "--lossy", "Promela: a send to a full channel loses the message")         \
  NUMBER(seed, "--seed", 1, 0, INT64_MAX, "seed of random choices")                     \
  STRING(results, "--results", NULL, "FILE", "sweep: keep results in FILE (.tsv), and go on from there") \
  STRING(part, "--part", NULL, "I/N", "sweep: only the I-th of N parts of the table")    \
  STRING(summary, "--summary", NULL, "FILE", "sweep: the table as a page (.html)")       \
  NUMBER(steps, "--steps", 100, 0, 1000000000, "simulate: how many steps")              \
  FLAG(interactive, "--interactive", "simulate: choose each step yourself")             \
  NUMBER(walk, "--walk", 2000, 0, 1000000000, "auto: steps of the first random walk; gpu, --search walk: of all walks")   \
  NUMBER(look, "--look", 30, 0, 1000000, "auto: milliseconds of the first look by explicit search, at most (0: none)") \
  NUMBER(log, "--log", 0, 0, 3, "how much to say about what is going on")               \
  FLAG(quiet, "--quiet", "no progress lines")                                          \
  FLAG(watch, "--watch", "check again whenever a file has changed, until Ctrl-C")
// clang-format on

typedef enum {
  SV_OPT_FLAG,
  SV_OPT_NUMBER,
  SV_OPT_SECONDS,
  SV_OPT_MEGABYTES,
  SV_OPT_CHOICE,
  SV_OPT_STRING,
  SV_OPT_LIST
} sv_option_kind;

typedef SV_VEC(const char *) sv_option_list;

// An enumeration for every list of words, and the text of a word: sv_opt_search,
// sv_opt_search_text.
typedef enum {
#define SV_WORD_LIST(LIST, NAME) SV_LIST_##LIST,
  SV_WORD_LISTS(SV_WORD_LIST)
#undef SV_WORD_LIST
} sv_word_list;
extern const char *const *const sv_word_texts[];  // by list; each ends with NULL
#define SV_WORD(LIST, WORD, TEXT) SV_OPT_##LIST##_##WORD,
#define SV_WORD_LIST(LIST, NAME)                                                 \
  typedef enum sv_words_##LIST{SV_WORDS_##LIST(SV_WORD, SV_WORD)} sv_opt_##NAME; \
  static inline const char *sv_opt_##NAME##_text(sv_opt_##NAME word) {           \
    return sv_word_texts[SV_LIST_##LIST][word];                                  \
  }
SV_WORD_LISTS(SV_WORD_LIST)
#undef SV_WORD_LIST
#undef SV_WORD

// The options in order, to number them: SV_OPTION_engine …
typedef enum {
#define SV_OPTION_NUMBER(NAME, ...) SV_OPTION_##NAME,
  SV_OPTIONS(SV_OPTION_NUMBER, SV_OPTION_NUMBER, SV_OPTION_NUMBER, SV_OPTION_NUMBER,
             SV_OPTION_NUMBER, SV_OPTION_NUMBER, SV_OPTION_NUMBER)
#undef SV_OPTION_NUMBER
      SV_OPTION_COUNT
} sv_option_number;
enum { SV_OPTION_WORDS = SV_OPTION_COUNT / 64 + 1 };

typedef struct {
#define SV_F(NAME, ...) bool NAME;
#define SV_N(NAME, ...) int64_t NAME;
#define SV_T(NAME, ...) double NAME;
#define SV_C(NAME, FLAG, LIST, ...) enum sv_words_##LIST NAME;
#define SV_S(NAME, ...) const char *NAME;
#define SV_L(NAME, ...) sv_option_list NAME;
  SV_OPTIONS(SV_F, SV_N, SV_T, SV_N, SV_C, SV_S, SV_L)
#undef SV_L
#undef SV_F
#undef SV_N
#undef SV_T
#undef SV_S
#undef SV_C
  uint64_t given[SV_OPTION_WORDS];  // bit i: the i-th option of the table was set
  char **owned;                     // strings given by set; internal
  uint32_t owned_count;
} sv_options;

typedef struct {
  const char *name, *flag, *argument, *help;
  sv_option_kind kind;
  const char *fallback;      // NUMBER, STRING: default as text, or NULL
  const char *const *words;  // CHOICE: ends with NULL
  uint32_t fallback_word;    // CHOICE
  int64_t min, max;
  size_t offset;       // of the field in sv_options
  const char *letter;  // short form "-D", or NULL
} sv_option_info;

extern const sv_option_info sv_option_table[];  // const; ends with name == NULL

void sv_options_init(sv_options *);
void sv_options_free(sv_options *);
void sv_options_copy(sv_options *to, const sv_options *from);  // to: uninitialised
const sv_option_info *sv_option_find(const char *flag);        // "--engine", "engine" or "-D"
const char *sv_option_fallback(const sv_option_info *);        // default as text, or NULL
bool sv_option_is_tristate(const sv_option_info *);            // auto|on|off
// Sets one option from text, or adds to a list; NULL value for a flag means on.
// "--no-x" is "off" for flags and for choices that have that word; a choice that
// could decide by itself (auto|on|off) needs no value to be on. On failure false
// and the reason appended to *why.
bool sv_options_set(sv_options *, const char *flag, const char *value, sv_text *why);
bool sv_options_flag(const sv_options *, const char *flag);  // the value of a FLAG
bool sv_option_given(const sv_options *, const sv_option_info *);
void sv_options_empty(sv_options *, const char *flag);  // a list
// The value as text that sv_options_set takes, the i-th one of a list; false if there is none.
bool sv_option_value(const sv_options *, const sv_option_info *, uint32_t i, sv_text *);

#endif
