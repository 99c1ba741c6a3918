// lower_error.c -- what Spin calls an error at run time.
//
// Each kind is a property of the model. An expression collects a condition for
// every kind that can happen in it ("no error if this holds"): its statement
// gets an action that fails the property where the condition does not hold,
// see lower_action.c. docs/promela-meaning.md has pan's behaviour in each case.

#include "lang/promela/lower/lower.h"

typedef struct {
  const char *name, *text;
} error_text;

const char *pml_error_name(pml_error_kind kind, const char **text) {
  static const error_text kinds[PML_ERRORS] = {
      [PML_ERROR_INDEX] = {"array-index", "every index is in range"},
      [PML_ERROR_DIVISION] = {"division", "nothing is divided by zero"},
      [PML_ERROR_ENABLED] = {"enabled", "no process asks whether it is enabled itself"},
      [PML_ERROR_CHANNEL] = {"uninitialised-channel", "every channel that is used is initialised"},
      [PML_ERROR_GONE] = {"deleted-channel", "no channel is used after the end of its process"},
      [PML_ERROR_POLL] = {"rendezvous-poll", "no rendezvous channel is polled"},
      [PML_ERROR_D_STEP] = {"d_step-blocks", "no d_step blocks"},
      [PML_ERROR_D_STEP_SEND] = {"rendezvous-in-d_step", "no d_step sends by rendezvous"},
      [PML_ERROR_MESSAGE] = {"message-fields", "every message has all fields of its channel"},
      [PML_ERROR_RUN] = {"processes", "there are never more than 255 processes"},
      [PML_ERROR_PRIORITY] = {"priority", "priorities are 1 to 255"},
  };
  assert(kind < PML_ERRORS && kinds[kind].name);
  *text = kinds[kind].text;
  return kinds[kind].name;
}

uint32_t pml_error_property(pml_lowering *l, pml_error_kind kind) {
  uint32_t *slot = &l->error_property[kind];
  const char *text, *name = pml_error_name(kind, &text);
  if (!*slot)
    *slot = sv_model_property(l->model, sv_names_cstr(l->model->names, name), SV_PROP_ASSERTION,
                              SV_NONE, text, SV_NOWHERE);
  return *slot;
}

void pml_assume(pml_here *h, pml_error_kind kind, sv_term good) {
  assert(kind < PML_EXPR_ERRORS);
  h->ok[kind] = sv_and(h->l->terms, h->ok[kind], sv_implies(h->l->terms, h->when, good));
}

void pml_assume_of(pml_here *h, pml_error_kind kind, sv_term good, sv_blame blame) {
  blame.when = sv_and(h->l->terms, h->when, sv_not(good));
  sv_blame_add(h->l->arena, &h->blames, kind, blame);
  pml_assume(h, kind, good);
}

// --- channels

sv_term pml_is_unset(pml_here *h, const pml_expr *e) {
  sv_terms *T = h->l->terms;
  if (!pml_maybe_unset(h->l, e)) return SV_FALSE;
  return sv_eq(T, pml_channel_term(h, e), sv_const(T, sv_sort_ref(T), sv_small(0)));
}

// A number is that of a channel whose process runs, or of none.
sv_term pml_is_gone(pml_here *h, const pml_expr *e) {
  sv_terms *T = h->l->terms;
  if (!pml_maybe_gone(h->l, e)) return SV_FALSE;
  sv_term channel = pml_channel_term(h, e);
  return sv_not(sv_eq(T, channel, sv_cast(T, sv_sort_ref(T), pml_as_int(h->l, channel))));
}

// Where all channels are rendezvous, a receive only waits to be taken along by a send; where
// some are, it first asks what the channel is; where none is, for its length.
bool pml_sees_unset(const pml_lowering *l, pml_use use) {
  return use != PML_USE_RECEIVE || !pml_has_channels(l, false) || pml_has_channels(l, true);
}

bool pml_sees_gone(const pml_lowering *l, pml_use use) {
  switch (use) {
  case PML_USE_LENGTH: return false;
  case PML_USE_RECEIVE: return pml_has_channels(l, false) && pml_has_channels(l, true);
  case PML_USE_POLL: return pml_has_channels(l, false);
  case PML_USE_SEND: return true;
  }
  SV_UNREACHABLE();
}

sv_term pml_used_channel(pml_here *h, const pml_expr *e, pml_use use) {
  sv_term channel = pml_channel_term(h, e);
  if (pml_sees_unset(h->l, use)) pml_assume(h, PML_ERROR_CHANNEL, sv_not(pml_is_unset(h, e)));
  if (pml_sees_gone(h->l, use)) pml_assume(h, PML_ERROR_GONE, sv_not(pml_is_gone(h, e)));
  return channel;
}
