/* SPDX-License-Identifier: MIT */
/* The oracle of the synchronisation tests: what a px_fn's texts mean, who meets
   whom by brute force, and a simulator of all units.

   In texts t is the thread in its block, b the block, g both; loop variables
   and the launch's parameters (blocks, n, …) have their names.  The elements of
   an access: `e', `e..e' or `block @ e', separated by commas.  */
#ifndef SYNC_H
#define SYNC_H
#include "infer/infer.h"

/* Reads TEXT (reader.cc has the grammar).  NULL: ERR = "line N: …".  */
struct px_fn *px_fn_read (const char *text, char *err, size_t nerr);

struct model;
/* One launch of F (index LAUNCH; 0 if it has none).  REFERENCE: the sequential
   reading: a barrier at every place, rings without end, copies at once.  NULL:
   ERR.  F must be prepared.  */
struct model *model_new (const struct px_fn *f, int launch, bool reference, char *err, size_t nerr);
void model_free (struct model *);

/* px_need by brute force over all launches; the context is a struct brute.  */
struct brute { int *mask; int stride; int *known; char err[160]; };
int brute_need (void *brute, const struct px_fn *, const struct px_acc *a, const struct px_acc *b, const struct px_stmt *loop, int d);
void brute_free (struct brute *);

enum policy { IN_ORDER, REVERSED, EARLY, STARVING, RANDOM, POLICIES };
enum outcome { CLEAN, RACE, DEADLOCK, WRONG };
extern const char *const outcome_name[];
struct result { int outcome; uint64_t value; char text[240]; };
/* One run.  RACES: look for them.  */
struct result simulate (struct model *, int policy, unsigned seed, bool races);

/* A random legal function as text (malloc'ed).  UNKNOWN: some elements are not
   known to the analysis.  SMALL: for exhaustive search.  RINGS: slot rings too.  */
char *random_program (unsigned seed, bool unknown, bool small);

/* A random function as text (malloc'ed), right or wrong, in which branches of a split take turns.  */
char *random_turns (unsigned seed);
#endif
