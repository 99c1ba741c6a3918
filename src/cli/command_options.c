// command_options.c -- which options a command takes.
//
// `check` takes all but those of other commands. The others take what shapes the model
// (every language's own options are among that) and a few of their own.

#include <string.h>

#include "cli/cli.h"

typedef struct {
  const char *command;
  const char *own;  // flags, each between spaces
  bool model;       // and what shapes the model
} taking;

#define TEXT " --wide --width --color "
#define TRACE " --trace --fold --from-step --to-step --format "

static const char shaping[] =
    " --language --threads --pool --deadlock --invariant --reach --property --fair ";
#define SWEEP " --results --part --summary "
static const char elsewhere[] =
    " --steps --interactive --states " SWEEP;  // `check` has no use for these
static const char one_answer[] =               // nor `sweep` for these
    TEXT TRACE " --report --watch --explain --minimal --dump --plot --quiet --color --log "
               "--checkpoint --every ";
static const char answered[] =  // nor `serve` for these
    " --format --trace --report --interactive --plot --dump --watch --states --checkpoint "
    "--every " SWEEP;

static const taking all[] = {
    {"resume",
     TEXT TRACE " --report --explain --minimal --time --memory --checkpoint --every --jobs --quiet "
                "--log ",
     false},
    {"simulate", TEXT " --trace --seed --steps --interactive --keep-going --quiet --time ", true},
    {"replay", TEXT TRACE " --quiet --time --memory --log ", true},
    {"explain", TEXT TRACE " --minimal --quiet --time --memory --log ", true},
    {"show", " --states --time --memory --quiet --log ", true},
    {"engines", "", false},
    {"languages", "", false},
    {"completions", "", false},
};

static bool has(const char *flags, const char *flag) {
  size_t n = strlen(flag);
  for (const char *at = flags; (at = strstr(at, flag)); at++)
    if (at > flags && at[-1] == ' ' && at[n] == ' ') return true;
  return false;
}

// Is it for some languages only?
static bool is_of_languages(const char *flag) {
  const char *name, *suffixes, *summary;
  for (size_t i = 0; selvage_language_at(i, &name, &suffixes, &summary); i++)
    if (!selvage_language_takes(name, flag)) return true;
  return false;
}

bool cli_takes(const char *command, const char *flag) {
  if (!strcmp(command, "check")) return !has(elsewhere, flag);
  if (!strcmp(flag, "--witness")) return false;  // a language's, but it is written by `check` alone
  if (!strcmp(command, "serve")) return !has(answered, flag);
  if (!strcmp(command, "sweep"))
    return has(SWEEP " --quiet ", flag) || (!has(elsewhere, flag) && !has(one_answer, flag));
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (strcmp(all[i].command, command)) continue;
    if (has(all[i].own, flag)) return true;
    return all[i].model && (has(shaping, flag) || is_of_languages(flag));
  }
  return true;
}
