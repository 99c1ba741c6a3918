// write.c -- a trace as a file, in the format that the suffix asks for.

#include "report/report.h"

#include <stdio.h>
#include <string.h>

static bool has_suffix(const char *path, const char *suffix) {
  size_t n = strlen(path), k = strlen(suffix);
  return n > k && !strcmp(path + n - k, suffix);
}

bool sv_report_write_trace(const sv_net *net, const sv_trace *trace, const sv_options *options,
                           const char *path, sv_text *why) {
  sv_text out = {0};
  if (has_suffix(path, ".json")) sv_report_trace_json(net, trace, options, &out);
  else if (has_suffix(path, ".svg")) sv_report_chart(net, trace, &out);
  else sv_report_trace(net, trace, &out);
  FILE *file = fopen(path, "w");
  bool ok = file && fputs(sv_text_get(&out), file) >= 0;
  if (file && fclose(file)) ok = false;
  if (!ok) sv_text_printf(why, "cannot write %s", path);
  sv_text_free(&out);
  return ok;
}
