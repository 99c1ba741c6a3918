// xml.c -- see xml.h.

#include "lang/uml/xmi/xml.h"

#include <stdio.h>

const char *uml_xml_get_in(const xml_node *n, const char *prefix, const char *name) {
  for (uint32_t i = 0; i < n->attributes; i++)
    if (!strcmp(n->attribute[i].name, name) && !strcmp(n->attribute[i].prefix, prefix))
      return n->attribute[i].value;
  return NULL;
}

const char *uml_xml_get(const xml_node *n, const char *name) { return uml_xml_get_in(n, "", name); }

#ifndef SELVAGE_LIBXML

bool uml_xml_available(void) { return false; }

xml_node *uml_xml_parse(sv_arena *arena, const char *text, size_t size, const char **why,
                        uint32_t *line) {
  SV_UNUSED(arena);
  SV_UNUSED(text);
  SV_UNUSED(size);
  *line = 0;
  *why = "this Selvage was built without libxml2, so it cannot read XMI";
  return NULL;
}

#else

#include <libxml/parser.h>
#include <libxml/tree.h>

#include "base/text.h"
#include "base/vec.h"

bool uml_xml_available(void) { return true; }

typedef struct {
  sv_arena *arena;
  uint32_t nodes;
  const char *why;
  uint32_t line;
} converter;

static const char *keep(const converter *c, const xmlChar *s) {
  return s ? sv_arena_strndup(c->arena, (const char *)s, strlen((const char *)s)) : "";
}

static const char *prefix_of(const converter *c, const xmlNs *ns) {
  return ns && ns->prefix ? keep(c, ns->prefix) : "";
}

static void convert_attributes(converter *c, const xmlNode *from, xml_node *to) {
  uint32_t n = 0;
  for (const xmlAttr *a = from->properties; a; a = a->next) n++;
  to->attribute = SV_ARENA_ARRAY(c->arena, xml_attribute, n + 1);
  for (const xmlAttr *a = from->properties; a; a = a->next) {
    xmlChar *value = xmlNodeListGetString(from->doc, a->children, 1);
    to->attribute[to->attributes++] =
        (xml_attribute){prefix_of(c, a->ns), keep(c, a->name), keep(c, value)};
    xmlFree(value);
  }
}

static xml_node *convert(converter *c, const xmlNode *from, xml_node *parent, uint32_t depth) {
  if (c->why) return NULL;
  if (depth > XML_DEPTH_MAX || ++c->nodes > XML_NODES_MAX) {
    c->why =
        depth > XML_DEPTH_MAX ? "elements are nested too deeply" : "there are too many elements";
    c->line = (uint32_t)xmlGetLineNo((xmlNode *)from);
    return NULL;
  }
  xml_node *n = SV_ARENA_NEW(c->arena, xml_node);
  SV_VEC(xml_node *) children = {0};
  sv_text text = {0};
  n->prefix = prefix_of(c, from->ns);
  n->name = keep(c, from->name);
  n->line = (uint32_t)xmlGetLineNo((xmlNode *)from);
  n->parent = parent;
  convert_attributes(c, from, n);
  for (const xmlNode *k = from->children; k && !c->why; k = k->next) {
    xml_node *child = k->type == XML_ELEMENT_NODE ? convert(c, k, n, depth + 1) : NULL;
    if (child) sv_push(children, child);
    if ((k->type == XML_TEXT_NODE || k->type == XML_CDATA_SECTION_NODE) && k->content)
      sv_text_string(&text, (const char *)k->content);
  }
  n->text = sv_arena_strndup(c->arena, sv_text_get(&text), text.n);
  sv_text_free(&text);
  SV_ARENA_KEEP(c->arena, children, n->child, n->children);
  return n;
}

// Entities come from a document type, and none is needed here.
static bool has_doctype(const char *text, size_t size) {
  static const char sign[] = "<!DOCTYPE";
  for (size_t i = 0; i + sizeof sign - 1 <= size; i++)
    if (text[i] == '<' && !memcmp(text + i, sign, sizeof sign - 1)) return true;
  return false;
}

static void explain(converter *c, xmlParserCtxtPtr parser) {
  const xmlError *e = xmlCtxtGetLastError(parser);
  const char *message = e && e->message ? e->message : "it is no XML document";
  char *copy = sv_arena_printf(c->arena, "%s", message);
  copy[strcspn(copy, "\n")] = '\0';
  c->why = copy;
  c->line = e && e->line > 0 ? (uint32_t)e->line : 0;
}

// What goes wrong with an encoding libxml2 prints, whatever the flags say.
static void be_silent(void *context, const char *message, ...) {
  SV_UNUSED(context);
  SV_UNUSED(message);
}

static xmlDocPtr read_silently(xmlParserCtxtPtr parser, const char *text, size_t size) {
  enum { FLAGS = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES };
  xmlGenericErrorFunc printer = xmlGenericError;
  void *context = xmlGenericErrorContext;
  xmlSetGenericErrorFunc(NULL, be_silent);
  xmlDocPtr document = xmlCtxtReadMemory(parser, text, (int)size, "document", NULL, FLAGS);
  xmlSetGenericErrorFunc(context, printer);
  return document;
}

static xml_node *parse(converter *c, const char *text, size_t size) {
  xmlParserCtxtPtr parser = xmlNewParserCtxt();
  if (!parser) sv_out_of_memory(size);
  xmlDocPtr document = read_silently(parser, text, size);
  const xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;
  xml_node *out = NULL;
  if (!root) explain(c, parser);
  else if (document->intSubset || document->extSubset) c->why = "a DOCTYPE is not allowed";
  else out = convert(c, root, NULL, 0);
  if (document) xmlFreeDoc(document);
  xmlFreeParserCtxt(parser);
  return c->why ? NULL : out;
}

xml_node *uml_xml_parse(sv_arena *arena, const char *text, size_t size, const char **why,
                        uint32_t *line) {
  converter c = {.arena = arena};
  xml_node *root = NULL;
  if (size > INT32_MAX) c.why = "the file is too large";
  else if (has_doctype(text, size)) c.why = "a DOCTYPE is not allowed";
  else root = parse(&c, text, size);
  *why = c.why;
  *line = c.line;
  return root;
}

#endif
