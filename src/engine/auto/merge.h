// merge.h -- what several engines have found, as one answer.
//
// Engines check one another: what one proves and another violates is our own
// bug. An answer stands with all that its engine says of itself (counts,
// statistics); from the others come proofs and violations of properties that it
// leaves open.

#ifndef SV_AUTO_MERGE_H
#define SV_AUTO_MERGE_H

#include "engine/engine.h"

// Every property has its verdict, or one is violated and no more is asked for.
bool sv_auto_decided(const sv_answer *, const sv_run *);
// What it leaves undecided is undecided for this cause alone.
bool sv_auto_left_by(const sv_answer *, sv_cause);
// Adds what the other answer has found where this one has no verdict.
void sv_auto_merge(sv_answer *, const sv_answer *other);
// The better of two answers with what the other has found; the other is freed.
// NULL is fine for the first.
sv_answer *sv_auto_better(sv_answer *before, sv_answer *after, const sv_run *);

#endif
