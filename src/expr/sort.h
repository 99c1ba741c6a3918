// sort.h -- the types of values.
//
// Sorts are interned in the term table, so equal sorts have equal handles.
//
//   bool
//   bv w / sbv w   bit vectors of any width >= 1, unsigned or two's complement
//   enum           a named set of members 0 .. n-1
//   int            mathematical integers; int lo..hi is a ranged one
//   real           rationals
//   loc T          a location of process template T (0 = not running)
//   ref            a queue by number (0 = none)
//   array n of S   n elements, n >= 1, nested arrays allowed
//
// A ranged integer is an integer whose *variables* stay in the range; as a
// term it mixes freely with other integers, and every arithmetic result is a
// plain int. Values of every sort but arrays are single sv_values.

#ifndef SV_SORT_H
#define SV_SORT_H

#include "base/map.h"
#include "base/number.h"

typedef struct {
  uint32_t x;
} sv_sort;  // 0 = none
#define SV_SORT_NONE ((sv_sort){0})

// clang-format off
#define SV_SORT_KINDS(X) \
  X(BOOL, "bool") X(BV, "bv") X(ENUM, "enum") X(INT, "int") X(REAL, "real") \
  X(LOC, "loc") X(REF, "ref") X(ARRAY, "array")
// clang-format on

typedef enum {
#define X(NAME, TEXT) SV_SORT_##NAME,
  SV_SORT_KINDS(X)
#undef X
} sv_sort_kind;

typedef struct {
  sv_sort_kind kind;
  uint32_t size;           // BV: width; ENUM: members; ARRAY: elements; LOC: template number
  bool is_signed;          // BV
  bool ranged;             // INT
  int64_t lo, hi;          // INT if ranged, lo <= hi
  sv_sort element;         // ARRAY
  sv_name name;            // ENUM
  const sv_name *members;  // ENUM: size names, owned by the table
} sv_sort_info;

typedef struct sv_terms sv_terms;

sv_sort sv_sort_bool(sv_terms *);
sv_sort sv_sort_bv(sv_terms *, uint32_t width, bool is_signed);
sv_sort sv_sort_int(sv_terms *);
sv_sort sv_sort_range(sv_terms *, int64_t lo, int64_t hi);
sv_sort sv_sort_real(sv_terms *);
sv_sort sv_sort_ref(sv_terms *);
sv_sort sv_sort_loc(sv_terms *, uint32_t template_number);
// None if it would have more than SV_CELLS_MAX scalar cells.
#define SV_CELLS_MAX (UINT32_C(1) << 28)
sv_sort sv_sort_array(sv_terms *, uint32_t elements, sv_sort element);
// An enumeration is named: the same name with other members gives SV_SORT_NONE.
sv_sort sv_sort_enum(sv_terms *, sv_name, const sv_name *members, uint32_t n);
sv_sort sv_sort_find_enum(const sv_terms *, sv_name);  // none if undeclared

const sv_sort_info *sv_sort_get(const sv_terms *, sv_sort);
uint32_t sv_sort_count(const sv_terms *);  // handles are 1..count
static inline bool sv_sort_same(sv_sort a, sv_sort b) { return a.x == b.x; }
// Equal, or both integers (ranged or not), or arrays of one size whose elements
// fit: may be compared and assigned.
bool sv_sort_fits(const sv_terms *, sv_sort, sv_sort);
// No unbounded integer or real inside.
bool sv_sort_finite(const sv_terms *, sv_sort);
// Number of scalar cells: 1, or the product for arrays.
uint32_t sv_sort_cells(const sv_terms *, sv_sort);
sv_sort sv_sort_scalar(const sv_terms *, sv_sort);  // innermost element sort
// Does the scalar sort contain the value? (LOC and REF: any small value >= 0.)
bool sv_sort_has(const sv_terms *, sv_sort, sv_value);
// The value 0, false, first member, "none"; for ranges 0 if inside, else lo.
sv_value sv_sort_default(const sv_terms *, sv_sort);
void sv_sort_print(const sv_terms *, sv_sort, sv_text *);
void sv_value_print(const sv_terms *, sv_sort, sv_value, sv_text *);

#endif
