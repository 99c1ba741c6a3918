// beside.c -- a file beside the model: `--set @FILE`. See plantuml.h.
//
// For models that say nothing about objects, such as most XMI documents. Each
// line is a declaration as comments of a diagram have it, or what could stand
// behind --set; `'` and `#` begin comments.

#include "lang/uml/plantuml/plantuml.h"

#include "lang/uml/action/parse.h"

static void read_beside_line(pu_reader *r, pu_stretch line) {
  pu_trim(&line);
  if (pu_is_empty(&line) || pu_at(&line, "#") || pu_at(&line, "'")) return;
  if (!pu_declare(r, line)) {
    if (!uml_parse_setting(r->context, pu_span(&line))) r->failed = true;
  } else if (r->waiting.n) {
    pu_wrong(r, pu_span(&line), "attributes are declared by a class");
    sv_diag_hint(r->context->diags, "give objects other values: `o.x = 2`");
    sv_clear(r->waiting);
  }
}

bool uml_read_beside(uml_context *c, sv_span option, const char *path) {
  const char *why = NULL;
  uint32_t file = sv_sources_read(c->sources, path, &why);
  if (!file) {
    sv_diag(c->diags, SV_ERROR, option, "`%s` cannot be read: %s", path, why);
    return false;
  }
  pu_reader r = {.context = c,
                 .text = sv_source_text(c->sources, file),
                 .file = file,
                 .size = (uint32_t)sv_source_size(c->sources, file)};
  for (uint32_t at = 0; at < r.size; at++) {
    pu_stretch line = {r.text, file, at, at};
    while (line.end < r.size && r.text[line.end] != '\n') line.end++;
    at = line.end;
    read_beside_line(&r, line);
  }
  sv_vec_free(r.waiting);
  return !r.failed;
}
