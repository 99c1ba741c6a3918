// main.c -- `selvage COMMAND …`: finds the command.

#define _DEFAULT_SOURCE

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

const cli_command cli_commands[] = {
    {"check", "FILE…", "check the properties of a model", cli_check},
    {"resume", "CHECKPOINT", "go on with a check that --checkpoint has written down", cli_resume},
    {"simulate", "FILE", "walk through a model, at random or by hand (--interactive)",
     cli_simulate},
    {"replay", "TRACE FILE", "run a JSON trace or a Spin trail again, step by step", cli_replay},
    {"explain", "TRACE FILE", "show which steps of a trace matter for what it violates",
     cli_explain},
    {"show", "FILE",
     "print the model: --model (.svm text), --dot, --stats; or what\n"
     "complete runs print: --logs; or a UML model for Spin: --promela;\n"
     "or the C code that --compile makes of it: --compiled;\n"
     "--states x.svg draws all states of a small one",
     cli_show},
    {"sweep", "FILE…", "check models × parameters × engines × properties, as a table", cli_sweep},
    {"serve", "--lsp", "serve an editor: the language server protocol on stdin and stdout",
     cli_serve},
    {"engines", "", "list the algorithms", cli_engines},
    {"languages", "", "list the input languages", cli_languages},
    {"completions", "SHELL", "print what makes bash, zsh or fish complete commands and options",
     cli_completions},
    {0},
};

static const cli_command *find_command(const char *name) {
  for (const cli_command *c = cli_commands; c->name; c++)
    if (!strcmp(c->name, name)) return c;
  return NULL;
}

static int run_command(const cli_command *c, int argc, char **argv) {
  cli_arguments a = {0};
  int status = cli_parse(c->name, argc, argv, &a);
  if (!status && a.help) {
    cli_help(c->name);
  } else if (!status) {
    cli_interrupts_begin(a.s, a.checkpoint || c->run == cli_resume);
    status = c->run(&a);
    cli_interrupts_end();
  }
  cli_arguments_free(&a);
  return status;
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c) {
  return !strcmp(word, a) || !strcmp(word, b) || !strcmp(word, c);
}

static bool is_file(const char *word) { return !access(word, R_OK); }

// Where a word could be a command that was misspelt, or a file to check.
static int no_command(const char *word) {
  const char *names[sizeof cli_commands / sizeof *cli_commands];
  size_t n = 0;
  for (const cli_command *c = cli_commands; c->name; c++) names[n++] = c->name;
  const char *closest = selvage_closest(word, names, n);
  if (is_file(word))
    return cli_usage("there is no command \"%s\"; did you mean `selvage check %s`?", word, word);
  if (closest)
    return cli_usage("there is no command \"%s\"; did you mean `selvage %s`?", word, closest);
  if (word[0] == '-') return cli_usage("the command comes first: selvage check %s …", word);
  return cli_usage("there is no command \"%s\"", word);
}

static int help_command(int argc, char **argv) {
  bool one = argc > 2 && strcmp(argv[2], "help") != 0;
  const cli_command *c = one ? find_command(argv[2]) : NULL;
  if (one && !c) return no_command(argv[2]);
  cli_help(c ? c->name : NULL);
  return 0;
}

static int run(int argc, char **argv) {
  if (argc < 2) return cli_help(NULL), SELVAGE_USAGE;
  if (is_one_of(argv[1], "--help", "-h", "help")) return help_command(argc, argv);
  if (is_one_of(argv[1], "--version", "-V", "version"))
    return printf("selvage %s\n", selvage_version()), 0;
  const cli_command *c = find_command(argv[1]);
  if (!c) return no_command(argv[1]);
  return run_command(c, argc - 2, argv + 2);
}

int main(int argc, char **argv) {
  signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit on sizes: writing fails like on a full disk
  if (!cli_ranks_begin(argc > 1 ? argv[1] : "")) return 0;
  int status = cli_ranks_end(run(argc, argv));
  errno = 0;
  bool lost = fflush(stdout);
  if (!lost && !ferror(stdout)) return status;
  fprintf(stderr, "selvage: cannot write to standard output%s%s\n", errno ? ": " : "",
          errno ? strerror(errno) : "");
  return SELVAGE_OUTPUT;
}
