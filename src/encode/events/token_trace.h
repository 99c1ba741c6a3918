// token_trace.h -- runs as token traces: which events occur, and from which event each has
// each of its values.
//
// J. Dubrovin: Efficient Symbolic Model Checking of Concurrent Systems (Aalto University, 2011),
// 5.3.2 and 5.3.3. An event net is a one-off high-level net: every potential event occurs at most once.
// A place always holds one token, with a value; an event looks at tokens (input arcs), takes
// some of them and puts new ones there instead (output arcs). Arcs may be conditional: an arc
// that is not active is not there. So an event is short for several, of which one occurs.
//
// The formula: every active input arc is linked to an active output arc of its place (or to
// an initial token), both values agree, and the producer happens before. Of one output only
// one arc takes the token, and every other event linked to it happens before that one (the
// reader rule). Nothing happens before itself (ordering.h). Then any order of the events that respects
// the links and the reader rule is a run; docs/engine-events.md has the proof. That an arc may be
// linked to more than one output does no harm: links are never wanted but in "some link".
//
// A *frontier* stands for all that lies beyond what was unwound: other events may also take
// tokens from it, at the places that it says, each with a value of its own, as often as they
// like. The only condition is that the frontier happens before. Two frontiers may stand for the
// same step of two processes, each of which looks at the other's token: the reader rule does not
// put frontiers in an order.

#ifndef SV_TOKEN_TRACE_H
#define SV_TOKEN_TRACE_H

#include "encode/events/ordering.h"
#include "encode/graph/tseitin.h"
#include "solver/smt.h"

#define SV_INITIAL_EVENT UINT32_MAX
#define SV_ANY_SPOT UINT32_MAX
#define SV_UNREAD ((sv_lit){UINT32_MAX})  // a bit of a value that does not matter

typedef struct {
  uint32_t moment;
  bool frontier;
  sv_lit occurs;
} sv_event;

// A token may bear a mark, its spot: then an arc may ask for tokens of one spot only.
typedef struct {
  uint32_t event;  // or SV_INITIAL_EVENT
  uint32_t place, spot;
  sv_lit active;   // implies that the event occurs
  uint32_t value;  // its first bit in `values`; as many as the place has
  uint32_t term;   // 1 + its place in `terms`; 0: bits are all there is
} sv_output_arc;

typedef struct {
  uint32_t event, place, spot;
  sv_lit active;    // implies that the event occurs
  sv_lit consumes;  // implies `active`; false: a test arc
  uint32_t value;   // bits may be SV_UNREAD
  uint32_t term;    // likewise; 0: it does not matter either
} sv_input_arc;

// While the literal is true, these two of `terms` are equal.
typedef void sv_equal_terms_fn(void *context, int32_t linked, uint32_t a, uint32_t b);
// May the arc take a token from this frontier? Then under which condition on its value.
struct sv_event_net;
typedef bool sv_chaos_fn(void *context, uint32_t frontier, const sv_input_arc *, sv_lit *condition);

typedef struct sv_event_net {
  sv_aig *aig;
  const uint32_t *widths;  // by place
  uint32_t places;
  SV_VEC(sv_event) events;
  SV_VEC(sv_output_arc) outputs;
  SV_VEC(sv_input_arc) inputs;
  sv_lits values;
  SV_VEC(sv_moment) moments;
  sv_u32s frontiers;  // events
  sv_smt_terms terms;
  sv_equal_terms_fn *equal;  // NULL: there are no terms
  void *equal_context;
  sv_chaos_fn *chaos;
  void *context;
} sv_event_net;

void sv_event_net_free(sv_event_net *);  // not the graph

typedef struct {
  uint32_t input;
  uint32_t source;   // output, or the frontier's event
  bool chaotic;      // the latter
  int32_t linked;    // literal
  int32_t consumed;  // literal: linked, and the token is taken; 0: never (or chaotic)
} sv_token_link;

typedef struct {
  const sv_event_net *net;
  sv_cnf *cnf;
  sv_cnf_sink to;
  sv_ordering ordering;
  SV_VEC(sv_token_link) links;
  sv_u32s first;  // by input: its first link; one more at the end
  uint64_t clauses;
} sv_token_trace;

// Which axioms are left out: for tests only, which show that none is superfluous.
typedef enum {
  SV_WITHOUT_NOTHING,
  SV_WITHOUT_READERS = 1,
  SV_WITHOUT_INJECTIVITY = 2,
  SV_WITHOUT_ORDER = 4,
} sv_token_axioms;

// Emits the formula. The net, the conversion (of its graph) and the sink, which is the
// conversion's, must outlive it, and it must not be moved. False: too large; then it must
// only be freed.
bool sv_token_trace_init(sv_token_trace *, const sv_event_net *, sv_cnf *, sv_cnf_sink,
                         unsigned without, sv_limits *);
void sv_token_trace_free(sv_token_trace *);

typedef bool sv_model_fn(void *context, int32_t literal);
// The pairs of moments, u << 32 | v, that a model puts in order by links and readers.
void sv_token_trace_order(const sv_token_trace *, sv_model_fn *, void *context, sv_u64s *out);
// Is there a cycle in a model? Then it is excluded by a clause.
bool sv_token_trace_refute(sv_token_trace *, sv_model_fn *, void *context);

#endif
