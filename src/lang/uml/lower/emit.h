// emit.h -- what emit.c, section.c and action.c share.

#ifndef UML_EMIT_H
#define UML_EMIT_H

#include "lang/uml/lower/draft.h"

typedef SV_VEC(sv_queue_op) uml_queue_ops;

typedef SV_VEC(const uml_sending *) uml_messages;

// An action but for its guard; the draft has the updates.
typedef struct {
  const uml_edge *edge;
  uml_queue_ops ops;
  const char *print;
  const sv_term *prints;
  const sv_words *const *print_words;
  uint32_t print_count;
  uint32_t fails;
  bool drops;                // a message for an object that has finished
  bool bare;                 // without the draft's updates
  uint32_t lost;             // 1 + an item that the action touches, or 0
  uint32_t left;             // the same
  const uml_messages *sent;  // by the action, or NULL
} uml_action_draft;

// action.c
void uml_write_action(uml_draft *, const uml_action_draft *, sv_term guard);
void uml_write_overflow(uml_draft *, const uml_action_draft *, sv_term guard);
void uml_write_fault(uml_draft *, const uml_edge *, uml_fault, sv_term guard);
uint32_t uml_assertion_property(uml_lowering *, const uml_stmt *);

// message.c
sv_term uml_receiver_queue(uml_draft *, const uml_sending *);
// It is sent, and the receiver has not finished.
sv_term uml_is_received(uml_draft *, const uml_sending *);
// One of them goes to the sender.
sv_term uml_comes_back(uml_draft *, const uml_messages *);
// There is room for message n of a step that sends all of these.
sv_term uml_room(uml_draft *, const uml_messages *, uint32_t n);

// emit.c
// All but the messages, which have been sent.
void uml_emit_rest(uml_draft *, const uml_edge *);

// section.c
// One message after the other, then the rest, while no other object moves.
void uml_emit_section(uml_draft *, const uml_edge *, sv_term guard);

#endif
