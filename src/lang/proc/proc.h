// proc.h -- the process language: its front end.
//
// The small native language of Selvage: processes with shared variables,
// channels and locks, mathematical integers by default. It grew out of the
// prototype language of Saissi, Bokor and Suri, "PBMC: Symbolic Program
// Slicing for Program Verification" (2015). docs/language-proc.md is the
// reference.

#ifndef PROC_PROC_H
#define PROC_PROC_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"

typedef struct proc_program proc_program;  // see ast.h

// What the command line adds: values of parameters ("N=6"), a formula.
typedef struct {
  const char *const *set;
  uint32_t n;
  uint32_t formula;  // a source: one more property, named `ltl`; 0: none
} proc_sets;

// Reads and checks one file. NULL if an error was reported. The tree lives in
// the arena and keeps no pointer to the diagnostics.
proc_program *proc_parse(sv_arena *, sv_names *, const sv_sources *, uint32_t file,
                         const proc_sets *, sv_diags *);

#endif
