// ast.h -- UML state machines as the readers leave them and the checks finish them.
//
// The readers (plantuml/, xmi/) build classes, regions, vertices and
// transitions; guards and behaviours are spans of source text until action/
// turns them into trees. The checks resolve names and types. Everything lives
// in one arena; vectors of pointers are arrays in it once the readers are done
// with an element. Words are those of the UML: a vertex is a state or a
// pseudostate, an orthogonal state has several regions.

#ifndef UML_AST_H
#define UML_AST_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "lang/temporal.h"

#define UML_DEPTH_MAX 200       // nesting of states, statements and expressions
#define UML_VERTICES_MAX 20000  // of one class
#define UML_OBJECTS_MAX 200
#define UML_LOOP_MAX 64  // turns of a `while`

typedef struct uml_expr uml_expr;
typedef struct uml_stmt uml_stmt;
typedef struct uml_enum uml_enum;
typedef struct uml_signal uml_signal;
typedef struct uml_class uml_class;
typedef struct uml_object uml_object;
typedef struct uml_region uml_region;
typedef struct uml_vertex uml_vertex;
typedef struct uml_transition uml_transition;

#define UML_LIST(T) SV_VEC(T *)

// ---- types and declarations

typedef enum { UML_BAD, UML_BOOL, UML_INT, UML_ENUM, UML_REF } uml_type_kind;

typedef struct {
  uml_type_kind kind;
  uml_enum *set;     // ENUM
  uml_class *class;  // REF; NULL: nil
  sv_name named;     // as written, before it is resolved
  sv_span span;
} uml_type;

typedef struct {
  sv_name name;
  sv_span span;
  uml_type type;
  uml_expr *init;  // attributes: or NULL
} uml_variable;    // an attribute of a class, a parameter of a signal

typedef struct {
  uml_variable **at;
  uint32_t n;
} uml_variables;

struct uml_enum {
  sv_name name;
  sv_span span;
  sv_name *member;
  uint32_t members;
};

struct uml_signal {
  sv_name name;
  sv_span span;
  uml_variables parameters;
  bool declared;    // not only mentioned by a trigger
  bool sent;        // by some object
  bool operation;   // a call, not a signal
  uint32_t number;  // among all
};

// ---- action language

typedef enum {
  UML_E_NUMBER,
  UML_E_TRUE,
  UML_E_FALSE,
  UML_E_NIL,
  UML_E_SELF,
  UML_E_NAME,  // attribute, parameter, object or enumeration member
  UML_E_DOT,   // arg[0].name
  UML_E_CALL,  // name(arg…) without a definition
  UML_E_IN,    // in(S), in(o, S): arg[0] is the object or NULL
  UML_E_NOT,
  UML_E_NEG,
  UML_E_OR,
  UML_E_AND,
  UML_E_EQ,
  UML_E_NE,
  UML_E_LT,
  UML_E_LE,
  UML_E_GT,
  UML_E_GE,
  UML_E_ADD,
  UML_E_SUB,
  UML_E_MUL,
  UML_E_DIV,
  UML_E_MOD,
  UML_E_IMPLIES,   // in formulas only
  UML_E_TEMPORAL,  // likewise
} uml_op;

// What a name means.
typedef enum {
  UML_N_UNKNOWN,
  UML_N_ATTRIBUTE,
  UML_N_PARAMETER,
  UML_N_OBJECT,
  UML_N_MEMBER,
} uml_name_kind;

struct uml_expr {
  uml_op op;
  sv_span span;
  uml_type type;
  sv_name name;    // NAME DOT CALL; IN: the state
  int64_t number;  // NUMBER; MEMBER: its place
  sv_temporal temporal;
  uml_expr **arg;
  uint32_t n;
  uml_name_kind means;       // NAME
  uml_variable *variable;    // ATTRIBUTE, PARAMETER; DOT
  uml_object *object;        // OBJECT
  const uml_vertex **state;  // IN: the state in each class that can be asked
  uint32_t states;
};

typedef enum {
  UML_S_ASSIGN,  // target = value
  UML_S_IF,
  UML_S_WHILE,
  UML_S_SEND,  // target (NULL: to itself), signal, arg
  UML_S_ASSERT,
  UML_S_LOG,   // text, arg
  UML_S_CALL,  // without a definition: an entry of the log
} uml_stmt_kind;

typedef struct {
  uml_stmt **at;
  uint32_t n;
} uml_block;

struct uml_stmt {
  uml_stmt_kind kind;
  sv_span span;
  uml_expr *target, *value;
  uml_block body, otherwise;
  uint32_t most;       // WHILE: turns
  sv_name name;        // SEND: the signal as written; LOG: the text; CALL
  uml_signal *signal;  // SEND
  uml_expr **arg;
  uint32_t n;
};

// The text of a guard or a behaviour, and what it says.
typedef struct {
  sv_span *text;  // several where a state has several entries
  uint32_t texts;
  uml_block body;
} uml_behavior;

static inline bool uml_acts(const uml_behavior *b) { return b->body.n != 0; }

// ---- machines

typedef enum {
  UML_STATE,
  UML_FINAL,
  UML_INITIAL,
  UML_CHOICE,
  UML_JUNCTION,
  UML_FORK,
  UML_JOIN,
  UML_SHALLOW_HISTORY,
  UML_DEEP_HISTORY,
  UML_ENTRY_POINT,
  UML_EXIT_POINT,
  UML_TERMINATE,
} uml_vertex_kind;

typedef struct {
  sv_name name;  // as written
  sv_span span;
  uml_signal *signal;
  sv_name *parameter;  // names for its parameters; NULL: those of the signal
  uint32_t parameters;
} uml_trigger;
typedef SV_VEC(uml_trigger) uml_triggers;

struct uml_vertex {
  uml_vertex_kind kind;
  sv_name name;   // as people see it; 0 for most pseudostates
  sv_name alias;  // as the source calls it; may be the name
  sv_span span;
  uml_class *class;
  uml_region *region;  // that holds it; NULL for entry and exit points
  uml_vertex *owner;   // state around it (also of entry and exit points), or NULL
  UML_LIST(uml_region) regions;
  UML_LIST(uml_vertex) points;  // entry and exit points
  uml_behavior entry, exit, activity;
  uml_triggers deferred;
  UML_LIST(uml_transition) outgoing, incoming;
  uint32_t number;  // within its class, in the order of a walk from the outside
  uint32_t depth;   // states around it
};

struct uml_region {
  uml_class *class;
  uml_vertex *state;  // NULL: of the machine itself
  UML_LIST(uml_vertex) vertices;
  uml_vertex *initial;  // or NULL
  uint32_t number;      // within its class
  sv_span span;
};

typedef enum { UML_EXTERNAL, UML_LOCAL, UML_INTERNAL } uml_transition_kind;

struct uml_transition {
  sv_name name;  // or 0
  sv_span span;
  uml_transition_kind kind;
  uml_vertex *source, *target;
  uml_triggers triggers;
  sv_span guard_text;  // nowhere: none
  bool is_else;
  uml_expr *guard;  // or NULL
  uml_behavior effect;
  const char *text;  // for traces; NULL: that of the source
  uint32_t number;   // within its class
};

struct uml_class {
  sv_name name;
  sv_span span;
  uml_variables attributes;
  UML_LIST(uml_region) regions;   // of its machine; none: a class without behaviour
  UML_LIST(uml_vertex) vertices;  // all of them, by number
  UML_LIST(uml_transition) transitions;
  uint32_t region_count, objects;
  uint32_t number;
};

typedef struct {
  sv_name attribute;
  sv_span span;
  uml_variable *variable;
  uml_expr *value;
} uml_slot;

struct uml_object {
  sv_name name;
  sv_span span;
  sv_name class_name;
  sv_span class_span;
  uml_class *class;
  SV_VEC(uml_slot) slots;
  uint32_t number;    // among all
  uint32_t of_class;  // among those of its class
};

typedef struct {
  sv_name name;
  sv_span span;
  bool reach;    // violated where it holds, not where it does not
  bool formula;  // about whole runs
  sv_span text;  // nowhere: given on the command line, parsed already
  uml_expr *value;
} uml_property;

// An event that waits in a pool before the first step.
typedef struct {
  sv_span span;
  sv_name object, signal;
  uml_object *to;
  uml_signal *meant;
  uml_expr **arg;
  uint32_t n;
} uml_event;

// --set object.attribute=value
typedef struct {
  sv_name object;
  sv_span span;
  uml_slot slot;
} uml_setting;

typedef struct {
  UML_LIST(uml_class) classes;
  UML_LIST(uml_signal) signals;
  UML_LIST(uml_enum) enums;
  UML_LIST(uml_object) objects;
  UML_LIST(uml_property) properties;
  SV_VEC(uml_setting) settings;
  SV_VEC(uml_event) stimulus;
  bool has_stimulus;
  bool has_environment;  // declared: the signals below and no others
  uml_triggers environment;
} uml_model;

// ---- small questions

static inline bool uml_is_state(const uml_vertex *v) { return v->kind == UML_STATE; }
static inline bool uml_is_composite(const uml_vertex *v) { return v->regions.n != 0; }
static inline bool uml_is_orthogonal(const uml_vertex *v) { return v->regions.n > 1; }
static inline bool uml_is_point(const uml_vertex *v) {
  return v->kind == UML_ENTRY_POINT || v->kind == UML_EXIT_POINT;
}
static inline bool uml_is_history(const uml_vertex *v) {
  return v->kind == UML_SHALLOW_HISTORY || v->kind == UML_DEEP_HISTORY;
}
// What temporal operators may stand below.
static inline bool uml_is_connective(const uml_expr *e) {
  return e->op == UML_E_NOT || e->op == UML_E_AND || e->op == UML_E_OR || e->op == UML_E_IMPLIES ||
         e->op == UML_E_TEMPORAL;
}
// Is v the state s, or somewhere inside of it (its points included)?
static inline bool uml_inside(const uml_vertex *v, const uml_vertex *s) {
  while (v && v != s) v = v->owner;
  return v != NULL;
}
static inline bool uml_inside_region(const uml_vertex *v, const uml_region *r) {
  for (; v; v = v->owner)
    if (v->region == r) return true;
  return false;
}

#endif
