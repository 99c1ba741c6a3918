// style.h -- how text looks: the width of its lines, colours, what is shown of a trace.

#ifndef SV_STYLE_H
#define SV_STYLE_H

#include "base/options.h"

typedef enum {
  SV_PLAIN,
  SV_BOLD,
  SV_DIM,
  SV_RED,
  SV_GREEN,
  SV_YELLOW,
  SV_BLUE,
  SV_PURPLE,
  SV_CYAN
} sv_color;

typedef struct {
  size_t width;                      // of a line; SIZE_MAX: as long as it needs to be
  size_t process, place, statement;  // columns
  bool color;
  bool fold;          // repeated steps of a trace are shown once
  uint32_t from, to;  // steps of a trace that are shown, by their numbers
} sv_style;

sv_style sv_style_of(const sv_options *);
sv_style sv_style_of_file(const sv_options *);  // without colours
void sv_style_text(const sv_style *, sv_color, const char *, sv_text *out);
// A colour of its own for each of the first few.
sv_color sv_style_lane(uint32_t number);

#endif
