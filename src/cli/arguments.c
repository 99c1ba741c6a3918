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
  bool list = a->lists && !strcmp(flag, "--engine");  // the library takes one at a time
  const char *wrong = list ? NULL : selvage_set(a->s, flag, value);
  if (wrong) return cli_usage("%s", wrong);
  if (!note_given(a, flag)) return cli_usage("%s is given twice", flag);
  selvage_option o;  // its name outlives the buffer that the flag may lie in
  bool known = find_option(flag, &o) != NO_OPTION;
  a->settings[a->setting_count++] = (cli_setting){known ? o.flag : flag, value};
  if (!strcmp(flag, "--trace")) a->trace = value;
  else if (!strcmp(flag, "--report")) a->report = value;
  else if (!strcmp(flag, "--witness")) a->witness = value;
  else if (!strcmp(flag, "--checkpoint")) a->checkpoint = value;
  else if (!strcmp(flag, "--states")) a->states = value;
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

const char *const cli_show_kinds[] = {"--model",   "--dot",      "--stats", "--logs",
                                      "--promela", "--compiled", NULL};

// What `show` shows; the word is NULL if another one was given before.
static bool show_flag(cli_arguments *a, const char **word) {
  for (const char *const *kind = cli_show_kinds; *kind; kind++)
    if (!strcmp(*word, *kind)) {
      if (a->show) *word = NULL;
      return a->show = *kind + 2, true;
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
  *a = (cli_arguments){.s = selvage_new(), .steps = 100, .lists = !strcmp(command, "sweep")};
  a->files = calloc((size_t)argc + 1, sizeof *a->files);
  a->given = calloc(count_options(), sizeof *a->given);
  a->settings = calloc((size_t)argc + 1, sizeof *a->settings);
  bool only_files = false, flags = false;  // behind --
  for (int i = 0; i < argc; i++) {
    const char *word = argv[i];
    bool used_next = false;
    if (!only_files && !flags && !strcmp(word, "--")) {
      flags = a->file_count > 0;  // where files stand before it: flags for clang
      only_files = !flags;
    } else if (flags) {
      int wrong = set(a, "--clang", word);
      if (wrong) return wrong;
    } else if (!only_files && (!strcmp(word, "--help") || !strcmp(word, "-h"))) a->help = true;
    else if (!strcmp(command, "serve") && !strcmp(word, "--lsp")) a->lsp = true;
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
  a->watch = selvage_is_on(a->s, "--watch");
  fit_terminal(a);
  if (a->show && strcmp(command, "show") != 0)
    return cli_usage("--%s does nothing for %s; it is for show", a->show, command);
  return refuse_useless(command, a);
}

void cli_arguments_free(cli_arguments *a) {
  free(a->files);
  free(a->given);
  free(a->settings);
  selvage_free(a->s);
}

// ---- Help -------------------------------------------------------------------------

static const char purpose[] =
    "Selvage finds the interleaving that breaks a concurrent system, or proves that none exists.\n";
static const char statuses[] =
    "Exit status: 0 holds, 1 violated, 2 unknown, 64 usage, 65 malformed input, 70 internal error,\n"
    "74 output that cannot be written.\n";

enum { COMMAND_COLUMN = 20 };

// The lines of the text, each but the first behind so many spaces.
static void print_indented(const char *text, int indent) {
  for (; *text; text++) {
    putchar(*text);
    if (*text == '\n') printf("%*s", indent, "");
  }
  putchar('\n');
}

// "…" takes one column.
static int columns_of(const char *s) {
  int n = 0;
  for (; *s; s++) n += (*s & 0xC0) != 0x80;
  return n;
}

static void print_command(const cli_command *c) {
  int room = COMMAND_COLUMN - columns_of(c->name) - columns_of(c->arguments) - 1;
  printf("  %s %s%*s", c->name, c->arguments, room, "");
  print_indented(c->summary, COMMAND_COLUMN + 2);
}

static void overview(void) {
  printf("%s\nusage: selvage COMMAND [OPTION…] FILE…\n\n", purpose);
  for (const cli_command *c = cli_commands; c->name; c++) print_command(c);
  printf("  help [COMMAND]      this page, or what a command takes\n\n%s", statuses);
}

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

// Its usage, and what it does.
static void command_help(const char *command) {
  for (const cli_command *c = cli_commands; c->name; c++) {
    if (strcmp(c->name, command)) continue;
    printf("usage: selvage %s%s%s\n\n  ", c->name, *c->arguments ? " [OPTION…] " : "",
           c->arguments);
    print_indented(c->summary, 2);
  }
}

static void list_options(const char *command) {
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

void cli_help(const char *command) {
  if (!command) {
    overview();
    puts("`selvage help COMMAND` lists the options of a command.");
    return;
  }
  command_help(command);
  list_options(command);
}
