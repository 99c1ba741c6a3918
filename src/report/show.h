// show.h -- values, processes and states in the words of the model's author.
//
// exec/trace.h prints states for machines and tests: every cell under its full
// name, every value as the sort has it. Here bookkeeping variables are left
// out, values with words are shown as words, messages as `req(3)`, and a
// process that its language knows by a number (Promela) as `client(2)`.

#ifndef SV_SHOW_H
#define SV_SHOW_H

#include "exec/trace.h"

// The process as it stands in this state; "client[1]" where it has no number.
void sv_show_process(const sv_net *, const sv_state *, uint32_t process, sv_text *);
// The word for a value, or NULL.
const char *sv_show_word(const sv_net *, const sv_words *, sv_value);
void sv_show_message(const sv_net *, uint32_t queue, const sv_value *fields, sv_text *);
// One of them: "x[2] = waiting", or its name alone; false: bookkeeping, or of a process that
// does not run.
bool sv_show_cell(const sv_net *, const sv_state *, uint32_t cell, bool value, sv_text *);
void sv_show_queue(const sv_net *, const sv_state *, uint32_t queue, bool value, sv_text *);
// Lists of items as "x[2] = waiting", "q = [req(3)]"; the caller frees them.
// The variables of a state; the locations of all processes, variables and queues; what
// differs, locations left out, where variables of `actor` go without its name.
void sv_show_initial(const sv_net *, const sv_state *, sv_strings *);
void sv_show_condense(sv_strings *);  // neighbouring cells that are alike: "x[0..9] = 0"
void sv_show_state(const sv_net *, const sv_state *, sv_strings *);
void sv_show_changes(const sv_net *, const sv_state *before, const sv_state *after, uint32_t actor,
                     sv_strings *);
void sv_show_join(const sv_strings *, sv_text *);  // "item, item"
void sv_strings_free(sv_strings *);

// Why the step fails when taken in this state: "index i of a is 3, not 0 to 2", and where (the
// place may be NULL); false if it does not, or its language does not say.
bool sv_show_blame(sv_exec *, const sv_state *, const sv_step *, sv_text *, sv_span *);
// The same of the last step of a run that violates its property by it.
bool sv_show_trace_blame(const sv_net *, const sv_trace *, sv_text *, sv_span *);

// What the step prints when taken in this state; false if it prints nothing.
bool sv_show_output(sv_exec *, const sv_state *, const sv_step *, sv_text *);

#endif
