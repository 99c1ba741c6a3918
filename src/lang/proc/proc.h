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

// A property that the command line adds.
typedef struct {
  uint32_t source;   // with the text
  const char *name;  // "ltl": a formula; "invariant"; "reach": is there a state in which it holds?
} proc_goal;

// What the command line adds: values of parameters ("N=6"), properties.
typedef struct {
  const char *const *set;
  uint32_t n;
  const proc_goal *goal;
  uint32_t goals;
} proc_sets;

// Reads and checks one file. NULL if an error was reported. The tree lives in
// the arena and keeps no pointer to the diagnostics.
proc_program *proc_parse(sv_arena *, sv_names *, const sv_sources *, uint32_t file,
                         const proc_sets *, sv_diags *);

#endif
