// html.c -- an answer, or a run, as one page that people open in a browser and send around.
//
// The page stands alone: style, script and data are inside of it, and its
// content security policy forbids to load anything else. Whatever a model calls its things,
// it is text: escaped in the document, JSON without "<" in the data, and the script
// makes text nodes of it only. Without a script the answer and the runs are tables.

#include "report/html.h"

#include <string.h>

#include "base/output.h"
#include "report/line.h"

typedef struct {
  const sv_net *net;
  const sv_trace *trace;
} shown_run;

typedef struct {
  const sv_model *model;
  const sv_report *report;  // NULL: of a run alone
  SV_VEC(shown_run) runs;
  sv_text *out;
} page;

static const char *verdict_of(const page *p) {
  if (p->report && p->report->answer && p->report->answer->bug) return "unknown";
  if (p->report && p->report->answer) return sv_verdict_text(p->report->answer->verdict);
  if (p->report) return "unknown";
  return p->runs.n && p->runs.at[0].trace->property ? "violated" : "run";
}

// ---- data

static json_t *data_json(const page *p) {
  json_t *data = json_object(), *runs = json_array();
  sv_json_set(data, "version", json_string(SELVAGE_VERSION));
  sv_json_set(data, "title", sv_json_string(sv_base_name(p->model->title)));
  sv_json_set(data, "verdict", json_string(verdict_of(p)));
  sv_json_set(data, "files", p->model->sources ? sv_html_files(p->model) : json_array());
  sv_json_set(data, "coverage", sv_html_coverage(p->report));
  for (uint32_t i = 0; i < p->runs.n; i++)
    json_array_append_new(runs, sv_html_run(p->runs.at[i].net, p->runs.at[i].trace));
  sv_json_set(data, "runs", runs);
  return data;
}

// In strings only, there are characters that a document might take for its own.
static void put_data(page *p) {
  sv_text json = {0};
  sv_json_dump(data_json(p), 0, &json);
  for (const char *s = sv_text_get(&json); *s; s++) {
    if (strchr("<>&", *s)) sv_text_printf(p->out, "\\u%04x", *s);
    else sv_text_char(p->out, *s);
  }
  sv_text_free(&json);
}

// ---- document

static void put_head(page *p) {
  sv_text_string(p->out,
                 "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                 "style-src 'unsafe-inline'; script-src 'nonce-selvage'\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                 "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
  sv_html_printf(p->out, "%s: %s", sv_base_name(p->model->title), verdict_of(p));
  sv_text_string(p->out, "</title>\n<style>\n");
  sv_text_string(p->out, sv_page_style);
  sv_text_string(p->out, "</style>\n</head>\n");
}

// "assertion a (race.bp:12)" of all that is violated.
static void put_headline(page *p) {
  sv_text text = {0};
  for (uint32_t i = 0; i < p->runs.n; i++) {
    if (!p->runs.at[i].trace->property) continue;
    if (text.n) sv_text_string(&text, ", ");
    sv_property_text(p->runs.at[i].net->model, p->runs.at[i].trace->property, &text);
  }
  const char *reason = p->report ? sv_report_reason(p->report) : NULL;
  if (!text.n && reason) sv_text_string(&text, reason);
  sv_text_string(p->out, "<p class=\"headline\">");
  sv_text_xml(p->out, sv_text_get(&text));
  sv_text_string(p->out, "</p>\n");
  sv_text_free(&text);
}

static void put_body(page *p) {
  const char *verdict = verdict_of(p);
  sv_text_printf(p->out, "<body class=\"%s\">\n<header>\n<h1>", verdict);
  sv_text_xml(p->out, sv_base_name(p->model->title));
  sv_text_printf(p->out, "</h1>\n<span class=\"verdict %s\">%s</span>\n", verdict, verdict);
  put_headline(p);
  sv_text_string(p->out, "</header>\n<main id=\"view\"></main>\n<section id=\"answer\">\n");
  if (p->report) sv_html_answer(p->report, p->out);
  sv_text_string(p->out, "</section>\n<section id=\"runs\">\n");
  for (uint32_t i = 0; i < p->runs.n; i++)
    sv_html_table(p->runs.at[i].net, p->runs.at[i].trace, p->out);
  sv_text_printf(p->out, "</section>\n<footer>Selvage %s%s", SELVAGE_VERSION,
                 p->model->language ? ", language " : "");
  if (p->model->language) sv_text_xml(p->out, p->model->language);
  sv_text_string(p->out, "</footer>\n");
}

static void put_page(page *p) {
  put_head(p);
  put_body(p);
  sv_text_string(p->out, "<script type=\"application/json\" id=\"data\">");
  put_data(p);
  sv_text_string(p->out, "</script>\n<script nonce=\"selvage\">\n");
  sv_text_string(p->out, sv_page_script);
  sv_text_string(p->out, "</script>\n</body>\n</html>\n");
}

static void put_answer(const sv_report *r, sv_text *out) {
  page p = {.model = r->model, .report = r, .out = out};
  for (uint32_t i = 0; r->answer && i < r->answer->findings.n; i++) {
    const sv_finding *f = &r->answer->findings.at[i];
    if (f->trace) sv_push(p.runs, (shown_run){sv_finding_net(r->answer, f), f->trace});
  }
  put_page(&p);
  sv_vec_free(p.runs);
}

void sv_report_trace_html(const sv_net *net, const sv_trace *trace, sv_text *out) {
  page p = {.model = net->model, .out = out};
  sv_push(p.runs, (shown_run){net, trace});
  put_page(&p);
  sv_vec_free(p.runs);
}

bool sv_report_write_html(const sv_report *r, const char *path, sv_text *why) {
  sv_text out = {0};
  put_answer(r, &out);
  bool ok = sv_output_write(path, &out, why);
  sv_text_free(&out);
  return ok;
}
