// report.h -- answers and traces for people (text) and machines (JSON).
//
// A report is rendered from an answer and its model alone. docs/json.md is
// the schema of the JSON form; it is stable: fields are added, never changed.

#ifndef SV_REPORT_H
#define SV_REPORT_H

#include "engine/engine.h"
#include "report/style.h"

typedef struct {
  const sv_model *model;    // may lack everything but the title if unreadable
  const sv_diags *diags;    // NULL: none
  const sv_answer *answer;  // NULL: nothing was checked
  sv_cause cause;           // then: why
  const char *refused;      // then: what is wrong with the options, or NULL
  const sv_options *options;
  int status;        // exit status
  double memory_mb;  // peak so far
} sv_report;

const char *sv_report_reason(const sv_report *);  // why it is so, or NULL
void sv_report_text(const sv_report *, sv_text *);
void sv_report_json(const sv_report *, sv_text *);
// Parts of documents about several answers, see sv_report_frame.
void sv_report_junit(const sv_report *, sv_text *);
void sv_report_sarif(const sv_report *, sv_text *);
// What such a document has before, between and after its answers; "" where it has nothing.
typedef enum { SV_FRAME_BEGIN, SV_FRAME_NEXT, SV_FRAME_END } sv_frame;
const char *sv_report_frame(sv_opt_format, sv_frame);

// The answer with all its runs as one page for a browser; the same of a run alone. False and *why
// if the file cannot be written.
bool sv_report_write_html(const sv_report *, const char *path, sv_text *why);
void sv_report_trace_html(const sv_net *, const sv_trace *, sv_text *);

// One trace, in the format that the suffix asks for (.json, .svg, .order.svg, .html, else text).
// False and *why if the file cannot be written.
bool sv_report_write_trace(const sv_net *, const sv_trace *, const sv_options *, const char *path,
                           sv_text *why);
// A trace as people read it: one line per step.
void sv_report_trace(const sv_style *, const sv_net *, const sv_trace *, sv_text *);
// "  violated: …" for its property, and the source line.
// Of a state in which nothing happens: what each process waits for, a line each.
void sv_report_waits(const sv_style *, const sv_net *, const sv_state *, sv_text *);
void sv_report_violated(const sv_style *, const sv_net *, const sv_trace *, sv_text *);
void sv_report_trace_json(const sv_net *, const sv_trace *, const sv_options *, sv_text *);
// Its first lines: the columns' names and the initial state.
void sv_report_heading(const sv_style *, const sv_net *, const sv_state *initial, sv_text *);
// One step: "  12  thread[1]   race.bp:7   x := 1   x = 1", and below what it prints. One
// that fails may end the run by that: then it changes nothing.
void sv_report_step(const sv_style *, sv_exec *, uint64_t number, const sv_state *before,
                    const sv_step *, const sv_state *after, bool ends, sv_text *);
// A trace as a message sequence chart, a standalone SVG picture.
void sv_report_chart(const sv_net *, const sv_trace *, sv_text *);
// A trace as a partial order: events by process, with their links, likewise. False and *why: too long.
bool sv_report_order(const sv_net *, const sv_trace *, sv_text *, sv_text *why);
// A trace as diagrams for Graphviz, a graph for each state; of models that have one.
void sv_report_diagrams(const sv_net *, const sv_trace *, sv_text *);

// Reads a JSON trace back (a trace file or a whole JSON answer); the path is for
// messages. The options that shape the net are set in *options. NULL and *why on
// any mistake.
typedef struct sv_trace_file sv_trace_file;
sv_trace_file *sv_trace_file_read(const char *path, sv_text *text, sv_text *why);
void sv_trace_file_free(sv_trace_file *);
bool sv_trace_file_options(const sv_trace_file *, sv_options *, sv_text *why);
sv_trace *sv_trace_file_resolve(const sv_trace_file *, const sv_net *, sv_text *why);

#endif
