// narrow.h -- the finished model with variables of as many bits as they need.

#ifndef C_NARROW_H
#define C_NARROW_H

#include "lang/c/goal.h"
#include "lang/c/range.h"
#include "model/model.h"

// Same states, same steps, same values; other sorts. A thread number needs two
// bits instead of 64, a mutex one instead of 32. Whatever is computed in more than
// 32 bits is computed in 32 or 62 where its value fits. So are the terms of what is asked.
// What each variable may be before goes to `ranges`, by number.
void c_narrow(sv_model *, c_goals *, c_range *ranges);

#endif
