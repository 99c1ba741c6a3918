// cli.h -- the commands of `selvage`. A client of include/selvage.h only.

#ifndef SELVAGE_CLI_H
#define SELVAGE_CLI_H

#include <stdbool.h>

#include "selvage.h"

typedef struct cli_watcher cli_watcher;

typedef struct {
  const char *flag, *value;  // value NULL: a switch
} cli_setting;

typedef struct {
  selvage *s;
  const char **files;  // arguments that are not options
  int file_count;
  bool quiet, interactive, keep_going, watch;
  bool lsp;                // serve: what it speaks
  cli_watcher *watcher;    // NULL: nobody waits for files to change
  const char *trace;       // --trace FILE
  const char *report;      // --report FILE
  const char *witness;     // --witness FILE
  const char *checkpoint;  // --checkpoint FILE
  const char *states;      // show --states FILE
  const char *format;      // --format, or NULL
  long steps;              // simulate --steps
  const char *show;        // show: "model", "dot", "stats", "logs", "promela"
  bool help;
  bool *given;            // by number of option
  bool lists;             // --engine may name several
  cli_setting *settings;  // all options, as they were given
  int setting_count;
} cli_arguments;

bool cli_takes(const char *command, const char *flag);

// The commands; the last has no name. Each returns an exit status.
typedef struct {
  const char *name, *arguments, *summary;
  int (*run)(cli_arguments *);
} cli_command;
extern const cli_command cli_commands[];
extern const char *const cli_show_kinds[];  // "--model" … of `show`; ends with NULL

int cli_check(cli_arguments *);
int cli_resume(cli_arguments *);
int cli_simulate(cli_arguments *);
int cli_replay(cli_arguments *);
int cli_explain(cli_arguments *);
int cli_show(cli_arguments *);
int cli_sweep(cli_arguments *);
int cli_engines(cli_arguments *);
int cli_languages(cli_arguments *);
int cli_completions(cli_arguments *);
int cli_serve(cli_arguments *);

// The status, or that of a file that could not be written; then it says why.
int cli_after_writing(int status, const char *wrong);
// A string of the library, printed and freed.
void cli_print(char *text);
void cli_print_messages(const selvage_model *);

// Fills the arguments of the command; 0, or SELVAGE_USAGE after a message on stderr.
int cli_parse(const char *command, int argc, char **argv, cli_arguments *);
void cli_arguments_free(cli_arguments *);
void cli_help(const char *command);  // to stdout; NULL: the overview
int cli_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Ctrl-C and SIGTERM, while a command runs on this object.
// `patient`: what is to be written then (a checkpoint) may take its time.
void cli_interrupts_begin(selvage *, bool patient);
void cli_interrupts_end(void);
bool cli_interrupted(void);
// Should a check of this file be cut off: what is to be printed. The line lives until
// cli_interrupts_reported, which is called before anything is printed of the file.
char *cli_interrupts_file(const char *format, const char *path);
void cli_interrupts_reported(char *line);

// ranks.c: a launcher of MPI has started this process together with others. Only the first one speaks.
bool cli_is_distributed(void);
bool cli_is_silent(void);
// Before anything else; false: nothing is to be done by this process.
bool cli_ranks_begin(const char *command);
int cli_ranks_end(int status);  // the exit status

// Progress lines on stderr: one that is redrawn on a terminal, else one every 10 s.
typedef struct {
  bool terminal, drawn;
  double next;
  const cli_arguments *arguments;
} cli_progress;
void cli_progress_start(cli_progress *, cli_arguments *);
void cli_progress_end(cli_progress *);

// --watch: checks again and again, until Ctrl-C. The status of the last answer.
int cli_watch(cli_arguments *, int (*check)(cli_arguments *));
void cli_watch_model(cli_watcher *, const selvage_model *);  // the files of it too
bool cli_watch_changed(const cli_watcher *);

#endif
