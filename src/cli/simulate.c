// simulate.c -- `selvage simulate`: a walk at random, or by hand with steps back and forth.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const char keys[] = "  N      take step N of those listed\n"
                           "  Enter  take one of them at random\n"
                           "  u      undo the last step\n"
                           "  j N    jump to the state after step N of the run, back or forth\n"
                           "  s      show the state\n"
                           "  l      list the steps that are possible\n"
                           "  ?      this list\n"
                           "  q      quit\n";

static void list_choices(const selvage_simulation *sim) {
  for (size_t i = 0; i < selvage_simulation_choices(sim); i++) {
    char *text = selvage_simulation_describe(sim, i);
    printf("%6zu) %s\n", i + 1, text);
    selvage_string_free(text);
  }
}

static void prompt(const selvage_simulation *sim) {
  size_t n = selvage_simulation_choices(sim);
  if (n) printf("step 1..%zu, Enter: random, u: undo, s: state, q: quit, ?: more> ", n);
  else printf("u: undo, s: state, q: quit, ?: more> ");
  fflush(stdout);
}

static bool go(selvage_simulation *sim, size_t to) {
  size_t known = selvage_simulation_known(sim);
  if (to > known) {
    printf("the run has only %zu step%s\n", known, known == 1 ? "" : "s");
    return false;
  }
  selvage_simulation_go(sim, to);
  if (to) printf("        after step %zu\n", to);
  else printf("        at the start\n");
  return true;
}

static bool undo(selvage_simulation *sim) {
  size_t taken = selvage_simulation_taken(sim);
  if (taken) return go(sim, taken - 1);
  puts("this is the start");
  return false;
}

// The number that the line consists of; -1: none.
static long number_in(const char *line) {
  char *end;
  long number = strtol(line, &end, 10);
  bool is_one = end > line && !end[strspn(end, " \t\r\n")];
  return is_one && number >= 0 ? number : -1;
}

static bool take(selvage_simulation *sim, const char *line) {
  size_t n = selvage_simulation_choices(sim);
  bool any = !line[strspn(line, " \t\r\n")] && n;
  long number = any ? (long)selvage_simulation_random(sim) + 1 : number_in(line);
  if (number >= 1 && (size_t)number <= n)
    return cli_print(selvage_simulation_take(sim, (size_t)number - 1)), true;
  if (!n) return puts("no step is possible here; u goes back"), false;
  printf("%.*s is not one of them; ? lists what can be typed\n", (int)strcspn(line, "\r\n"), line);
  return false;
}

typedef enum { STAYED, MOVED, ENDED } outcome;

static outcome obey(selvage_simulation *sim, const char *line) {
  switch (line[0]) {
  case 'q': return ENDED;
  case 's': return cli_print(selvage_simulation_state(sim)), STAYED;
  case 'l': return list_choices(sim), STAYED;
  case '?': return fputs(keys, stdout), STAYED;
  case 'u': return undo(sim) ? MOVED : STAYED;
  case 'j': {
    long to = number_in(line + 1);
    if (to < 0) return puts("j needs the number of a step: j 3"), STAYED;
    return go(sim, (size_t)to) ? MOVED : STAYED;
  }
  default: return take(sim, line) ? MOVED : STAYED;
  }
}

// Asks until the state is another one; false: it is enough.
static bool ask(selvage_simulation *sim) {
  char line[128];
  outcome what = STAYED;
  list_choices(sim);
  while (what == STAYED) {
    prompt(sim);
    if (!fgets(line, sizeof line, stdin)) return putchar('\n'), false;
    what = obey(sim, line);
  }
  return what == MOVED;
}

static bool one_step(const cli_arguments *a, selvage_simulation *sim) {
  if (a->interactive) return ask(sim);
  cli_print(selvage_simulation_take(sim, selvage_simulation_random(sim)));
  return true;
}

// What all processes wait for when nothing can move.
static void explain_stop(selvage_simulation *sim, const char *stopped, const char *violated) {
  bool deadlock = !strcmp(stopped, "deadlock");
  if (deadlock) cli_print(selvage_simulation_waits(sim));
  if (!violated || strcmp(stopped, violated) != 0) printf("        %s\n", stopped);
}

// A random walk ends at the first violation, unless it is to keep going; who chooses the steps
// may go back from every end. `violated` is told if any state on the way was bad.
static int walk(cli_arguments *a, selvage_simulation *sim) {
  int status = SELVAGE_HOLDS;
  for (long n = 0;; n++) {
    const char *violated = selvage_simulation_violation(sim);
    const char *stopped = selvage_simulation_stopped(sim);
    if (stopped) explain_stop(sim, stopped, violated);
    if (violated) printf("        violated: %s\n", violated), status = SELVAGE_VIOLATED;
    if (!a->interactive && (stopped || (violated && !a->keep_going))) return status;
    if (n >= a->steps && !a->interactive)
      return printf("        stopped after %ld steps (--steps)\n", n), status;
    if (!one_step(a, sim)) return status;
  }
}

static int run_simulation(cli_arguments *a, selvage_simulation *sim) {
  cli_print(selvage_simulation_heading(sim));
  int status = walk(a, sim);
  fflush(stdout);
  return cli_after_writing(status, a->trace ? selvage_simulation_write_trace(sim, a->trace) : NULL);
}

int cli_simulate(cli_arguments *a) {
  if (a->file_count != 1) return cli_usage("simulate needs one file");
  selvage_model *m = selvage_load(a->s, a->files[0]);
  cli_print_messages(m);
  int status = selvage_model_status(m);
  const char *why = NULL;
  selvage_simulation *sim = status ? NULL : selvage_simulate(a->s, m, &why);
  if (why) {
    printf("%s: unknown: %s\n", a->files[0], why);
    status = SELVAGE_UNKNOWN;
  }
  if (sim) status = run_simulation(a, sim);
  selvage_simulation_free(sim);
  selvage_model_free(m);
  return status;
}
