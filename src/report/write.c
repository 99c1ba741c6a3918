// write.c -- a trace as a file, in the format that the suffix asks for.

#include "report/report.h"

#include <string.h>

#include "base/output.h"

static bool has_suffix(const char *path, const char *suffix) {
  size_t n = strlen(path), k = strlen(suffix);
  return n > k && !strcmp(path + n - k, suffix);
}

bool sv_report_write_trace(const sv_net *net, const sv_trace *trace, const sv_options *options,
                           const char *path, sv_text *why) {
  sv_text out = {0};
  bool ok = true;
  if (has_suffix(path, ".json")) sv_report_trace_json(net, trace, options, &out);
  else if (has_suffix(path, ".order.svg")) ok = sv_report_order(net, trace, &out, why);
  else if (has_suffix(path, ".svg")) sv_report_chart(net, trace, &out);
  else if (has_suffix(path, ".html")) sv_report_trace_html(net, trace, &out);
  else if (has_suffix(path, ".dot") && net->standing.n) sv_report_diagrams(net, trace, &out);
  else {
    sv_style style = sv_style_of_file(options);
    sv_report_trace(&style, net, trace, &out);
  }
  ok = ok && sv_output_write(path, &out, why);
  sv_text_free(&out);
  return ok;
}
