// goal.c -- --ltl: temporal operators above regions, in the words of the file.
//
// A region of the formula is a text of its own, with blanks before it, so that
// its places are those in the option.

#include "lang/hybrid/check.h"

#include <ctype.h>
#include <string.h>

static const sv_spelling signs[] = {
    SV_SPELLING(SV_CONDITION_IMPLIES, "=>"), SV_SPELLING(SV_CONDITION_AND, "&&"),
    SV_SPELLING(SV_CONDITION_OR, "||"),      SV_SPELLING(SV_CONDITION_OTHER, "<="),
    SV_SPELLING(SV_CONDITION_OTHER, ">="),   SV_SPELLING(SV_CONDITION_OTHER, "=="),
    SV_SPELLING(SV_CONDITION_OTHER, "!="),   SV_SPELLING(SV_CONDITION_OPEN, "("),
    SV_SPELLING(SV_CONDITION_CLOSE, ")"),    SV_SPELLING(SV_CONDITION_NOT, "!"),
    SV_SPELLING(SV_CONDITION_AND, "&"),      SV_SPELLING(SV_CONDITION_OR, "|"),
    SV_SPELLING(SV_CONDITION_OTHER, "<"),    SV_SPELLING(SV_CONDITION_OTHER, ">"),
    SV_SPELLING(SV_CONDITION_OTHER, "="),    SV_SPELLING(SV_CONDITION_OTHER, "+"),
    SV_SPELLING(SV_CONDITION_OTHER, "-"),    SV_SPELLING(SV_CONDITION_OTHER, "*"),
    SV_SPELLING(SV_CONDITION_OTHER, "/"),    SV_SPELLING(SV_CONDITION_OTHER, ","),
    SV_SPELLING(SV_CONDITION_OTHER, "["),    SV_SPELLING(SV_CONDITION_OTHER, "]"),
    SV_SPELLING(SV_CONDITION_OTHER, "'"),    SV_SPELLING(SV_CONDITION_OTHER, "."),
};

// 2.5, and HyTech's 2x
static void number(sv_scanner *s) {
  uint32_t begin = s->at;
  for (char c; s->at < s->end; s->at++) {
    c = sv_scan_peek(s, 0);
    if (c != '.' && c != '_' && !isalnum((unsigned char)c)) break;
  }
  sv_scan_emit(s, SV_TOKEN_NUMBER, begin);
}

static const sv_lexicon lexicon = {.language = "conditions about hybrid automata",
                                   .signs = signs,
                                   .sign_count = SV_COUNT(signs),
                                   .first = "$",
                                   .later = "~",
                                   .ascii = "conditions",
                                   .number = number};
static const sv_condition_language language = {&lexicon, .words = true, .splits = true};

static ha_formula *read_condition(ha_checker *c, sv_sources *sources, const char *text,
                                  sv_span place) {
  char *alone = SV_ARENA_ARRAY(c->arena, char, place.end + 1);
  for (uint32_t i = 0; i < place.begin; i++) alone[i] = text[i] == '\n' ? '\n' : ' ';
  memcpy(alone + place.begin, text + place.begin, place.end - place.begin);
  return ha_read_region(c, sources, sv_sources_add(sources, "--ltl", alone, strlen(alone)));
}

void ha_read_goal(ha_checker *c, sv_sources *sources, const char *text) {
  uint32_t size = (uint32_t)strlen(text), file = sv_sources_add(sources, "--ltl", text, size);
  sv_spans places = {0};
  ha_question q = {.from = c->net->questions.n ? c->net->questions.at[0].from : c->net->initially,
                   .name = "ltl",
                   .text = text,
                   .span = {file, 0, size}};
  q.formula =
      sv_conditions_read(&language, c->arena, c->names, sources, file, true, c->diags, &places);
  ha_formula **condition = SV_ARENA_ARRAY(c->arena, ha_formula *, places.n + 1);
  bool good = q.formula;
  for (uint32_t i = 0; q.formula && i < places.n; i++) {
    condition[i] = read_condition(c, sources, text, places.at[i]);
    good = good && condition[i];
  }
  q.condition = condition;
  if (good) sv_push(c->net->questions, q);
  sv_vec_free(places);
}
