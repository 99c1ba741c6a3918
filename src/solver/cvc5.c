// cvc5.c -- asks the program, and understands one word.

#include "solver/cvc5.h"

#include <sys/wait.h>

#include "base/program.h"

enum { MOST_WORDS = 400 };

bool sv_cvc5_found(void) { return sv_program_found("cvc5"); }

typedef struct {
  double deadline;  // 0: none
  const sv_sat_limits *limits;
} patience;

static bool must_stop(void *context) {
  const patience *p = context;
  const sv_sat_limits *l = p->limits;
  if (p->deadline > 0 && sv_now() > p->deadline) return true;
  return l && ((l->run && sv_limits_check(l->run)) || (l->stop && l->stop(l->context)));
}

static sv_sat_answer understand(sv_text *said, sv_text *why) {
  const char *words = sv_text_get(said);
  if (!strcmp(words, "sat\n")) return SV_SAT_YES;
  if (!strcmp(words, "unsat\n")) return SV_SAT_NO;
  sv_text_printf(why, "cvc5 says %.*s", (int)strcspn(words, "\n"), *words ? words : "nothing");
  return SV_SAT_UNKNOWN;
}

static void say_stopped(const sv_sat_limits *limits, sv_text *why) {
  sv_cause hit = limits && limits->run ? limits->run->hit : SV_CAUSE_NONE;
  sv_text_string(why, hit ? sv_cause_text(hit) : "cvc5 takes too long");
}

sv_sat_answer sv_cvc5_check(sv_text *script, double seconds, const sv_sat_limits *limits,
                            sv_text *why) {
  static const char *const words[] = {"cvc5", "--lang", "smt2", "-q", "/dev/stdin", NULL};
  patience p = {seconds > 0 ? sv_now() + seconds : 0, limits};
  sv_program program = {.words = words,
                        .memory = limits && limits->run ? limits->run->memory : 0,
                        .most = MOST_WORDS,
                        .errors = true,
                        .stop = must_stop,
                        .context = &p};
  sv_text said = {0};
  int status;
  sv_sat_answer answer = SV_SAT_UNKNOWN;
  sv_program_end end = sv_program_run(&program, script, &said, &status);
  if (end == SV_PROGRAM_NOT_STARTED) sv_text_string(why, "cvc5 cannot be started");
  else if (end == SV_PROGRAM_STOPPED) say_stopped(limits, why);
  else if (WIFEXITED(status)) answer = understand(&said, why);
  else sv_text_printf(why, "cvc5 was ended by signal %d", WTERMSIG(status));
  sv_text_free(&said);
  return answer;
}
