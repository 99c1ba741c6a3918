// junit.c -- an answer as a test suite in JUnit's XML, for continuous integration.
//
// A file is a suite, a property a test: violated is a failure with its trace, unknown an
// error (it is no success), and so is a file that cannot be read. The suites of several
// files stand in one <testsuites>, which who prints them opens and closes.

#include "report/line.h"
#include "report/report.h"

static void attribute(sv_text *out, const char *name, const char *value) {
  sv_text_printf(out, " %s=\"", name);
  sv_text_xml(out, value);
  sv_text_char(out, '"');
}

static void text_attribute(sv_text *out, const char *name, sv_text *value) {
  attribute(out, name, sv_text_get(value));
  sv_text_free(value);
}

static uint32_t count(const sv_answer *a, sv_verdict v) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->findings.n; i++) n += a->findings.at[i].verdict == v;
  return n;
}

static const char *open_reason(const sv_finding *f) {
  return f->reason ? f->reason : sv_cause_text(f->cause);
}

static void failure(const sv_report *r, const sv_finding *f, sv_text *out) {
  sv_style style = sv_style_of_file(r->options);
  const sv_net *net = sv_finding_net(r->answer, f);
  sv_text message = {0}, trace = {0};
  sv_report_trace(&style, net, f->trace, &trace);
  sv_report_violated(&style, net, f->trace, &trace);
  sv_violated_text(net, f->trace, &message);
  sv_text_string(out, "      <failure type=\"violated\"");
  text_attribute(out, "message", &message);
  sv_text_char(out, '>');
  sv_text_xml(out, sv_text_get(&trace));
  sv_text_string(out, "</failure>\n");
  sv_text_free(&trace);
}

static void error(const char *type, const char *message, const char *text, sv_text *out) {
  sv_text_string(out, "      <error");
  attribute(out, "type", type);
  attribute(out, "message", message);
  sv_text_char(out, '>');
  sv_text_xml(out, text);
  sv_text_string(out, "</error>\n");
}

static void begin_case(const sv_report *r, const char *name, double seconds, sv_text *out) {
  sv_text_string(out, "    <testcase");
  attribute(out, "classname", r->model->title);
  attribute(out, "name", name);
  sv_text_printf(out, " time=\"%.3f\">\n", seconds);
}

static void property_case(const sv_report *r, const sv_finding *f, sv_text *out) {
  const sv_property *p = &r->model->properties.at[f->property];
  begin_case(r, sv_names_get(r->model->names, p->name), f->seconds, out);
  if (f->verdict == SV_VIOLATED) failure(r, f, out);
  if (f->verdict == SV_UNKNOWN)
    error(f->cause ? sv_cause_word(f->cause) : "unknown", open_reason(f), "", out);
  sv_text_string(out, "    </testcase>\n");
}

// What is wrong with the file, or with us.
static void whole_case(const sv_report *r, sv_text *out) {
  const char *reason = sv_report_reason(r);
  sv_text text = {0};
  if (r->diags) sv_diags_render(r->diags, &text);
  begin_case(r, "check", 0, out);
  error(r->answer && r->answer->bug ? "bug" : sv_cause_word(r->cause), reason ? reason : "unknown",
        sv_text_get(&text), out);
  sv_text_string(out, "    </testcase>\n");
  sv_text_free(&text);
}

void sv_report_junit(const sv_report *r, sv_text *out) {
  const sv_answer *a = r->answer && !r->answer->bug ? r->answer : NULL;
  bool open = a && a->verdict == SV_UNKNOWN && !a->findings.n;
  uint32_t whole = !a || open;
  sv_text_string(out, "  <testsuite");
  attribute(out, "name", r->model->title);
  sv_text_printf(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"0\" time=\"%.3f\">\n",
                 whole ? 1 : a->findings.n, whole ? 0 : count(a, SV_VIOLATED),
                 whole ? 1 : count(a, SV_UNKNOWN), a ? a->seconds : 0.0);
  for (uint32_t i = 0; !whole && i < a->findings.n; i++) property_case(r, &a->findings.at[i], out);
  if (whole) whole_case(r, out);
  sv_text_string(out, "  </testsuite>\n");
}
