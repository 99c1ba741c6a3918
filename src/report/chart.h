// chart.h -- a trace, arranged as a message sequence chart.
//
// chart.c goes through a trace and notes who lived from when to when, what
// happened in which row, and which message went from where to where;
// chart_svg.c draws it. A column belongs to a process of the net and may hold
// several lives one after the other; actions without a process happen in a
// column called "environment". With the order of the run (analysis/rewrite/run_order.h) it becomes a picture of
// a partial order: a row is a level, and arrows are links.

#ifndef SV_CHART_H
#define SV_CHART_H

#include "analysis/rewrite/run_order.h"

#define SV_CHART_NONE UINT32_MAX

typedef struct {
  char *name;        // "client(2)"
  uint32_t process;  // of the net; their number: the environment
  uint32_t column;
  uint32_t born, died;  // rows; NONE: there from the start, there at the end
  char *place;          // where it stands at the end; NULL if it died before
  sv_strings waits;     // in a deadlock: "waits: " or "idle: ", at what, and what that lacks
} sv_chart_life;

typedef struct {
  char *label, *queue;
  uint32_t sent, received;  // rows; received NONE: still in the queue at the end
  uint32_t from, to;        // columns
} sv_chart_message;

typedef struct {
  char *place, *statement, *changes;
  char *output;     // what the step prints, or NULL
  sv_u32s columns;  // of the processes that move; [0] is the acting one
  sv_u32s started;  // lives that begin here
  bool fails;       // violates the property
} sv_chart_row;

typedef struct {
  SV_VEC(sv_chart_row) rows;
  SV_VEC(sv_chart_life) lives;
  SV_VEC(sv_chart_message) messages;
  uint32_t columns;
  const char *title;          // of the model
  char *verdict;              // the violated property, or NULL
  const sv_run_order *order;  // NULL: a sequence of steps
} sv_chart;

void sv_chart_collect(const sv_net *, const sv_trace *, sv_chart *out);
void sv_chart_free(sv_chart *);
void sv_chart_draw(const sv_chart *, sv_text *out);

#endif
