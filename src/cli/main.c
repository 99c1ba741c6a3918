// main.c -- `selvage COMMAND …`: finds the command.

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

typedef struct {
  const char *name;
  int (*run)(cli_arguments *);
} command;

static const command commands[] = {
    {"check", cli_check},         {"simulate", cli_simulate}, {"replay", cli_replay},
    {"explain", cli_explain},     {"show", cli_show},         {"engines", cli_engines},
    {"languages", cli_languages},
};

static const command *find_command(const char *name) {
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
    if (!strcmp(commands[i].name, name)) return &commands[i];
  return NULL;
}

static int run_command(const command *c, int argc, char **argv) {
  cli_arguments a = {0};
  int status = cli_parse(c->name, argc, argv, &a);
  if (!status && a.help) {
    cli_help(c->name);
  } else if (!status) {
    cli_interrupts_begin(a.s);
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
  enum { COUNT = sizeof commands / sizeof commands[0] };
  const char *names[COUNT];
  for (size_t i = 0; i < COUNT; i++) names[i] = commands[i].name;
  const char *closest = selvage_closest(word, names, COUNT);
  if (is_file(word))
    return cli_usage("there is no command \"%s\"; did you mean `selvage check %s`?", word, word);
  if (closest)
    return cli_usage("there is no command \"%s\"; did you mean `selvage %s`?", word, closest);
  if (word[0] == '-') return cli_usage("the command comes first: selvage check %s …", word);
  return cli_usage("there is no command \"%s\"", word);
}

static int help_command(int argc, char **argv) {
  const command *c = argc > 2 ? find_command(argv[2]) : NULL;
  if (argc > 2 && !c) return no_command(argv[2]);
  cli_help(c ? c->name : NULL);
  return 0;
}

static int run(int argc, char **argv) {
  if (argc < 2) return cli_help(NULL), SELVAGE_USAGE;
  if (is_one_of(argv[1], "--help", "-h", "help")) return help_command(argc, argv);
  if (is_one_of(argv[1], "--version", "-V", "version"))
    return printf("selvage %s\n", selvage_version()), 0;
  const command *c = find_command(argv[1]);
  if (!c) return no_command(argv[1]);
  return run_command(c, argc - 2, argv + 2);
}

int main(int argc, char **argv) {
  int status = run(argc, argv);
  errno = 0;
  bool lost = fflush(stdout);
  if (!lost && !ferror(stdout)) return status;
  fprintf(stderr, "selvage: cannot write to standard output%s%s\n", errno ? ": " : "",
          errno ? strerror(errno) : "");
  return SELVAGE_OUTPUT;
}
