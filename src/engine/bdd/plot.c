// plot.c -- nodes over iterations as a picture.

#include "base/output.h"
#include "engine/bdd/search.h"

enum { WIDTH = 720, HEIGHT = 400, LEFT = 80, RIGHT = 20, TOP = 40, BOTTOM = 50, MARKS = 4 };

typedef struct {
  uint32_t points;
  uint64_t most;  // nodes at the top of the picture
  sv_text svg;
} picture;

static double across(const picture *p, uint32_t i) {
  double room = WIDTH - LEFT - RIGHT;
  return LEFT + (p->points > 1 ? room * i / (p->points - 1) : room / 2);
}

static double up(const picture *p, uint64_t nodes) {
  return HEIGHT - BOTTOM - (double)(HEIGHT - TOP - BOTTOM) * (double)nodes / (double)p->most;
}

// 1, 2 or 5 times a power of ten, at least n.
static uint64_t round_up(uint64_t n) {
  uint64_t power = 1;
  while (power * 10 <= n) power *= 10;
  if (n <= power) return power;
  return n <= 2 * power ? 2 * power : n <= 5 * power ? 5 * power : 10 * power;
}

static void draw_axes(picture *p, const char *title) {
  sv_text_printf(&p->svg, "<text x=\"%d\" y=\"24\" font-weight=\"bold\">", LEFT);
  sv_text_xml(&p->svg, title);
  sv_text_string(&p->svg, "</text>\n");
  for (uint32_t i = 0; i <= MARKS; i++) {
    double y = up(p, p->most * i / MARKS);
    sv_text_printf(&p->svg, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>", LEFT, y, WIDTH - RIGHT);
    sv_text_printf(&p->svg, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%llu</text>\n", LEFT - 8,
                   y + 4, (unsigned long long)(p->most * i / MARKS));
  }
  sv_text_printf(&p->svg, "<text x=\"%d\" y=\"%d\">1</text>", LEFT, HEIGHT - BOTTOM + 20);
  sv_text_printf(&p->svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%u iterations</text>\n",
                 WIDTH - RIGHT, HEIGHT - BOTTOM + 20, p->points);
}

static void draw_line(picture *p, const sv_bdd_search *x, bool live, const char *colour,
                      const char *name, int row) {
  sv_text_string(&p->svg, "<path fill=\"none\" stroke-width=\"1.5\" d=\"");
  for (uint32_t i = 0; i < p->points; i++) {
    uint64_t n = live ? x->points.at[i].live : x->points.at[i].nodes;
    sv_text_printf(&p->svg, "%c%.1f %.1f", i ? 'L' : 'M', across(p, i), up(p, n));
  }
  if (p->points == 1) sv_text_string(&p->svg, "h4");
  sv_text_printf(&p->svg, "\" stroke=\"%s\"/>", colour);
  sv_text_printf(&p->svg, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", LEFT + 12,
                 TOP + 16 * row, colour, name);
}

static uint64_t highest(const sv_bdd_search *x) {
  uint64_t most = 1;
  for (uint32_t i = 0; i < x->points.n; i++) {
    if (x->points.at[i].nodes > most) most = x->points.at[i].nodes;
    if (x->points.at[i].live > most) most = x->points.at[i].live;
  }
  return most;
}

bool sv_bdd_plot(const sv_bdd_search *x, const char *path, sv_text *why) {
  picture p = {.points = x->points.n, .most = round_up(highest(x))};
  sv_text title = {0};
  sv_text_printf(&title, "%s: nodes, %s", x->s->net->model->title, sv_opt_search_text(x->search));
  sv_text_printf(&p.svg,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                 "font-family=\"sans-serif\" font-size=\"12\">\n"
                 "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                 WIDTH, HEIGHT);
  draw_axes(&p, sv_text_get(&title));
  draw_line(&p, x, true, "#888888", "all nodes", 1);
  draw_line(&p, x, false, "#0060c0", "nodes of the states reached", 2);
  sv_text_string(&p.svg, "</svg>\n");
  bool good = sv_output_write(path, &p.svg, why);
  sv_text_free(&p.svg);
  sv_text_free(&title);
  return good;
}
