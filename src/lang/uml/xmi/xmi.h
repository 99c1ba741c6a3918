// xmi.h -- state machines from XMI: Eclipse UML2 and Papyrus, MagicDraw and Cameo.
//
// The model is the element `uml:Model`, the root itself or below `xmi:XMI`;
// what vendors add in `xmi:Extension` is skipped. References are attributes
// that hold an id, or elements with `xmi:idref`. Texts of guards and behaviours
// become sources of their own, named by the path of their element, so that
// messages about them say where they stand.

#ifndef UML_XMI_H
#define UML_XMI_H

#include "lang/uml/build.h"
#include "lang/uml/xmi/xml.h"

bool uml_is_xmi(const char *text, size_t size);
bool uml_read_xmi(uml_context *, uint32_t file);

// ---- inside

typedef struct {
  uml_context *context;
  uint32_t file;
  xml_node *root;
  SV_VEC(xml_node *) nodes;  // those with an id
  sv_map by_id;              // interned id -> place in nodes
  SV_VEC(uml_vertex *) vertices;
  sv_map vertex_of;  // address order is never used: interned id -> place in vertices
  uml_class *class;  // being read
  bool failed;
} xmi_reader;

// xmi.c
const char *xmi_type(const xml_node *);  // "State" of uml:State; "" if it has none
bool xmi_is(const xml_node *, const char *element, const char *type);  // NULL: any
// The element that the feature refers to: an attribute with an id, or a child with an idref.
xml_node *xmi_ref(const xmi_reader *, const xml_node *, const char *feature);
const char *xmi_id(const xml_node *);
sv_name xmi_name(const xmi_reader *, const xml_node *);  // 0 if it has none
sv_span xmi_span(const xmi_reader *, const xml_node *);
// Text as a source of its own, named by the element.
sv_span xmi_source(xmi_reader *, const xml_node *, const char *text);
void xmi_wrong(xmi_reader *, const xml_node *, const char *format, ...) SV_PRINTF(3, 4);
void xmi_unsupported(xmi_reader *, const xml_node *, const char *format, ...) SV_PRINTF(3, 4);
bool xmi_is_skipped(const xml_node *);  // a vendor's extension

// refuse.c: constructs that would be passed over
void xmi_refuse_activity(xmi_reader *, const xml_node *);
void xmi_refuse_trigger(xmi_reader *, const xml_node *);
void xmi_refuse_state(xmi_reader *, const xml_node *);
void xmi_refuse_machine(xmi_reader *, const xml_node *);
void xmi_refuse_signal(xmi_reader *, const xml_node *);
void xmi_refuse_class(xmi_reader *, const xml_node *);
void xmi_refuse_behavior(xmi_reader *, const xml_node *class);
void xmi_refuse_attribute(xmi_reader *, const xml_node *);
void xmi_refuse_parameter(xmi_reader *, const xml_node *);
bool xmi_is_many(const xml_node *attribute);  // it has a multiplicity other than 1

// machine.c
void xmi_read_machine(xmi_reader *, const xml_node *machine);
// class.c
// Its classifier behaviour, or the first machine that it owns; NULL if it has none.
const xml_node *xmi_machine_of(const xmi_reader *, const xml_node *class);
void xmi_read_declarations(xmi_reader *, const xml_node *package);
void xmi_read_classes(xmi_reader *, const xml_node *package);
void xmi_read_objects(xmi_reader *, const xml_node *package);

#endif
