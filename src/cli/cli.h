// cli.h -- the commands of `selvage`. A client of include/selvage.h only.

#ifndef SELVAGE_CLI_H
#define SELVAGE_CLI_H

#include <stdbool.h>

#include "selvage.h"

typedef struct {
  selvage *s;
  const char **files;  // arguments that are not options
  int file_count;
  bool quiet, interactive, keep_going;
  const char *trace;   // --trace FILE
  const char *report;  // --report FILE
  const char *states;  // show --states FILE
  const char *format;  // --format, or NULL
  long steps;          // simulate --steps
  const char *show;    // show: "model", "dot", "stats", "logs", "promela"
  bool help;
  bool *given;  // by number of option
} cli_arguments;

bool cli_takes(const char *command, const char *flag);

// Each returns an exit status.
int cli_check(cli_arguments *);
int cli_simulate(cli_arguments *);
int cli_replay(cli_arguments *);
int cli_explain(cli_arguments *);
int cli_show(cli_arguments *);
int cli_engines(cli_arguments *);
int cli_languages(cli_arguments *);

// Fills the arguments of the command; 0, or SELVAGE_USAGE after a message on stderr.
int cli_parse(const char *command, int argc, char **argv, cli_arguments *);
void cli_arguments_free(cli_arguments *);
void cli_help(const char *command);  // to stdout; NULL: the overview
int cli_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Ctrl-C and SIGTERM, while a command runs on this object.
void cli_interrupts_begin(selvage *);
void cli_interrupts_end(void);
// Should a check of this file be cut off: what is to be printed. The line lives until
// cli_interrupts_reported, which is called before anything is printed of the file.
char *cli_interrupts_file(const char *format, const char *path);
void cli_interrupts_reported(char *line);

// Progress lines on stderr: one that is redrawn on a terminal, else one every 10 s.
typedef struct {
  bool terminal, drawn;
  double next;
} cli_progress;
void cli_progress_start(cli_progress *, cli_arguments *);
void cli_progress_end(cli_progress *);

#endif
