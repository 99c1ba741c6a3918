// parser.h -- from a file to its tree.

#ifndef HA_PARSER_H
#define HA_PARSER_H

#include "base/arena.h"
#include "base/diag.h"
#include "lang/hybrid/ast.h"

// Which language a file is written in: by its suffix, else by how it begins.
ha_syntax ha_syntax_of(sv_names *, const sv_sources *, uint32_t file);

// Appends the commands of a file. Reports what is wrong with it.
void ha_parse(sv_arena *, sv_names *, sv_numbers *, const sv_sources *, uint32_t file, sv_diags *,
              ha_tree *);

// A region as the command line has it: a list of states, or a formula of HyTech. NULL: no such.
ha_expr *ha_parse_formula(sv_arena *, sv_names *, sv_numbers *, const sv_sources *, uint32_t file,
                          sv_diags *, ha_syntax);
bool ha_parse_states(sv_arena *, sv_names *, sv_numbers *, const sv_sources *, uint32_t file,
                     sv_diags *, ha_states *out);

#endif
