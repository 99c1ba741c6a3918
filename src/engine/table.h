// table.h -- every engine there is. engine.c makes the table of them.

#ifndef SV_ENGINE_TABLE_H
#define SV_ENGINE_TABLE_H

#include "engine/engine.h"

// In the order in which they are listed for people.
// clang-format off
#define SV_ENGINES(X) \
  X(auto)             \
  X(explicit)         \
  X(bdd)              \
  X(boppo)            \
  X(bmc)              \
  X(ic3)              \
  X(events)           \
  X(cegar)            \
  X(polyhedra)        \
  X(threads)          \
  X(random)
// clang-format on

#define X(NAME) extern const sv_engine sv_engine_##NAME;
SV_ENGINES(X)
#undef X

#endif
