// flags.c -- only what shapes the program: macros, folders, the language.
//
// A trace brings the flags along that it was found with, and other people send
// traces. A flag could load code, write files, or let clang transform the
// program; so those that are taken are listed.

#include "lang/c/flags.h"

#include <string.h>

// A trailing * stands for any rest; = for a value in the next word, or in the rest.
static const char *const taken[] = {"-D=",
                                    "-U=",
                                    "-I=",
                                    "-include=",
                                    "-isystem=",
                                    "-iquote=",
                                    "-std=*",
                                    "-ansi",
                                    "-pedantic*",
                                    "-pthread",
                                    "-w",
                                    "-W*",
                                    "-g",
                                    "-O0",
                                    "-fsigned-char",
                                    "-funsigned-char",
                                    "-fshort-enums",
                                    "-fno-builtin*",
                                    "-ffreestanding",
                                    "-fgnu89-inline",
                                    "-fms-extensions",
                                    "-fcommon",
                                    "-fno-common",
                                    "-fno-strict-aliasing",
                                    "-fwrapv"};

static bool is_taken(const char *flag, bool *next) {
  if (!strncmp(flag, "-Wl,", 4) || !strncmp(flag, "-Wa,", 4) || !strncmp(flag, "-Wp,", 4))
    return false;
  for (size_t k = 0; k < SV_COUNT(taken); k++) {
    size_t n = strlen(taken[k]) - 1;
    char last = taken[k][n];
    if ((last == '*' || last == '=') ? strncmp(flag, taken[k], n) : strcmp(flag, taken[k]))
      continue;
    if (last == '=' && !flag[n]) *next = true;
    if (last == '=' && flag[n] && flag[1] >= 'a') continue;  // -includeX is another flag
    return true;
  }
  return false;
}

const char *c_wrong_flag(const sv_option_list *flags) {
  bool value = false;  // of the flag before
  for (uint32_t k = 0; k < flags->n; k++) {
    bool next = false;
    if (!value && !is_taken(flags->at[k], &next)) return flags->at[k];
    value = next;
  }
  return value ? flags->at[flags->n - 1] : NULL;
}
