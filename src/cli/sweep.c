// sweep.c -- the command `sweep`. See sweep.h.

#include <string.h>

#include "cli/sweep.h"

static const char *value_of(const cli_arguments *a, const char *flag) {
  for (int i = 0; i < a->setting_count; i++)
    if (!strcmp(a->settings[i].flag, flag)) return a->settings[i].value;
  return NULL;
}

// All processes make the same plan; the first one keeps what comes out.
static int do_sweep(cli_arguments *a, sweep_plan *plan) {
  const char *path = value_of(a, "--results"), *page = value_of(a, "--summary");
  sweep_results *results = NULL;
  if (cli_is_silent()) return sweep_farm(a, plan, NULL);
  int wrong = path ? sweep_results_open(path, plan, &results) : 0;
  if (wrong) return wrong;
  int stopped = (cli_is_distributed() ? sweep_farm : sweep_run)(a, plan, results);
  sweep_print(plan);
  int unwritten = sweep_results_close(results, path);
  if (!unwritten && page) unwritten = sweep_write_page(plan, page);
  return selvage_worse_status(selvage_worse_status(sweep_status(plan), stopped), unwritten);
}

int cli_sweep(cli_arguments *a) {
  sweep_plan plan;
  if (!a->file_count) return cli_usage("sweep needs a file");
  int wrong = sweep_plan_make(a, &plan);
  int status = wrong ? wrong : do_sweep(a, &plan);
  sweep_plan_free(&plan);
  return status;
}
