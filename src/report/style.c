// style.c -- see style.h.

#include "report/style.h"

enum { USUAL = 100, LEAST = 60 };  // columns

static const char *const codes[] = {
    [SV_PLAIN] = "",    [SV_BOLD] = "1",  [SV_DIM] = "2",     [SV_RED] = "31", [SV_GREEN] = "32",
    [SV_YELLOW] = "33", [SV_BLUE] = "34", [SV_PURPLE] = "35", [SV_CYAN] = "36"};

// Of 100 columns process, place and statement have 14, 18 and 28; wider lines leave half of
// what is more to the statement, the other half to changes.
static void share_columns(sv_style *s) {
  size_t width = s->width == SIZE_MAX ? USUAL : s->width;
  size_t narrow = width < USUAL ? width : USUAL;
  s->process = 14 * narrow / USUAL;
  s->place = 18 * narrow / USUAL;
  s->statement = 28 * narrow / USUAL + (width > USUAL ? (width - USUAL) / 2 : 0);
}

sv_style sv_style_of_file(const sv_options *o) {
  sv_style s = {.width = (size_t)o->width, .fold = o->fold == SV_OPT_ON_OFF_ON};
  s.from = (uint32_t)o->from_step;
  s.to = o->to_step ? (uint32_t)o->to_step : UINT32_MAX;
  if (!s.width) s.width = USUAL;
  if (s.width < LEAST) s.width = LEAST;
  if (o->wide) s.width = SIZE_MAX;
  share_columns(&s);
  return s;
}

sv_style sv_style_of(const sv_options *o) {
  sv_style s = sv_style_of_file(o);
  s.color = o->color == SV_OPT_TRISTATE_ON;
  return s;
}

void sv_style_text(const sv_style *s, sv_color color, const char *text, sv_text *out) {
  assert(color < SV_COUNT(codes));
  bool plain = !s->color || color == SV_PLAIN || !*text;
  if (!plain) sv_text_printf(out, "\033[%sm", codes[color]);
  sv_text_string(out, text);
  if (!plain) sv_text_string(out, "\033[0m");
}

sv_color sv_style_lane(uint32_t number) {
  static const sv_color lanes[] = {SV_BLUE, SV_PURPLE, SV_CYAN, SV_YELLOW, SV_GREEN, SV_BOLD};
  return lanes[number % SV_COUNT(lanes)];
}
