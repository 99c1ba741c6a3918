// notes.c -- what reading has to say. A note belongs to the diagnostic before it.

#include "serve/notes.h"

#include "report/json_kit.h"

static int severity_of(sv_severity severity) {
  switch (severity) {
  case SV_ERROR: return 1;
  case SV_WARNING: return 2;
  case SV_UNSUPPORTED: return 2;
  case SV_NOTE: return 3;
  }
  SV_UNREACHABLE();
}

static json_t *message_of(const sv_diags *d, uint32_t i) {
  sv_text t = {0};
  const char *path = sv_diags_path(d, i), *hints = sv_diags_hints(d, i);
  sv_text_string(&t, sv_diags_severity(d, i) == SV_UNSUPPORTED ? "not supported: " : "");
  sv_text_string(&t, path ? path : "");
  sv_text_string(&t, path ? ": " : "");
  sv_text_string(&t, sv_diags_message(d, i));
  if (*hints) sv_text_printf(&t, "\n%.*s", (int)strlen(hints) - 1, hints);
  json_t *message = sv_json_string(sv_text_get(&t));
  sv_text_free(&t);
  return message;
}

static void relate(sv_atlas *a, json_t *note, const sv_diags *d, uint32_t i) {
  json_t *related = json_object_get(note, "relatedInformation");
  if (!related) sv_json_set(note, "relatedInformation", related = json_array());
  json_array_append_new(related, sv_atlas_related(a, sv_diags_span(d, i), message_of(d, i)));
}

// A reader that gives up without a diagnostic: a limit, or a mistake of ours.
static void without_place(sv_atlas *a, const selvage_model *m, json_t *notes) {
  sv_text t = {0};
  const char *words = selvage_model_messages(m);
  if (m->cause && !*words) sv_text_printf(&t, "not read: %s", sv_cause_text(m->cause));
  else sv_text_printf(&t, "%.*s", (int)strcspn(words, "\n"), words);
  sv_atlas_note(a, notes, SV_NOWHERE, 1, sv_json_string(sv_text_get(&t)), NULL);
  sv_text_free(&t);
}

json_t *sv_notes_of_reading(sv_atlas *a, const selvage_model *m) {
  json_t *notes = json_object(), *last = NULL;
  const sv_diags *d = m->diags;
  for (uint32_t i = 0; i < sv_diags_count(d); i++) {
    sv_severity severity = sv_diags_severity(d, i);
    if (severity == SV_NOTE && last) relate(a, last, d, i);
    else
      last = sv_atlas_note(a, notes, sv_diags_span(d, i), severity_of(severity), message_of(d, i),
                           NULL);
  }
  if (m->status && !sv_diags_count(d)) without_place(a, m, notes);
  return notes;
}
