// choices.h -- the values of finite sorts in a net, counted upwards.

#ifndef SV_CHOICES_H
#define SV_CHOICES_H

#include "model/net.h"

// Does the sort contain the value, in this net (references and locations too)?
bool sv_choices_has(const sv_net *, sv_sort, sv_value);
bool sv_choices_finite(const sv_net *, const sv_sort *sorts, uint32_t n);
// There are at most so many tuples of values.
bool sv_choices_at_most(const sv_net *, const sv_sort *sorts, uint32_t n, uint64_t most);
// A tuple of values of finite sorts: the first one, and the next; the last value changes fastest.
void sv_choices_first(const sv_net *, const sv_sort *sorts, uint32_t n, sv_value *values);
bool sv_choices_next(const sv_net *, const sv_sort *sorts, uint32_t n,
                     sv_value *values);  // false: was the last

#endif
