/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems for value/: as text (reader.cc), decided by the library (ask.cc), by running
   small launches (oracle.cc), made at random (fuzz.cc).  */

#ifndef PROBLEM_H
#define PROBLEM_H

#include "value/disjoint.h"

enum kind { K_THREAD, K_BLOCK, K_NTHREADS, K_NBLOCKS, K_PAR, K_UNK, K_CTR, K_POW2 };

enum { MAX_SAMPLES = 8, MAX_ACCESSES = 8, MAX_GUARDS = 12, MAX_VARS = 40, MAX_LIST = 6 };

struct type
{
  int bits;
  bool is_signed;
};

struct expr;

struct variable
{
  const char *name;
  enum kind kind;
  struct type ty;
  bool bounded;
  int64_t lo, hi;               /* PAR, UNK if bounded; POW2 */
  int64_t sample[MAX_SAMPLES];  /* PAR */
  int n_samples;
  struct expr *start, *step, *bound;    /* CTR */
  enum px_dj_test test;
  bool own;                     /* CTR, POW2: the units' values are unrelated */
  bool down;                    /* POW2 */
  bool may_leave;               /* CTR, POW2: the loop may be left early */
  struct px_dj_persp persp;     /* UNK; CTR and POW2 that are not own */
  /* of the problem at hand */
  int64_t value;
  px_dj_ref ref;
  int loop;
};

struct expr
{
  enum px_dj_op op;
  struct type ty;               /* conditions: 1 bit, unsigned */
  struct expr *a, *b, *c;
  int64_t v;                    /* CONST */
  struct variable *var;         /* leaves */
};

struct access
{
  bool write;
  struct expr *index;
  int size, count, at;          /* bytes of an element, elements, bytes to the first */
  struct expr *guard[MAX_GUARDS];
  bool fact[MAX_GUARDS];        /* implied: the oracle takes it for granted */
  int n_guards;
  bool maybe;                   /* an unknown condition is on the path */
};

enum question { Q_R1, Q_R2, Q_EDGE, Q_PROVE, N_QUESTIONS };
enum truth { DISJOINT, ALWAYS, SOME, SCOPE, N_TRUTHS };

struct problem
{
  const char *name, *family;
  enum question q;
  enum truth truth;             /* R2, PROVE: DISJOINT = fine */
  struct px_dj_scope scope;     /* EDGE: the truth */
  bool undecided, wrapv_undecided;      /* what the library is known not to decide */
  int T, min_t, min_b;          /* T 0: unknown */
  struct px_dj_persp unit, parent;
  bool shared;
  int64_t extent;
  struct variable *carrier;
  int64_t dist, dist_max;
  struct access acc[MAX_ACCESSES];      /* EDGE: parent, child; PROVE: facts, then claim */
  int n_acc;
  int Ts[MAX_LIST], n_Ts, Gs[MAX_LIST], n_Gs;   /* launches for the oracle */
  bool nocheck;                 /* too large to run */
  int line;
};

/* reader.cc */
struct problem *read_problems (const char *file, int *n);      /* NULL after an error message */
void *keep (size_t);            /* zeroed, lives as long as the program */
struct expr *make (enum px_dj_op, struct expr *, struct expr *, struct expr *);
struct expr *make_leaf (struct variable *);
struct expr *make_const (struct type, int64_t);
struct expr *make_cast (struct type, struct expr *);
/* the variables of e, those that they depend on first */
void variables (struct expr *e, struct variable **v, int *n);
void problem_variables (const struct problem *, struct variable **v, int *n);
void print_expr (const struct expr *, FILE *);
void print_problem (const struct problem *, FILE *);

/* ask.cc */
struct options
{
  bool wrapv, no_guards, no_facts, no_limit, no_finite, no_linear;
};

struct answer
{
  enum px_dj_verdict verdict;   /* of all pairs */
  enum px_dj_reason why;
  int scope;                    /* EDGE: index in chain */
  struct px_dj_scope chain[DJ_MAX_CHAIN];
  int n_chain;
  int acc[2];                   /* the pair of the witness */
  struct px_dj_witness witness; /* valid only with DJ_SHOWN (EDGE: with a tight scope) */
  struct { struct variable *var; int side; int64_t value; } value[DJ_MAX_VALUES];
  int n_values;
  char reason[200];
  bool has_model;               /* R1, R2 if undecided: a launch in which acc is wrong */
  struct px_dj_model model;
  struct variable *model_var[DJ_MAX_VALUES];
  long rows, programs, ops;
  double ms;
};
void ask (const struct problem *, const struct options *, struct answer *);

/* oracle.cc: what is true of the sample launches */
struct truth_found
{
  bool any;                     /* a sample without undefined behaviour was run */
  enum truth truth;
  int scope;                    /* EDGE: index in the answer's chain */
  bool witness_ok;              /* the answer's witness meets in every sample */
};
bool oracle (const struct problem *, const struct options *, const struct answer *,
	     struct truth_found *); /* false: too large */

/* oracle.cc: NULL if a's model is wrong in its launch, and, if it is wide, in greater ones.  Its
   launch is run; *ran: it was small enough.  */
const char *model_contradiction (const struct problem *, const struct options *,
				 const struct answer *, bool *ran);

/* check-disjoint.cc */
void print_model (const struct answer *);

/* api.cc: tests of their own; returns how many failed */
int test_api ();

/* fuzz.cc: problems of seed, seed + 1, … (at least one); returns how many contradictions */
int fuzz (uint64_t seed, double seconds);
/* oracle.cc: NULL if the answer is compatible with what was found */
const char *contradiction (const struct problem *, const struct answer *,
			   const struct truth_found *);

#endif
