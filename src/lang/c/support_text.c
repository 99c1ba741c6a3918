// support_text.c -- <string.h> and <ctype.h> in C: plain loops, each access one of the program's.
//
// A call becomes one of these where the program includes the header and calls the function. A
// copy of no constant length goes element by element, of the type that its target points to.

#include <string.h>

#include "lang/c/support.h"

static const char lengths[] =
    "static inline __SIZE_TYPE__ selvage_strlen(const char *s)\n"
    "{ __SIZE_TYPE__ n = 0; while (s[n]) n++; return n; }\n"
    "static inline __SIZE_TYPE__ selvage_strnlen(const char *s, __SIZE_TYPE__ most)\n"
    "{ __SIZE_TYPE__ n = 0; while (n < most && s[n]) n++; return n; }\n"
    "#define strlen selvage_strlen\n"
    "#define strnlen selvage_strnlen\n";

static const char comparisons[] =
    "static inline int selvage_strncmp(const char *a, const char *b, __SIZE_TYPE__ n)\n"
    "{ for (__SIZE_TYPE__ k = 0; k < n; k++) {\n"
    "    unsigned char x = (unsigned char)a[k], y = (unsigned char)b[k];\n"
    "    if (x != y) return x - y;\n"
    "    if (!x) return 0; }\n"
    "  return 0; }\n"
    "static inline int selvage_strcmp(const char *a, const char *b)\n"
    "{ return selvage_strncmp(a, b, -1ul); }\n"
    "static inline int selvage_memcmp(const void *from, const void *with, __SIZE_TYPE__ n)\n"
    "{ const unsigned char *a = from, *b = with;\n"
    "  for (__SIZE_TYPE__ k = 0; k < n; k++) {\n"
    "    unsigned char x = a[k], y = b[k];\n"
    "    if (x != y) return x - y; }\n"
    "  return 0; }\n"
    "#define strcmp selvage_strcmp\n"
    "#define strncmp selvage_strncmp\n"
    "#define memcmp selvage_memcmp\n";

static const char searches[] =
    "static inline char *selvage_strchr(const char *s, int c)\n"
    "{ for (__SIZE_TYPE__ k = 0;; k++) {\n"
    "    char x = s[k];\n"
    "    if (x == (char)c) return (char *)s + k;\n"
    "    if (!x) return 0; } }\n"
    "static inline char *selvage_strrchr(const char *s, int c)\n"
    "{ char *last = 0;\n"
    "  for (__SIZE_TYPE__ k = 0;; k++) {\n"
    "    char x = s[k];\n"
    "    if (x == (char)c) last = (char *)s + k;\n"
    "    if (!x) return last; } }\n"
    "static inline void *selvage_memchr(const void *from, int c, __SIZE_TYPE__ n)\n"
    "{ const unsigned char *s = from;\n"
    "  for (__SIZE_TYPE__ k = 0; k < n; k++) if (s[k] == (unsigned char)c) return (char *)s + k;\n"
    "  return 0; }\n"
    "static inline _Bool selvage_begins(const char *s, const char *word)\n"
    "{ for (__SIZE_TYPE__ k = 0; word[k]; k++) if (s[k] != word[k]) return 0;\n"
    "  return 1; }\n"
    "static inline char *selvage_strstr(const char *s, const char *word)\n"
    "{ for (__SIZE_TYPE__ k = 0;; k++) {\n"
    "    if (selvage_begins(s + k, word)) return (char *)s + k;\n"
    "    if (!s[k]) return 0; } }\n"
    "#define strchr selvage_strchr\n"
    "#define strrchr selvage_strrchr\n"
    "#define memchr selvage_memchr\n"
    "#define strstr selvage_strstr\n";

static const char texts[] =
    "static inline char *selvage_strcpy(char *to, const char *from)\n"
    "{ for (__SIZE_TYPE__ k = 0; (to[k] = from[k]); k++) {}\n"
    "  return to; }\n"
    "static inline char *selvage_strncpy(char *to, const char *from, __SIZE_TYPE__ n)\n"
    "{ __SIZE_TYPE__ k = 0;\n"
    "  for (; k < n; k++) { char x = from[k]; if (!x) break; to[k] = x; }\n"
    "  for (; k < n; k++) to[k] = 0;\n"
    "  return to; }\n"
    "static inline char *selvage_strncat(char *to, const char *from, __SIZE_TYPE__ n)\n"
    "{ __SIZE_TYPE__ at = 0, k = 0; while (to[at]) at++;\n"
    "  for (; k < n; k++) { char x = from[k]; if (!x) break; to[at + k] = x; }\n"
    "  to[at + k] = 0; return to; }\n"
    "#define strcpy selvage_strcpy\n"
    "#define strncpy selvage_strncpy\n"
    "static inline char *selvage_strcat(char *to, const char *from)\n"
    "{ return selvage_strncat(to, from, -1ul); }\n"
    "#define strcat selvage_strcat\n"
    "#define strncat selvage_strncat\n";

static const char duplicates[] = "#include <stdlib.h>\n"
                                 "static inline char *selvage_strdup(const char *s)\n"
                                 "{ __SIZE_TYPE__ n = 0; while (s[n]) n++;\n"
                                 "  char *p = (char *)malloc(n + 1);\n"
                                 "  for (__SIZE_TYPE__ k = 0; p && k <= n; k++) p[k] = s[k];\n"
                                 "  return p; }\n"
                                 "#define strdup selvage_strdup\n";

// With a constant length they stay what they are: one access for each scalar.
static const char copies[] =
    "extern void selvage_part(void);\n"
    "#define selvage_target(d) __typeof__(_Generic((d) + 0, void *: (char *)0, default: (d) + 0))\n"
    "#define selvage_copy(d, s, n) __extension__ ({ selvage_target(d) selvage_to = (d); \\\n"
    "  const void *selvage_s = (s); const __typeof__(*selvage_to) *selvage_from = selvage_s; \\\n"
    "  __SIZE_TYPE__ selvage_n = (n), selvage_k = 0; \\\n"
    "  if (selvage_n % sizeof *selvage_to) selvage_part(); \\\n"
    "  selvage_n /= sizeof *selvage_to; \\\n"
    "  for (; selvage_k < selvage_n; selvage_k++) selvage_to[selvage_k] = selvage_from[selvage_k]; \\\n"
    "  (void *)selvage_to; })\n"
    "#define selvage_move(d, s, n) __extension__ ({ selvage_target(d) selvage_to = (d); \\\n"
    "  const void *selvage_s = (s); const __typeof__(*selvage_to) *selvage_from = selvage_s; \\\n"
    "  __SIZE_TYPE__ selvage_n = (n), selvage_k = 0; \\\n"
    "  if (selvage_n % sizeof *selvage_to) selvage_part(); \\\n"
    "  selvage_n /= sizeof *selvage_to; \\\n"
    "  if (selvage_from < selvage_to) \\\n"
    "    for (; selvage_n; selvage_n--) selvage_to[selvage_n - 1] = selvage_from[selvage_n - 1]; \\\n"
    "  else \\\n"
    "    for (; selvage_k < selvage_n; selvage_k++) selvage_to[selvage_k] = selvage_from[selvage_k]; \\\n"
    "  (void *)selvage_to; })\n"
    "#define selvage_fill(d, c, n) __extension__ ({ selvage_target(d) selvage_to = (d); \\\n"
    "  __SIZE_TYPE__ selvage_n = (n), selvage_k = 0; \\\n"
    "  if (selvage_n % sizeof *selvage_to) selvage_part(); \\\n"
    "  selvage_n /= sizeof *selvage_to; \\\n"
    "  for (; selvage_k < selvage_n; selvage_k++) \\\n"
    "    __builtin_memset(selvage_to + selvage_k, (c), sizeof *selvage_to); \\\n"
    "  (void *)selvage_to; })\n"
    "#define selvage_memcpy(d, s, n) __builtin_choose_expr(__builtin_constant_p(n), \\\n"
    "  __builtin_memcpy((d), (s), (n)), selvage_copy(d, s, n))\n"
    "#define selvage_memmove(d, s, n) __builtin_choose_expr(__builtin_constant_p(n), \\\n"
    "  __builtin_memmove((d), (s), (n)), selvage_move(d, s, n))\n"
    "#define selvage_memset(d, c, n) __builtin_choose_expr(__builtin_constant_p(n), \\\n"
    "  __builtin_memset((d), (c), (n)), selvage_fill(d, c, n))\n"
    // An argument with commas of its own, like (int[]){1, 2}, looks like several.
    "#define selvage_ninth(a, b, c, d, e, f, g, h, i, ...) i\n"
    "#define selvage_three(yes, no, ...) \\\n"
    "  selvage_ninth(__VA_ARGS__, no, no, no, no, no, yes, no, no, 0)(__VA_ARGS__)\n"
    "#define memcpy(...) selvage_three(selvage_memcpy, __builtin_memcpy, __VA_ARGS__)\n"
    "#define memmove(...) selvage_three(selvage_memmove, __builtin_memmove, __VA_ARGS__)\n"
    "#define memset(...) selvage_three(selvage_memset, __builtin_memset, __VA_ARGS__)\n";

// As in the locale C, that programs start in.
static const char letters[] =
    "#include <ctype.h>\n"
    "#define SELVAGE_IS(NAME, TEST) static inline int selvage_##NAME(int c) { return TEST; }\n"
    "SELVAGE_IS(isdigit, c >= '0' && c <= '9')\n"
    "SELVAGE_IS(isupper, c >= 'A' && c <= 'Z')\n"
    "SELVAGE_IS(islower, c >= 'a' && c <= 'z')\n"
    "SELVAGE_IS(isalpha, selvage_isupper(c) || selvage_islower(c))\n"
    "SELVAGE_IS(isalnum, selvage_isalpha(c) || selvage_isdigit(c))\n"
    "SELVAGE_IS(isspace, c == ' ' || (c >= 9 && c <= 13))\n"
    "SELVAGE_IS(toupper, selvage_islower(c) ? c - 32 : c)\n"
    "SELVAGE_IS(tolower, selvage_isupper(c) ? c + 32 : c)\n"
    "#undef isdigit\n#undef isupper\n#undef islower\n#undef isalpha\n#undef isalnum\n"
    "#undef isspace\n#undef toupper\n#undef tolower\n"
    "#define isdigit selvage_isdigit\n"
    "#define isupper selvage_isupper\n"
    "#define islower selvage_islower\n"
    "#define isalpha selvage_isalpha\n"
    "#define isalnum selvage_isalnum\n"
    "#define isspace selvage_isspace\n"
    "#define toupper selvage_toupper\n"
    "#define tolower selvage_tolower\n";

// Is the function's body here: behind its parentheses, a brace?
static bool defines(const char *program, const char *function) {
  size_t n = strlen(function);
  for (const char *at = strstr(program, function); at; at = strstr(at + 1, function)) {
    const char *c = at + n + strspn(at + n, " ");
    uint32_t open = *c == '(';
    for (; open && *c++;) open += (*c == '(') - (uint32_t)(*c == ')');
    if (*c != ')') continue;
    c++;
    c += strspn(c, " \t\r\n");
    if (*c == '{') return true;
  }
  return false;
}

// A program that has its own means its own.
static void leave_own(const char *program, sv_text *lines) {
  static const char *const functions[] = {"strlen",  "strnlen", "strcmp",  "strncmp", "memcmp",
                                          "strchr",  "strrchr", "memchr",  "strstr",  "strcpy",
                                          "strncpy", "strcat",  "strncat", "strdup",  "memcpy",
                                          "memmove", "memset",  "isdigit", "isupper", "islower",
                                          "isalpha", "isalnum", "isspace", "toupper", "tolower"};
  for (size_t k = 0; k < SV_COUNT(functions); k++)
    if (defines(program, functions[k])) sv_text_printf(lines, "#undef %s\n", functions[k]);
}

void c_support_texts(const char *program, sv_text *lines) {
  static const char *const parts[] = {lengths, comparisons, searches, texts, duplicates, copies};
  bool strings = strstr(program, "<string.h>"), characters = strstr(program, "<ctype.h>");
  if (characters) sv_text_string(lines, letters);
  if (strings) sv_text_string(lines, "#include <string.h>\n");
  for (size_t k = 0; strings && k < SV_COUNT(parts); k++) sv_text_string(lines, parts[k]);
  if (strings || characters) leave_own(program, lines);
}
