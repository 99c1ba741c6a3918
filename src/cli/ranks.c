// ranks.c -- one of several processes that mpirun has started.
//
// All of them do the same; the first one prints, writes files and has the exit status of the answer.
// mpirun ends all as soon as one exits with another status than 0, so the others do not, unless
// what they have to say is no answer: then they give the first one time to say it.

#define _DEFAULT_SOURCE

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

enum { SECONDS_FOR_THE_FIRST = 5 };

bool cli_is_distributed(void) {
  int rank;
  return selvage_ranks(&rank);
}

bool cli_is_silent(void) {
  int rank;
  return selvage_ranks(&rank) && rank;
}

bool cli_ranks_begin(const char *command) {
  if (!cli_is_silent()) return true;
  if (strcmp(command, "check") && strcmp(command, "sweep")) return false;
  return freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr);
}

int cli_ranks_end(int status) {
  if (!cli_is_silent() || status == SELVAGE_HOLDS) return status;
  if (status == SELVAGE_VIOLATED || status == SELVAGE_UNKNOWN) return SELVAGE_HOLDS;
  sleep(SECONDS_FOR_THE_FIRST);
  return status;
}
