// arguments.c -- command-line arguments and --help, from the library's list of options.

#define _DEFAULT_SOURCE

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"

int cli_usage(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("selvage: ", stderr);
  vfprintf(stderr, format, args);
  fputs("\nTry `selvage --help`.\n", stderr);
  va_end(args);
  return SELVAGE_USAGE;
}

enum { NO_OPTION = -1 };

// Its number.
static int find_option(const char *flag, selvage_option *out) {
  for (int i = 0; selvage_option_at((size_t)i, out); i++)
    if (!strcmp(out->flag, flag)) return i;
  return NO_OPTION;
}

// --x, or the --x that --no-x switches off; "--x=off" is --x.
static int find_either(const char *flag, selvage_option *out) {
  char name[64], positive[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(flag, "="), flag);
  int found = find_option(name, out);
  if (found != NO_OPTION || strncmp(name, "--no-", 5)) return found;
  snprintf(positive, sizeof positive, "--%s", name + 5);
  return find_option(positive, out);
}

// An option that is given twice would be two wishes of which one is forgotten.
static bool note_given(cli_arguments *a, const char *flag) {
  selvage_option o;
  int number = find_either(flag, &o);
  if (number == NO_OPTION) return true;
  bool first = !a->given[number];
  a->given[number] = true;
  return first || o.repeatable;
}

static int set(cli_arguments *a, const char *flag, const char *value) {
  const char *wrong = selvage_set(a->s, flag, value);
  if (wrong) return cli_usage("%s", wrong);
  if (!note_given(a, flag)) return cli_usage("%s is given twice", flag);
  if (!strcmp(flag, "--trace")) a->trace = value;
  else if (!strcmp(flag, "--steps")) a->steps = atol(value);
  else if (!strcmp(flag, "--format")) a->format = value;
  return 0;
}

// Is it one of the words "a|b|c"?
static bool is_word(const char *words, const char *word) {
  size_t n = strlen(word);
  for (const char *w = words; *w; w += strcspn(w, "|"), w += *w == '|')
    if (n == strcspn(w, "|") && !strncmp(w, word, n)) return true;
  return false;
}

// An unknown option is left to the library, which says what is wrong with it, or knows it
// as the opposite of one (--no-x).
static int parse_option(cli_arguments *a, const char *word, const char *next, bool *used_next) {
  char flag[64];
  const char *equals = strchr(word, '=');
  selvage_option o;
  snprintf(flag, sizeof flag, "%.*s", equals ? (int)(equals - word) : 63, word);
  bool known = find_option(flag, &o) != NO_OPTION;
  if (equals && known) return set(a, flag, equals + 1);
  if (!known || !o.argument) return set(a, word, NULL);
  if (o.optional && !(next && is_word(o.argument, next))) return set(a, flag, NULL);
  if (!next) return cli_usage("%s needs a value (%s)", flag, o.argument);
  *used_next = true;
  return set(a, flag, next);
}

// -DNAME or -D NAME.
static int parse_letter(cli_arguments *a, const char *word, const char *next, bool *used_next) {
  selvage_option o;
  for (size_t i = 0; selvage_option_at(i, &o); i++) {
    if (!o.letter || strncmp(word, o.letter, 2)) continue;
    if (word[2]) return set(a, o.flag, word + 2);
    if (!next) return cli_usage("%s needs a value (%s)", o.letter, o.argument);
    *used_next = true;
    return set(a, o.flag, next);
  }
  return cli_usage("there is no option %s", word);
}

static size_t count_options(void) {
  selvage_option o;
  size_t n = 0;
  while (selvage_option_at(n, &o)) n++;
  return n;
}

// What `show` shows; the word is NULL if another one was given before.
static bool show_flag(cli_arguments *a, const char **word) {
  static const char *const kinds[] = {"--model", "--dot",     "--stats",
                                      "--logs",  "--promela", "--compiled"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(*word, kinds[i])) {
      if (a->show) *word = NULL;
      return a->show = kinds[i] + 2, true;
    }
  return false;
}

// The first option that the command has no use for.
static int refuse_useless(const char *command, const cli_arguments *a) {
  selvage_option o;
  for (size_t i = 0; selvage_option_at(i, &o); i++)
    if (a->given[i] && *o.help && !cli_takes(command, o.flag))
      return cli_usage("%s does nothing for %s", o.flag, command);
  return 0;
}

static bool is_given(const cli_arguments *a, const char *flag) {
  selvage_option o;
  int number = find_option(flag, &o);
  return number != NO_OPTION && a->given[number];
}

// What a terminal is like, where nobody said how the text should look.
static void fit_terminal(cli_arguments *a) {
  struct winsize size;
  char columns[16];
  const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
  if (!isatty(STDOUT_FILENO)) return;
  bool known = !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col;
  snprintf(columns, sizeof columns, "%u", known ? (unsigned)size.ws_col : 100u);
  if (known && size.ws_col <= 10000 && !is_given(a, "--width"))
    selvage_set(a->s, "--width", columns);
  bool colors = !(no_color && *no_color) && terminal && strcmp(terminal, "dumb");
  if (colors && !is_given(a, "--color")) selvage_set(a->s, "--color", "on");
}

int cli_parse(const char *command, int argc, char **argv, cli_arguments *a) {
  *a = (cli_arguments){.s = selvage_new(), .steps = 100};
  a->files = calloc((size_t)argc + 1, sizeof *a->files);
  a->given = calloc(count_options(), sizeof *a->given);
  bool only_files = false;
  for (int i = 0; i < argc; i++) {
    const char *word = argv[i];
    bool used_next = false;
    if (!only_files && !strcmp(word, "--")) only_files = true;
    else if (!only_files && (!strcmp(word, "--help") || !strcmp(word, "-h"))) a->help = true;
    else if (!only_files && show_flag(a, &word)) {
      if (!word) return cli_usage("only one thing can be shown at a time, not %s too", argv[i]);
    } else if (only_files || word[0] != '-' || !word[1]) a->files[a->file_count++] = word;
    else {
      bool letter = word[1] != '-';
      int wrong = (letter ? parse_letter : parse_option)(a, word, argv[i + 1], &used_next);
      if (wrong) return wrong;
      i += used_next;
    }
  }
  a->quiet = selvage_is_on(a->s, "--quiet");
  a->interactive = selvage_is_on(a->s, "--interactive");
  a->keep_going = selvage_is_on(a->s, "--keep-going");
  fit_terminal(a);
  return refuse_useless(command, a);
}

void cli_arguments_free(cli_arguments *a) {
  free(a->files);
  free(a->given);
  selvage_free(a->s);
}

// ---- Help -------------------------------------------------------------------------

static const char overview[] =
    "Selvage finds the interleaving that breaks a concurrent system, or proves that none exists.\n"
    "\n"
    "usage: selvage COMMAND [OPTION…] FILE…\n"
    "\n"
    "  check FILE…         check the properties of a model\n"
    "  simulate FILE       walk through a model, at random or by hand (--interactive)\n"
    "  replay TRACE FILE   run a JSON trace or a Spin trail again, step by step\n"
    "  explain TRACE FILE  show which steps of a trace matter for what it violates\n"
    "  show FILE           print the model: --model (.svm text), --dot, --stats; or what\n"
    "                      complete runs print: --logs; or a UML model for Spin: --promela;\n"
    "                      or the C code that --compile makes of it: --compiled\n"
    "  engines             list the algorithms\n"
    "  languages           list the input languages\n"
    "  help [COMMAND]      this page, or the options\n"
    "\n"
    "Exit status: 0 holds, 1 violated, 2 unknown, 64 usage, 65 malformed input, 70 internal error,\n"
    "74 output that cannot be written.\n";

// What is too long for its column has a line of its own.
static void print_option(const selvage_option *o) {
  enum { COLUMN = 34 };
  const char *letter = o->letter ? o->letter : "", *comma = o->letter ? ", " : "";
  const char *argument = o->argument ? o->argument : "", *space = o->argument ? " " : "";
  const char *again = o->repeatable ? "..." : "";
  int width = printf("  %s%s%s%s%s%s", letter, comma, o->flag, space, argument, again) - 2;
  if (width > COLUMN) putchar('\n'), width = -2;
  printf("%*s %s", COLUMN - width, "", o->help);
  if (o->fallback && o->argument) printf(" [%s]", o->fallback);
  putchar('\n');
}

void cli_help(const char *command) {
  fputs(overview, stdout);
  if (!command) {
    puts("`selvage help COMMAND` lists the options of a command.");
    return;
  }
  selvage_option o;
  size_t listed = 0;
  for (size_t i = 0; selvage_option_at(i, &o); i++) {
    if (!*o.help || !cli_takes(command, o.flag)) continue;
    if (!listed++)
      printf("\nOptions of %s (switches also as --no-…; those with ... may be given several times "
             "and add up):\n",
             command);
    print_option(&o);
  }
  if (!listed) printf("\n%s takes no options.\n", command);
}
