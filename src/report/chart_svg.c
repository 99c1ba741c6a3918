// chart_svg.c -- draws a message sequence chart as SVG.
//
// One column per process, one row per step. Everything is placed on whole
// pixels and written in one order, so a trace always gives the same bytes.
// What lies behind is drawn first: lifelines, then messages, then steps.
// Every step carries its full statement, place and changes as a tooltip.

#include "report/chart.h"
#include "report/line.h"

enum {
  GUTTER = 40,  // left of the first column, without the places' names
  TOP = 116,    // of the first row
  ROW = 42,
  BOX = 22,  // height
  WAIT_LINE = 18,
  HEAD = 26,
  NOTE_LINE = 15,
  LETTER = 7,  // width, of the monospaced font
  LOOSE_END = 40,
  BOTTOM = 76,
  LINK_ROOM = 12,  // more between the levels of an order
};

typedef struct {
  const sv_chart *chart;
  sv_text *out;
  int *y;                  // by row: the middle of its boxes
  int first, pitch;        // middle of column 0, distance of columns
  int width, height, end;  // end: of the lifelines
} drawing;

static const char style[] =
    "<style>\n"
    "text { font: 12px system-ui, sans-serif; fill: #222; }\n"
    ".code { font: 11px ui-monospace, Menlo, Consolas, monospace; }\n"
    ".title { font-size: 15px; font-weight: 600; }\n"
    ".dim { fill: #888; font-size: 11px; }\n"
    ".life { stroke: #b8c0cc; stroke-dasharray: 4 3; }\n"
    ".head { fill: #e3ecf8; stroke: #5b7fb0; }\n"
    ".box { fill: #fff; stroke: #8a94a3; }\n"
    ".bad { fill: #fde8e6; stroke: #c62828; stroke-width: 2; }\n"
    ".note { fill: #fff8d6; stroke: #d6c36a; }\n"
    ".message { stroke: #2b6cb0; fill: none; marker-end: url(#tip); }\n"
    ".joint { stroke: #2e7d4f; stroke-width: 1.5; marker-end: url(#joint-tip); }\n"
    ".start { stroke: #5b7fb0; stroke-dasharray: 3 3; marker-end: url(#tip); }\n"
    ".value { stroke: #2b6cb0; marker-end: url(#tip); }\n"
    ".change { stroke: #b06a2b; stroke-dasharray: 4 3; marker-end: url(#tip); }\n"
    ".unknown { stroke: #bbb; marker-end: url(#tip); }\n"
    ".loose { stroke: #b06a2b; fill: #fff; }\n"
    ".dot { fill: #2e7d4f; }\n"
    ".cross { stroke: #555; stroke-width: 1.5; }\n"
    ".halo { paint-order: stroke; stroke: #fbfcfe; stroke-width: 4px; }\n"
    ".verdict { fill: #c62828; font-weight: 600; }\n"
    ".end { stroke: #c62828; stroke-width: 2; }\n"
    "</style>\n"
    "<defs>\n"
    "<marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
    "orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"#2b6cb0\"/></marker>\n"
    "<marker id=\"joint-tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"6\" "
    "markerHeight=\"6\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"#2e7d4f\"/></marker>\n"
    "</defs>\n";

// ---- Pieces -----------------------------------------------------------------------

static int columns_of(const char *s) { return (int)sv_line_columns(s); }
static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }
static int x_of(const drawing *d, uint32_t column) { return d->first + (int)column * d->pitch; }
static int letters(int width) { return most(width / LETTER, 4); }

// The text in at most so many letters.
static void put_short(sv_text *out, const char *s, int width) {
  sv_text cut = {0};
  sv_line_cell(&cut, s, (size_t)least(columns_of(s), width));
  sv_text_xml(out, sv_text_get(&cut));
  sv_text_free(&cut);
}

static void put_text(drawing *d, const char *class, const char *anchor, int x, int y, const char *s,
                     int width) {
  sv_text_printf(d->out, "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">", class, x, y,
                 anchor);
  put_short(d->out, s, width);
  sv_text_string(d->out, "</text>\n");
}

static void put_line(drawing *d, const char *class, int x1, int y1, int x2, int y2) {
  sv_text_printf(d->out, "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", class,
                 x1, y1, x2, y2);
}

static void put_box(drawing *d, const char *class, int x, int y, int width, int height, int round) {
  sv_text_printf(d->out,
                 "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>\n",
                 class, x - width / 2, y - height / 2, width, height, round);
}

// ---- Layout -----------------------------------------------------------------------

static int box_letters(const drawing *d) { return letters(d->pitch - 36); }

static int box_width(const drawing *d, const sv_chart_row *row) {
  return most(least(columns_of(row->statement), box_letters(d)) * LETTER + 16, 30);
}

// From the lifeline to where an arrow may begin.
static int reach(const drawing *d, uint32_t row) {
  const sv_chart_row *r = &d->chart->rows.at[row];
  return r->columns.n > 1 ? 4 : box_width(d, r) / 2;
}

static int lines_of(const char *s) {
  int n = 1;
  for (; *s; s++) n += *s == '\n' && s[1];
  return n;
}

static int note_height(const sv_chart_row *row) {
  return row->output ? lines_of(row->output) * NOTE_LINE + 6 : 0;
}

static int waits_height(const drawing *d) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < d->chart->lives.n; i++) n += d->chart->lives.at[i].waits.n;
  return (int)n * WAIT_LINE;
}

static int row_height(const sv_chart_row *row) {
  return ROW + (row->output ? note_height(row) + 4 : 0);
}

// One row for each step. Below the last one.
static int place_rows(drawing *d) {
  int y = TOP;
  for (uint32_t i = 0; i < d->chart->rows.n; i++) {
    d->y[i] = y;
    y += row_height(&d->chart->rows.at[i]);
  }
  return y;
}

// Steps that reach over columns have a row of their own, the other ones of a level share one.
static bool is_wide(const sv_chart_row *row) { return row->columns.n > 1 || row->started.n; }

static int place_level(drawing *d, uint32_t level, int y) {
  const sv_chart *c = d->chart;
  int height = 0;
  for (uint32_t i = 0; i < c->rows.n; i++)
    if (c->order->level.at[i] == level && !is_wide(&c->rows.at[i])) {
      d->y[i] = y;
      height = most(height, row_height(&c->rows.at[i]) + LINK_ROOM);
    }
  y += height;
  for (uint32_t i = 0; i < c->rows.n; i++)
    if (c->order->level.at[i] == level && is_wide(&c->rows.at[i])) {
      d->y[i] = y;
      y += row_height(&c->rows.at[i]) + LINK_ROOM;
    }
  return y;
}

static int place_levels(drawing *d) {
  uint32_t levels = 0;
  int y = TOP;
  for (uint32_t i = 0; i < d->chart->rows.n; i++)
    if (d->chart->order->level.at[i] >= levels) levels = d->chart->order->level.at[i] + 1;
  for (uint32_t level = 0; level < levels; level++) y = place_level(d, level, y);
  return y;
}

static void lay_out(drawing *d) {
  const sv_chart *c = d->chart;
  int place = 0, statement = 14, y = c->order ? place_levels(d) : place_rows(d);
  for (uint32_t i = 0; i < c->rows.n; i++) {
    if (!c->order) place = most(place, least(columns_of(c->rows.at[i].place), 24));
    statement = most(statement, columns_of(c->rows.at[i].statement) + (c->order ? 4 : 0));
  }
  for (uint32_t i = 0; i < c->lives.n; i++)
    statement = most(statement, least(columns_of(c->lives.at[i].name), 24));
  d->pitch = least(statement * LETTER + 60, c->columns > 8 ? 190 : 260);
  d->first = GUTTER + place * LETTER + d->pitch / 2;
  d->end = y;
  d->height = waits_height(d) + y + BOTTOM;
  d->width = most(d->first + (int)c->columns * d->pitch - d->pitch / 2 + LOOSE_END, 480);
}

// ---- What lies behind -------------------------------------------------------------

static void put_tooltip(drawing *d, const sv_chart_row *row) {
  sv_text_string(d->out, "<title>");
  sv_text_xml(d->out, row->statement);
  if (*row->place) sv_text_string(d->out, "\n"), sv_text_xml(d->out, row->place);
  if (*row->changes) sv_text_string(d->out, "\n"), sv_text_xml(d->out, row->changes);
  sv_text_string(d->out, "</title>\n");
}

static int head_y(const drawing *d, const sv_chart_life *life) {
  return life->born == SV_CHART_NONE ? TOP - ROW : d->y[life->born];
}

static void draw_life(drawing *d, const sv_chart_life *life) {
  int x = x_of(d, life->column);
  bool died = life->died != SV_CHART_NONE;
  int bottom =
      died ? d->y[life->died] + BOX / 2 + 10 + note_height(&d->chart->rows.at[life->died]) : d->end;
  put_line(d, "life", x, head_y(d, life), x, bottom);
  if (died) {
    put_line(d, "cross", x - 5, bottom - 5, x + 5, bottom + 5);
    put_line(d, "cross", x - 5, bottom + 5, x + 5, bottom - 5);
  } else if (life->place) {
    put_text(d, "dim", "middle", x, d->end + 14, life->place, letters(d->pitch - 10));
  }
}

static int head_letters(const drawing *d) { return letters(d->pitch - 24); }

static int head_width(const drawing *d, const sv_chart_life *life) {
  return least(columns_of(life->name), head_letters(d)) * LETTER + 20;
}

static void draw_head(drawing *d, const sv_chart_life *life) {
  int x = x_of(d, life->column), y = head_y(d, life);
  put_box(d, "head", x, y, head_width(d, life), HEAD, 6);
  put_text(d, "code", "middle", x, y + 4, life->name, head_letters(d));
}

static void label_message(drawing *d, const sv_chart_message *m, int x, int y, bool right) {
  const char *text = *m->label ? m->label : m->queue;
  put_text(d, "code halo", right ? "start" : "end", x + (right ? 6 : -6), y - 5, text,
           letters(d->pitch - 30));
}

static void draw_loop(drawing *d, const sv_chart_message *m) {
  int x = x_of(d, m->from), y1 = d->y[m->sent], y2 = d->y[m->received];
  int x1 = x + reach(d, m->sent), x2 = x + reach(d, m->received), out = most(x1, x2) + 28;
  sv_text_printf(d->out, "<path class=\"message\" d=\"M%d %d C%d %d %d %d %d %d\"/>\n", x1, y1, out,
                 y1, out, y2, x2, y2);
  label_message(d, m, x1, y1, true);
}

static void draw_loose_end(drawing *d, const sv_chart_message *m) {
  int x = x_of(d, m->from) + reach(d, m->sent), y = d->y[m->sent];
  put_line(d, "loose", x, y, x + LOOSE_END - 10, y);
  sv_text_printf(d->out, "<circle class=\"loose\" cx=\"%d\" cy=\"%d\" r=\"4\"/>\n",
                 x + LOOSE_END - 6, y);
  label_message(d, m, x, y, true);
}

static void draw_arrow(drawing *d, const sv_chart_message *m) {
  bool right = m->to > m->from;
  int side = right ? 1 : -1;
  int x1 = x_of(d, m->from) + side * reach(d, m->sent);
  int x2 = x_of(d, m->to) - side * reach(d, m->received);
  put_line(d, "message", x1, d->y[m->sent], x2, d->y[m->received]);
  label_message(d, m, x1, d->y[m->sent], right);
}

static void draw_message(drawing *d, const sv_chart_message *m) {
  if (m->received == m->sent && m->from == m->to) return;
  sv_text_string(d->out, "<g><title>");
  sv_text_xml(d->out, m->queue);
  sv_text_string(d->out, m->received == SV_CHART_NONE ? ": never received: " : ": ");
  sv_text_xml(d->out, m->label);
  sv_text_string(d->out, "</title>\n");
  if (m->received == SV_CHART_NONE) draw_loose_end(d, m);
  else if (m->from == m->to) draw_loop(d, m);
  else draw_arrow(d, m);
  sv_text_string(d->out, "</g>\n");
}

// From below the one step to above the other; along a process the lifeline says it.
static void draw_link(drawing *d, const sv_run_link *link) {
  static const char *const classes[] = {[SV_RUN_PROCESS] = "",
                                        [SV_RUN_VALUE] = "value",
                                        [SV_RUN_CHANGE] = "change",
                                        [SV_RUN_UNKNOWN] = "unknown"};
  uint32_t from = d->chart->rows.at[link->from].columns.at[0];
  uint32_t to = d->chart->rows.at[link->to].columns.at[0];
  if (from == to || link->kind == SV_RUN_PROCESS) return;
  int x1 = x_of(d, from), y1 = d->y[link->from] + BOX / 2, x2 = x_of(d, to),
      y2 = d->y[link->to] - BOX / 2;
  sv_text_printf(d->out, "<g><title>step %u before step %u", link->from + 1, link->to + 1);
  if (link->what) sv_text_string(d->out, ": "), sv_text_xml(d->out, link->what);
  sv_text_string(d->out, "</title>\n");
  put_line(d, classes[link->kind], x1, y1, x2, y2);
  if (link->what)
    put_text(d, "code halo", "middle", (3 * x1 + 2 * x2) / 5, (3 * y1 + 2 * y2) / 5, link->what,
             letters(d->pitch - 30));
  sv_text_string(d->out, "</g>\n");
}

static void draw_arrows(drawing *d) {
  if (d->chart->order)
    for (uint32_t i = 0; i < d->chart->order->links.n; i++)
      draw_link(d, &d->chart->order->links.at[i]);
  else
    for (uint32_t i = 0; i < d->chart->messages.n; i++) draw_message(d, &d->chart->messages.at[i]);
}

// ---- Steps ------------------------------------------------------------------------

static void draw_note(drawing *d, const sv_chart_row *row, int x, int y) {
  int room = letters(d->pitch - 30), height = note_height(row), longest = 0;
  sv_text line = {0};
  for (int pass = 0; pass < 2; pass++) {
    int at = y + BOX / 2 + 3;
    if (pass) put_box(d, "note", x, at + height / 2, longest * LETTER + 16, height, 0);
    for (const char *s = row->output; *s;) {
      size_t n = strcspn(s, "\n");
      sv_clear(line);
      sv_text_bytes(&line, s, n);
      longest = most(longest, least(columns_of(sv_text_get(&line)), room));
      at += NOTE_LINE;
      if (pass) put_text(d, "code", "middle", x, at, sv_text_get(&line), room);
      s += n + (s[n] == '\n');
    }
  }
  sv_text_free(&line);
}

static void draw_joint(drawing *d, const sv_chart_row *row, int y) {
  int from = x_of(d, row->columns.at[0]);
  for (uint32_t i = 0; i < row->columns.n; i++) {
    int to = x_of(d, row->columns.at[i]), side = to > from ? 1 : -1;
    sv_text_printf(d->out, "<circle class=\"dot\" cx=\"%d\" cy=\"%d\" r=\"4\"/>\n", to, y);
    if (i) put_line(d, "joint", from, y, to - side * 4, y);
  }
  int to = x_of(d, row->columns.at[1]), apart = to > from ? to - from : from - to;
  put_text(d, "code halo", "middle", (from + to) / 2, y - 6, row->statement, letters(apart - 20));
}

static void draw_starts(drawing *d, const sv_chart_row *row, int y) {
  int from = x_of(d, row->columns.at[0]);
  for (uint32_t i = 0; i < row->started.n; i++) {
    const sv_chart_life *life = &d->chart->lives.at[row->started.at[i]];
    int to = x_of(d, life->column), side = to > from ? 1 : -1;
    put_line(d, "start", from, y, to - side * head_width(d, life) / 2, y);
  }
}

static void draw_row(drawing *d, uint32_t number) {
  const sv_chart_row *row = &d->chart->rows.at[number];
  int x = x_of(d, row->columns.at[0]), y = d->y[number];
  char text[16];
  sv_text_string(d->out, "<g>");
  put_tooltip(d, row);
  snprintf(text, sizeof text, "%u", number + 1);
  if (d->chart->order) {
    put_text(d, "dim", "end", x - box_width(d, row) / 2 - 3, y + 4, text, 10);
  } else {
    put_text(d, "dim", "end", GUTTER - 10, y + 4, text, 10);
    put_text(d, "dim", "start", GUTTER, y + 4, row->place, 24);
  }
  draw_starts(d, row, y);
  if (row->columns.n > 1) {
    draw_joint(d, row, y);
  } else {
    put_box(d, row->fails ? "bad" : "box", x, y, box_width(d, row), BOX, 4);
    put_text(d, "code", "middle", x, y + 4, row->statement, box_letters(d));
  }
  if (row->output) draw_note(d, row, x, y);
  sv_text_string(d->out, "</g>\n");
}

// Below the verdict: who waits for what.
static void draw_waits(drawing *d) {
  int y = d->end + 50;
  for (uint32_t i = 0; i < d->chart->lives.n; i++) {
    const sv_chart_life *life = &d->chart->lives.at[i];
    for (uint32_t k = 0; k < life->waits.n; k++) {
      sv_text text = {0};
      sv_text_printf(&text, "%s %s", life->name, life->waits.at[k]);
      put_text(d, "code", "start", 16, y += WAIT_LINE, sv_text_get(&text), letters(d->width - 32));
      sv_text_free(&text);
    }
  }
}

static void draw_verdict(drawing *d) {
  if (!d->chart->verdict) return;
  sv_text text = {0};
  sv_text_printf(&text, "violated: %s", d->chart->verdict);
  put_line(d, "end", 16, d->end + 28, d->width - 16, d->end + 28);
  put_text(d, "verdict", "start", 16, d->end + 50, sv_text_get(&text), letters(d->width - 32));
  sv_text_free(&text);
  draw_waits(d);
}

static void draw_frame(drawing *d) {
  const char *name = sv_base_name(d->chart->title ? d->chart->title : "");
  uint32_t steps = d->chart->rows.n;
  sv_text subtitle = {0};
  sv_text_printf(d->out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                 "viewBox=\"0 0 %d %d\">\n<title>",
                 d->width, d->height, d->width, d->height);
  sv_text_xml(d->out, name);
  sv_text_printf(d->out, "</title>\n%s", style);
  sv_text_string(d->out, "<rect width=\"100%\" height=\"100%\" fill=\"#fbfcfe\"/>\n");
  put_text(d, "title", "start", 16, 26, name, letters(d->width - 32));
  sv_text_printf(&subtitle, "%u step%s%s", steps, steps == 1 ? "" : "s",
                 d->chart->order ? " as a partial order" : "");
  if (d->chart->verdict) sv_text_printf(&subtitle, " to a violation of %s", d->chart->verdict);
  put_text(d, "dim", "start", 16, 44, sv_text_get(&subtitle), letters(d->width - 32));
  sv_text_free(&subtitle);
}

void sv_chart_draw(const sv_chart *chart, sv_text *out) {
  drawing d = {.chart = chart, .out = out, .y = SV_NEW_ARRAY(int, chart->rows.n + 1)};
  lay_out(&d);
  draw_frame(&d);
  for (uint32_t i = 0; i < chart->lives.n; i++) draw_life(&d, &chart->lives.at[i]);
  draw_arrows(&d);
  for (uint32_t i = 0; i < chart->rows.n; i++) draw_row(&d, i);
  for (uint32_t i = 0; i < chart->lives.n; i++) draw_head(&d, &chart->lives.at[i]);
  draw_verdict(&d);
  sv_text_string(out, "</svg>\n");
  sv_free(d.y);
}
