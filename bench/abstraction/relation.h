// relation.h -- the relation of an abstract model, in a form that can be compared.

#ifndef SV_BENCH_RELATION_H
#define SV_BENCH_RELATION_H

#include "base/limits.h"
#include "model/model.h"

// All steps between states, the initial states, and the violations of each property, each as one
// decision diagram over the bits of the state in their own order, and hashed node by node: two
// models with the same variables have the same number if and, but for a collision of 64 bits,
// only if these diagrams are the same. Other differences (which action a step is of, by which
// choice) do not count. 0: a limit was reached, or the memory. Best used in a process of its own.
uint64_t relation_number(sv_model *, sv_limits *);

#endif
