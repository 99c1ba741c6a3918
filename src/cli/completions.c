// completions.c -- `selvage completions SHELL`: what a shell needs to complete command lines.
//
// Written from the same lists as --help: commands, options, engines and languages. What an
// option's argument may be follows from how --help names it: words "a|b", a FILE, a DIR, or
// something that cannot be completed.

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

typedef enum { NOTHING, WORDS, ENGINE, LANGUAGE, A_FILE, FOLDER, ANYTHING } argument;

static argument argument_of(const selvage_option *o) {
  if (!o->argument) return NOTHING;
  if (!strcmp(o->flag, "--engine")) return ENGINE;
  if (!strcmp(o->flag, "--language")) return LANGUAGE;
  if (!strcmp(o->argument, "FILE")) return A_FILE;
  if (!strcmp(o->argument, "DIR")) return FOLDER;
  return strchr(o->argument, '|') ? WORDS : ANYTHING;
}

// ---- Lists of words, separated by spaces -------------------------------------------------

static void print_words(const char *words) {
  for (; *words; words++) putchar(*words == '|' ? ' ' : *words);
}

static void print_engines(void) {
  const char *name, *summary;
  for (size_t i = 0; selvage_engine_at(i, &name, &summary); i++) printf("%s%s", i ? " " : "", name);
}

static void print_languages(void) {
  const char *name, *suffixes, *summary;
  for (size_t i = 0; selvage_language_at(i, &name, &suffixes, &summary); i++)
    printf("%s%s", i ? " " : "", name);
}

static void print_commands(void) {
  for (const cli_command *c = cli_commands; c->name; c++) printf("%s ", c->name);
  printf("help");
}

static void print_argument(const selvage_option *o) {
  switch (argument_of(o)) {
  case ENGINE: print_engines(); return;
  case LANGUAGE: print_languages(); return;
  case WORDS: print_words(o->argument); return;
  case NOTHING:
  case A_FILE:
  case FOLDER:
  case ANYTHING: return;
  }
}

static bool is_offered(const cli_command *c, const selvage_option *o) {
  return *o->help && cli_takes(c->name, o->flag);
}

// ---- bash ------------------------------------------------------------------------------------

static void bash_flags(const cli_command *c) {
  selvage_option o;
  printf("    %s) words='", c->name);
  if (!strcmp(c->name, "show"))
    for (const char *const *kind = cli_show_kinds; *kind; kind++) printf("%s ", *kind);
  if (!strcmp(c->name, "serve")) printf("--lsp ");
  for (size_t i = 0; selvage_option_at(i, &o); i++)
    if (is_offered(c, &o)) printf("%s ", o.flag);
  printf("--help' ;;\n");
}

static void bash_argument(const selvage_option *o) {
  argument kind = argument_of(o);
  if (kind == NOTHING || !*o->help) return;
  printf("    %s%s%s) ", o->flag, o->letter ? "|" : "", o->letter ? o->letter : "");
  if (kind == A_FILE) printf("_selvage_files; return ;;\n");
  else if (kind == FOLDER) printf("COMPREPLY=($(compgen -d -- \"$cur\")); return ;;\n");
  else {
    printf("COMPREPLY=($(compgen -W '");
    print_argument(o);
    printf("' -- \"$cur\"))\n      %s ;;\n",
           o->optional ? "[ -n \"$COMPREPLY\" ] && return" : "return");
  }
}

static void bash(void) {
  selvage_option o;
  puts("# bash completion for selvage, written by `selvage completions bash`.\n"
       "_selvage_files() {\n"
       "  compopt -o filenames 2> /dev/null\n"
       "  COMPREPLY=($(compgen -f -- \"$cur\"))\n"
       "}\n"
       "_selvage() {\n"
       "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=\n"
       "  COMPREPLY=()\n"
       "  # --option=value comes as three words\n"
       "  if [ \"$prev\" = = ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
       "  if [ \"$cur\" = = ]; then cur=; fi");
  printf("  if [ \"$COMP_CWORD\" = 1 ] || [ \"${COMP_WORDS[1]}\" = help ]; then\n"
         "    COMPREPLY=($(compgen -W '");
  print_commands();
  puts("' -- \"$cur\"))\n    return\n  fi\n  case $prev in");
  for (size_t i = 0; selvage_option_at(i, &o); i++) bash_argument(&o);
  puts("  esac\n  case ${COMP_WORDS[1]} in");
  for (const cli_command *c = cli_commands; c->name; c++) bash_flags(c);
  puts("  esac\n"
       "  case $cur,${COMP_WORDS[1]} in\n"
       "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n"
       "    *,completions) COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$cur\")) ;;\n"
       "    *,engines | *,languages) ;;\n"
       "    *) _selvage_files ;;\n"
       "  esac\n"
       "}\n"
       "complete -F _selvage selvage");
}

// ---- zsh -------------------------------------------------------------------------------------

// Inside of single quotes, and of the brackets of _arguments.
static void zsh_text(const char *s) {
  for (; *s; s++) {
    if (*s == '\'') printf("'\\''");
    else if (strchr("[]:\\", *s)) printf("\\%c", *s);
    else putchar(*s);
  }
}

static void zsh_option(const selvage_option *o) {
  argument kind = argument_of(o);
  printf("        '%s%s%s[", o->repeatable ? "*" : "", o->flag, kind == NOTHING ? "" : "=");
  zsh_text(o->help);
  printf("]");
  if (kind != NOTHING) {
    printf("%s:", o->optional ? ":" : "");
    zsh_text(o->argument);
    printf(":");
  }
  if (kind == A_FILE) printf("_files");
  if (kind == FOLDER) printf("_files -/");
  if (kind == WORDS || kind == ENGINE || kind == LANGUAGE) {
    printf("(");
    print_argument(o);
    printf(")");
  }
  puts("' \\");
}

static void zsh_command(const cli_command *c) {
  selvage_option o;
  printf("    %s)\n      _arguments \\\n", c->name);
  if (!strcmp(c->name, "show"))
    for (const char *const *kind = cli_show_kinds; *kind; kind++)
      printf("        '%s' \\\n", *kind);
  if (!strcmp(c->name, "serve")) puts("        '--lsp' \\");
  for (size_t i = 0; selvage_option_at(i, &o); i++)
    if (is_offered(c, &o)) zsh_option(&o);
  if (!strcmp(c->name, "completions")) puts("        ':shell:(bash zsh fish)' ;;");
  else puts(*c->arguments ? "        '*:file:_files' ;;" : "        '--help' ;;");
}

static void zsh(void) {
  puts("#compdef selvage\n"
       "# zsh completion for selvage, written by `selvage completions zsh`.\n"
       "_selvage() {\n"
       "  if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then\n"
       "    local -a commands=(");
  for (const cli_command *c = cli_commands; c->name; c++) {
    printf("      '%s:", c->name);
    for (const char *s = c->summary; *s; s++) {
      char one[2] = {*s == '\n' ? ' ' : *s, 0};
      zsh_text(one);
    }
    puts("'");
  }
  puts("      'help:what a command takes'\n"
       "    )\n"
       "    _describe command commands\n"
       "    return\n"
       "  fi\n"
       "  local command=$words[2]\n"
       "  shift words; (( CURRENT-- ))\n"
       "  case $command in");
  for (const cli_command *c = cli_commands; c->name; c++) zsh_command(c);
  puts("  esac\n"
       "}\n"
       "if [ \"$funcstack[1]\" = _selvage ]; then _selvage; else compdef _selvage selvage; fi");
}

// ---- fish ------------------------------------------------------------------------------------

static void fish_text(const char *s) {
  putchar('\'');
  for (; *s; s++) {
    if (*s == '\'' || *s == '\\') putchar('\\');
    putchar(*s == '\n' ? ' ' : *s);
  }
  putchar('\'');
}

static void fish_option(const selvage_option *o) {
  argument kind = argument_of(o);
  printf("complete -c selvage -n '__fish_seen_subcommand_from");
  for (const cli_command *c = cli_commands; c->name; c++)
    if (is_offered(c, o)) printf(" %s", c->name);
  printf("' -l %s", o->flag + 2);
  if (o->letter) printf(" -s %s", o->letter + 1);
  if (kind == A_FILE) printf(" -rF");
  else if (kind == FOLDER) printf(" -xa '(__fish_complete_directories)'");
  else if (kind != NOTHING) {
    printf(o->optional ? " -fa '" : " -xa '");
    print_argument(o);
    printf("'");
  }
  printf(" -d ");
  fish_text(o->help);
  putchar('\n');
}

static void fish(void) {
  selvage_option o;
  puts("# fish completion for selvage, written by `selvage completions fish`.\n"
       "complete -c selvage -f -n __fish_use_subcommand");
  for (const cli_command *c = cli_commands; c->name; c++) {
    printf("complete -c selvage -n __fish_use_subcommand -fa %s -d ", c->name);
    fish_text(c->summary);
    putchar('\n');
  }
  puts("complete -c selvage -n __fish_use_subcommand -fa help -d 'what a command takes'");
  printf("complete -c selvage -n '__fish_seen_subcommand_from help' -fa '");
  print_commands();
  puts("'\ncomplete -c selvage -n '__fish_seen_subcommand_from completions' -fa 'bash zsh fish'");
  for (const char *const *kind = cli_show_kinds; *kind; kind++)
    printf("complete -c selvage -n '__fish_seen_subcommand_from show' -l %s\n", *kind + 2);
  puts("complete -c selvage -n '__fish_seen_subcommand_from serve' -l lsp");
  for (size_t i = 0; selvage_option_at(i, &o); i++)
    if (*o.help) fish_option(&o);
}

int cli_completions(cli_arguments *a) {
  static const struct {
    const char *name;
    void (*print)(void);
  } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
  if (a->file_count != 1) return cli_usage("completions needs a shell: bash, zsh or fish");
  for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
    if (!strcmp(shells[i].name, a->files[0])) return shells[i].print(), 0;
  return cli_usage("there are completions for bash, zsh and fish, not for %s", a->files[0]);
}
