// flags.h -- which of the user's flags clang is given.

#ifndef C_FLAGS_H
#define C_FLAGS_H

#include "base/options.h"

const char *c_wrong_flag(const sv_option_list *);  // the first that is not taken, or NULL

#endif
