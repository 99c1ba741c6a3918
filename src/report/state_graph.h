// state_graph.h -- all states of a small model as a picture.

#ifndef SV_STATE_GRAPH_H
#define SV_STATE_GRAPH_H

#include "base/limits.h"
#include "exec/exec.h"

enum { SV_MOST_DRAWN = 500 };  // states: larger graphs cannot be read

typedef enum {
  SV_DRAWN,
  SV_NOT_LISTED,  // too many states, or a limit was reached
  SV_NOT_DRAWN,   // Graphviz is missing or fails, or the file cannot be written
} sv_drawing;

// Writes the graph as a picture (.svg, by Graphviz) or for Graphviz (any other suffix), with
// violations of the properties that are asked for. On failure *why.
sv_drawing sv_draw_states(const sv_net *, const sv_u32s *asked, sv_limits *, const char *path,
                          sv_text *why);

#endif
