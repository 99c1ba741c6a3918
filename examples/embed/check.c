// check.c -- Selvage in a C program: check a model that lies in memory, and look at the answer.
//
//   cc check.c $(pkg-config --cflags --libs selvage) -o check && ./check
//
// Prints every property with its answer, and the steps of the first run that violates one.

#include <selvage.h>
#include <stdio.h>
#include <string.h>

static const char model[] = "byte balance = 10;\n"
                            "active [2] proctype withdraw() {\n"
                            "  byte seen = balance;\n"
                            "  if :: seen >= 7 -> balance = balance - 7 :: else fi;\n"
                            "  assert(balance <= 10)\n"
                            "}\n";

static const char *word(int status) {
  switch (status) {
  case SELVAGE_HOLDS: return "holds";
  case SELVAGE_VIOLATED: return "violated";
  default: return "unknown";
  }
}

static void print_message(void *context, const selvage_diagnostic *d) {
  (void)context;
  fprintf(stderr, "%s:%u:%u: %s\n", d->place.file, d->place.line, d->place.column, d->message);
}

static void print_properties(const selvage_answer *a) {
  selvage_finding f;
  for (size_t i = 0; selvage_answer_finding(a, i, &f); i++)
    printf("%-8s  %s %s%s%s\n", word(f.status), f.kind, f.name, f.reason ? ": " : "",
           f.reason ? f.reason : "");
}

static void print_trace(const selvage_trace *t) {
  selvage_step step;
  selvage_value change;
  for (size_t i = 0; selvage_trace_step(t, i, &step); i++) {
    printf("%3zu  %s, line %u: %s", step.number, step.process, step.place.line, step.statement);
    for (size_t k = 0; selvage_trace_change(t, i, k, &change); k++)
      printf("%s%s = %s", k ? ", " : "  -->  ", change.name, change.value);
    putchar('\n');
  }
}

int main(void) {
  selvage *s = selvage_new();
  selvage_on_message(s, print_message, NULL);
  const char *wrong = selvage_set(s, "--time", "10s");
  if (wrong) return fprintf(stderr, "%s\n", wrong), 1;

  selvage_model *m = selvage_load_text(s, "account.pml", model, strlen(model));
  selvage_answer *a = selvage_check(s, m);
  printf("answer: %s\n", word(selvage_answer_status(a)));
  print_properties(a);
  const selvage_trace *t = selvage_answer_first_trace(a);
  if (t) print_trace(t);

  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  return 0;
}
