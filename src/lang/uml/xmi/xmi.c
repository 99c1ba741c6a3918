// xmi.c -- elements, references, paths. See xmi.h.

#include "lang/uml/xmi/xmi.h"

#include <stdarg.h>

bool uml_is_xmi(const char *text, size_t size) {
  size_t i = 0;
  if (size >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) i = 3;
  while (i < size && strchr(" \t\r\n", text[i]) && text[i]) i++;
  return i < size && text[i] == '<';
}

const char *xmi_id(const xml_node *n) { return uml_xml_get_in(n, "xmi", "id"); }

const char *xmi_type(const xml_node *n) {
  const char *type = uml_xml_get_in(n, "xmi", "type");
  if (!type) type = uml_xml_get_in(n, "xsi", "type");
  if (!type) return "";
  const char *colon = strchr(type, ':');
  return colon ? colon + 1 : type;
}

bool xmi_is(const xml_node *n, const char *element, const char *type) {
  return !strcmp(n->name, element) && (!type || !strcmp(xmi_type(n), type));
}

bool xmi_is_skipped(const xml_node *n) {
  return !strcmp(n->prefix, "xmi") && !strcmp(n->name, "Extension");
}

sv_name xmi_name(const xmi_reader *r, const xml_node *n) {
  const char *name = uml_xml_get(n, "name");
  return name && *name ? sv_names_cstr(r->context->names, name) : (sv_name){0};
}

// ---- references

static xml_node *find_id(const xmi_reader *r, const char *id) {
  sv_name name = sv_names_find(r->context->names, id, strlen(id));
  uint32_t at = name.x ? sv_map_get(&r->by_id, name.x) : SV_MAP_NONE;
  return at == SV_MAP_NONE ? NULL : r->nodes.at[at];
}

xml_node *xmi_ref(const xmi_reader *r, const xml_node *n, const char *feature) {
  const char *id = uml_xml_get(n, feature);
  for (uint32_t i = 0; !id && i < n->children; i++)
    if (!strcmp(n->child[i]->name, feature)) id = uml_xml_get_in(n->child[i], "xmi", "idref");
  return id ? find_id(r, id) : NULL;
}

static void index_ids(xmi_reader *r, xml_node *n) {
  const char *id = xmi_id(n);
  if (xmi_is_skipped(n)) return;
  if (id) {
    sv_name name = sv_names_cstr(r->context->names, id);
    if (sv_map_get(&r->by_id, name.x) == SV_MAP_NONE) sv_map_put(&r->by_id, name.x, r->nodes.n);
    else xmi_wrong(r, n, "the id `%s` is given twice", id);
    sv_push(r->nodes, n);
  }
  for (uint32_t i = 0; i < n->children; i++) index_ids(r, n->child[i]);
}

// ---- where an element stands

static bool has_place(const xml_node *n) {
  return strcmp(n->name, "Model") && strcmp(n->name, "XMI") && strcmp(n->name, "region");
}

static const char *path_of(const xmi_reader *r, const xml_node *n) {
  const char *name = uml_xml_get(n, "name");
  if (!name || !*name) name = n->name;
  const char *around = n->parent && has_place(n->parent) ? path_of(r, n->parent)
                       : n->parent                       ? NULL
                                                         : NULL;
  for (const xml_node *p = n->parent; !around && p; p = p->parent)
    if (has_place(p)) around = path_of(r, p);
  return around ? sv_arena_printf(r->context->arena, "%s::%s", around, name)
                : sv_arena_printf(r->context->arena, "%s", name);
}

// The line of the element, without blanks at its ends.
sv_span xmi_span(const xmi_reader *r, const xml_node *n) {
  const sv_sources *sources = r->context->sources;
  size_t length = 0;
  uint32_t line = n->line ? n->line : 1;
  const char *text = sv_source_text(sources, r->file);
  const char *at = sv_source_line(sources, r->file, line, &length);
  if (!at) return (sv_span){r->file, 0, 0};
  while (length && (*at == ' ' || *at == '\t')) at++, length--;
  enum { LONGEST = 100 };
  uint32_t begin = (uint32_t)(at - text);
  return (sv_span){r->file, begin, begin + (uint32_t)(length < LONGEST ? length : LONGEST)};
}

sv_span xmi_source(xmi_reader *r, const xml_node *n, const char *text) {
  uml_context *c = r->context;
  const char *path = sv_arena_printf(c->arena, "%s, line %u, %s",
                                     sv_source_path(c->sources, r->file), n->line, path_of(r, n));
  uint32_t file = sv_sources_add(c->sources, path, text, strlen(text));
  return (sv_span){file, 0, (uint32_t)strlen(text)};
}

static void say(xmi_reader *r, sv_severity severity, const xml_node *n, const char *format,
                va_list args) {
  sv_text text = {0};
  sv_text_printf(&text, "%s: ", path_of(r, n));
  sv_text_vprintf(&text, format, args);
  sv_diag(r->context->diags, severity, xmi_span(r, n), "%s", sv_text_get(&text));
  sv_text_free(&text);
  r->failed = true;
}

void xmi_wrong(xmi_reader *r, const xml_node *n, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(r, SV_ERROR, n, format, args);
  va_end(args);
}

void xmi_unsupported(xmi_reader *r, const xml_node *n, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(r, SV_UNSUPPORTED, n, format, args);
  va_end(args);
}

// ---- the document

static const xml_node *find_model(const xml_node *root) {
  if (!strcmp(root->name, "Model")) return root;
  for (uint32_t i = 0; i < root->children; i++)
    if (!strcmp(root->child[i]->name, "Model")) return root->child[i];
  return NULL;
}

static void read_document(xmi_reader *r) {
  const xml_node *model = find_model(r->root);
  if (!model) {
    xmi_wrong(r, r->root, "there is no uml:Model in this document");
    return;
  }
  index_ids(r, r->root);
  if (r->failed) return;
  xmi_read_declarations(r, model);
  xmi_read_classes(r, model);
  xmi_read_objects(r, model);
  if (!r->context->model->classes.n && !r->failed)
    xmi_wrong(r, model, "there is no class and no state machine in this model");
}

static sv_span line_span(const uml_context *c, uint32_t file, uint32_t line) {
  size_t length = 0;
  const char *at = line ? sv_source_line(c->sources, file, line, &length) : NULL;
  if (!at) return (sv_span){file, 0, 0};
  uint32_t begin = (uint32_t)(at - sv_source_text(c->sources, file));
  return (sv_span){file, begin, begin + (uint32_t)(length < 100 ? length : 100)};
}

bool uml_read_xmi(uml_context *c, uint32_t file) {
  xmi_reader r = {.context = c, .file = file};
  const char *why = NULL;
  uint32_t line = 0;
  r.root = uml_xml_parse(c->arena, sv_source_text(c->sources, file),
                         sv_source_size(c->sources, file), &why, &line);
  if (!r.root) {
    sv_diag(c->diags, uml_xml_available() ? SV_ERROR : SV_UNSUPPORTED, line_span(c, file, line),
            "%s", why);
    return false;
  }
  read_document(&r);
  sv_vec_free(r.nodes);
  sv_vec_free(r.vertices);
  sv_map_free(&r.by_id);
  sv_map_free(&r.vertex_of);
  return !r.failed;
}
