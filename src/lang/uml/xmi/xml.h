// xml.h -- XML documents as plain trees (libxml2 behind it).
//
// Nothing is fetched and no entity is expanded: a document with a DOCTYPE is
// refused before anything is parsed. libxml2 is optional when Selvage is built;
// without it uml_xml_parse always fails, and says why.

#ifndef UML_XML_H
#define UML_XML_H

#include "base/arena.h"

typedef struct {
  const char *prefix, *name, *value;  // prefix "" if it has none
} xml_attribute;

typedef struct xml_node xml_node;
struct xml_node {
  const char *prefix, *name;
  xml_attribute *attribute;
  uint32_t attributes;
  xml_node **child;  // elements only
  uint32_t children;
  const char *text;  // what stands between them, "" if nothing
  uint32_t line;     // from 1
  xml_node *parent;
};

#define XML_DEPTH_MAX 250
#define XML_NODES_MAX 2000000

// The root; NULL and *why (in the arena) and *line (0: none) if it cannot be read.
xml_node *uml_xml_parse(sv_arena *, const char *text, size_t size, const char **why,
                        uint32_t *line);
bool uml_xml_available(void);

// The value of an attribute without prefix, or NULL.
const char *uml_xml_get(const xml_node *, const char *name);
// With that prefix.
const char *uml_xml_get_in(const xml_node *, const char *prefix, const char *name);

#endif
