// ast.h -- the tree of a PHAVer or HyTech file.
//
// One tree for both languages. Names are words with a place; nothing is
// resolved here. A formula and a sum are both expressions: the parser knows no
// types, so that `(x + 1) <= 2` and `(x <= 2)` need no look-ahead. Everything
// lives in one arena.

#ifndef HA_AST_H
#define HA_AST_H

#include "base/number.h"
#include "base/source.h"
#include "lang/hybrid/lexer.h"

#define HA_DEPTH_MAX 200   // nesting of expressions and commands
#define HA_CHAIN_MAX 1000  // operands of one sum or product

typedef struct {
  sv_name name;  // 0: there is none
  sv_span span;
} ha_word;

typedef struct ha_expr ha_expr;

typedef enum {
  HA_E_NUMBER,
  HA_E_NAME,
  HA_E_PRIMED,  // x'
  HA_E_NEG,
  HA_E_ADD,
  HA_E_SUB,
  HA_E_MUL,
  HA_E_DIV,
  HA_E_TRUE,
  HA_E_FALSE,
  HA_E_ASAP,
  HA_E_NOT,
  HA_E_AND,  // of any number, also none
  HA_E_OR,
  HA_E_LT,
  HA_E_LE,
  HA_E_EQ,
  HA_E_GE,
  HA_E_GT,
  HA_E_IN,   // arg[0] in [arg[1], arg[2]]
  HA_E_LOC,  // loc[word]; beside `=`
  // Regions of HyTech's scripts.
  HA_E_FORWARD,   // reach forward from arg[0] endreach
  HA_E_BACKWARD,  // reach backward from arg[0] endreach
  HA_E_HIDE,      // hide list in arg[0] endhide; list of none: hide non_parameters
  HA_E_EMPTY,     // empty(arg[0])
  HA_E_CALL,      // word(args): any other function
} ha_op;

struct ha_expr {
  ha_op op;
  sv_span span;
  sv_value number;  // NUMBER
  ha_word word;     // NAME PRIMED LOC CALL
  ha_expr **arg;
  uint32_t n;
  const ha_word *list;  // HIDE
  uint32_t words;
};

typedef struct {
  ha_word *at;
  uint32_t n;
} ha_words;

// where & what: a location, or a pattern of locations, and a condition (NULL: true).
typedef struct {
  ha_word where;  // none: only a condition
  ha_expr *what;
} ha_state;

typedef struct {
  ha_state *at;
  uint32_t n;
} ha_states;

typedef struct {
  ha_expr *guard;
  ha_words labels;  // one edge for each; none: internal
  ha_expr *change;  // what stands in `do {…}`, or NULL
  ha_word to;
  sv_span span;
} ha_edge_tree;

typedef struct {
  ha_word word;
  ha_expr *invariant;
  ha_expr *rates;  // what stands in `wait {…}`
  ha_edge_tree *edge;
  uint32_t edges;
} ha_location_tree;

typedef struct {
  ha_word word;
  ha_words control, input, parameters, labels;
  ha_location_tree *location;
  uint32_t locations;
  ha_states initially;
  bool has_initially;
} ha_automaton_tree;

typedef enum {
  HA_C_AUTOMATON,
  HA_C_VARIABLES,  // HyTech: names : type
  HA_C_CONSTANT,   // name := value
  HA_C_PRODUCT,    // name = words (one: another name for it)
  HA_C_REGION,     // name = object.{states}
  HA_C_CALL,       // [name =] object.method [(argument)]
  HA_C_ASSIGN,     // HyTech: name := region
  HA_C_PRINT,      // HyTech: print region
  HA_C_TRACE,      // HyTech: print trace to value using other
  HA_C_IF,         // HyTech: if value then … else … endif
  HA_C_SKIPPED,    // a command that means nothing to us: called method, else name
} ha_command_kind;

typedef struct ha_command ha_command;
struct ha_command {
  ha_command_kind kind;
  sv_span span;
  ha_word name, object, method, argument;
  ha_words words;    // PRODUCT; VARIABLES
  ha_word type;      // VARIABLES
  ha_states states;  // REGION
  ha_expr *value, *other;
  ha_automaton_tree *automaton;
  ha_command **inner;  // IF: both branches
  uint32_t inners;
};

typedef struct {
  ha_syntax syntax;
  ha_command **command;  // of the file, then of the question
  uint32_t commands;
} ha_tree;

#endif
