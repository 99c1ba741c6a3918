// parser.c -- drives the parser, and tells the two languages apart.

#include "lang/hybrid/parser.h"

#include "lang/hybrid/parse.h"

static bool ends_with(const char *path, const char *suffix) {
  size_t n = strlen(path), m = strlen(suffix);
  return n > m && !strcmp(path + n - m, suffix);
}

// HyTech's files begin with their variables.
ha_syntax ha_syntax_of(sv_names *names, const sv_sources *sources, uint32_t file) {
  const char *path = sv_source_path(sources, file);
  if (ends_with(path, ".hy")) return HA_HYTECH;
  if (ends_with(path, ".pha") || ends_with(path, ".cfg")) return HA_PHAVER;
  sv_tokens tokens = {0};
  sv_diags *ignored = sv_diags_new(sources);
  ha_scan(HA_HYTECH, names, sources, file, ignored, &tokens);
  ha_syntax syntax = tokens.at[0].kind == HA_T_VAR ? HA_HYTECH : HA_PHAVER;
  sv_vec_free(tokens);
  sv_diags_free(ignored);
  return syntax;
}

static ha_parser open_file(sv_arena *arena, sv_names *names, sv_numbers *numbers,
                           const sv_sources *sources, uint32_t file, sv_diags *diags,
                           ha_syntax syntax, const char *end) {
  ha_parser p = {.names = names, .numbers = numbers, .syntax = syntax};
  p.in = (sv_cursor){.arena = arena, .sources = sources, .diags = diags, .end = end};
  ha_scan(syntax, names, sources, file, diags, &p.in.tokens);
  return p;
}

static void skip_command(ha_parser *p) {
  uint32_t before = p->in.at;
  ha_skip_past_semicolon(p);
  if (p->in.at == before) ha_advance(p);
}

void ha_parse(sv_arena *arena, sv_names *names, sv_numbers *numbers, const sv_sources *sources,
              uint32_t file, sv_diags *diags, ha_tree *tree) {
  ha_parser p =
      open_file(arena, names, numbers, sources, file, diags, tree->syntax, "the end of the file");
  ha_commands all = {0};
  for (uint32_t i = 0; i < tree->commands; i++) sv_push(all, tree->command[i]);
  while (ha_kind(&p) != HA_T_END_OF_FILE) {
    bool good = tree->syntax == HA_PHAVER ? ha_read_phaver(&p, &all) : ha_read_hytech(&p, &all);
    if (!good) skip_command(&p);
  }
  SV_ARENA_KEEP(arena, all, tree->command, tree->commands);
  sv_vec_free(p.in.tokens);
}

static bool at_end(ha_parser *p) {
  if (ha_kind(p) == HA_T_END_OF_FILE) return true;
  ha_error_here(p, "expected the end of the condition, but found %s", ha_found(p));
  return false;
}

ha_expr *ha_parse_formula(sv_arena *arena, sv_names *names, sv_numbers *numbers,
                          const sv_sources *sources, uint32_t file, sv_diags *diags,
                          ha_syntax syntax) {
  ha_parser p =
      open_file(arena, names, numbers, sources, file, diags, syntax, "the end of the condition");
  ha_expr *e = ha_read_formula(&p);
  bool good = e && at_end(&p);
  sv_vec_free(p.in.tokens);
  return good ? e : NULL;
}

bool ha_parse_states(sv_arena *arena, sv_names *names, sv_numbers *numbers,
                     const sv_sources *sources, uint32_t file, sv_diags *diags, ha_states *out) {
  ha_parser p =
      open_file(arena, names, numbers, sources, file, diags, HA_PHAVER, "the end of the condition");
  bool good = ha_read_states(&p, out) && at_end(&p);
  sv_vec_free(p.in.tokens);
  return good;
}
