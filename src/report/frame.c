// frame.c -- documents about several answers.

#include "report/report.h"

static const char *junit(sv_frame f) {
  switch (f) {
  case SV_FRAME_BEGIN:
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"selvage\">\n";
  case SV_FRAME_NEXT: return "";
  case SV_FRAME_END: return "</testsuites>\n";
  }
  SV_UNREACHABLE();
}

static const char *sarif(sv_frame f) {
  switch (f) {
  case SV_FRAME_BEGIN:
    return "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\", "
           "\"runs\": [\n";
  case SV_FRAME_NEXT: return ",\n";
  case SV_FRAME_END: return "\n]}\n";
  }
  SV_UNREACHABLE();
}

const char *sv_report_frame(sv_opt_format format, sv_frame f) {
  switch (format) {
  case SV_OPT_FORMAT_TEXT:
  case SV_OPT_FORMAT_JSON: return "";
  case SV_OPT_FORMAT_JUNIT: return junit(f);
  case SV_OPT_FORMAT_SARIF: return sarif(f);
  }
  SV_UNREACHABLE();
}
