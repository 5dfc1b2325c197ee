/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files infer/ring*.cc share.  */
#ifndef PX_INFER_RING_H
#define PX_INFER_RING_H

#include "infer/infer.h"

/* What OF is more than K, or 0; or 1 where that is more, or OF not 0, or where OF is
   true, or where that is not so; else 0.  */
enum
{
  BEYOND,
  ABOVE,
  NONZERO,
  TRUTH,
  NOT_ABOVE,
  NOT_NONZERO,
  NOT_TRUTH
};

/* One factor of a product: KIND says what of OF and K.  */
struct px_factor
{
  int kind;
  const struct px_value *of;
  int k;
};

/* COEF times the N factors V.  */
struct px_mono
{
  int coef, n;
  struct px_factor *v;
}; /* V: in order */

/* A sum of N products, no two of the same factors; none: 0.  */
struct px_poly
{
  struct px_mono *m;
  int n, cap;
};

/* ---- infer/ring-count.cc ---- */

/* Returns true if X and Y are equal.  */
bool px_factor_same (struct px_factor x, struct px_factor y);

/* X holds wherever Y is not 0.  */
bool px_factor_implied (struct px_factor x, struct px_factor y);

/* *P += M.  */
void px_poly_plus (struct px_fn *f, struct px_poly *p, struct px_mono m);

/* *P += TIMES * *Q.  */
void px_poly_add (struct px_fn *f, struct px_poly *p, const struct px_poly *q, int times);

/* The count K.  */
struct px_poly px_poly_number (struct px_fn *f, int k);

/* Where OF > K and what it is beyond K + 1 are added, that is what it is beyond K.  */
void px_poly_collect (struct px_fn *f, struct px_poly *p);

/* TIMES * X * *P.  */
struct px_poly px_poly_times_factor (struct px_fn *f, const struct px_poly *p, struct px_factor x,
				     int times);

/* The trip count C times *P.  */
struct px_poly px_poly_times (struct px_fn *f, const struct px_poly *p, struct px_count c);

/* As an expression of C.  */
const char *px_poly_text (struct px_fn *f, const struct px_poly *p);

/* How often: "n times", "once if n > m".  */
const char *px_poly_words (struct px_fn *f, const struct px_poly *p);

/* X - Y, if constant.  */
bool px_poly_difference (struct px_fn *f, const struct px_poly *x, const struct px_poly *y, int *d);

/* ---- infer/ring.cc ---- */

/* Adds a problem of KIND (enum px_error) of ring R at S and S2, with its texts.  */
void px_rings_problem (struct px_fn *f, int kind, struct px_ring *r, struct px_stmt *s,
		       struct px_stmt *s2, const char *t, const char *t2);

/* The branch of SPLIT that S stands in.  */
int px_ring_branch (const struct px_stmt *split, const struct px_stmt *s);

/* ---- infer/ring-step.cc ---- */

/* Returns true if the loop that IF S leaves may be left later in a turn.  */
bool px_exit_follows (const struct px_stmt *s);

/* The numbers of the N ends OP of R in BODY: from *FROM on, *TOTAL of them.  False: a problem.  */
bool px_ring_numbers (struct px_fn *f, struct px_ring *r, struct px_seq *body, struct px_stmt **op,
		      int n, int *from, struct px_poly *total);

/* ---- infer/ring-unsplit.cc ---- */

/* A ring of one loop that prefetches: what is drained was filled, and nothing is filled that is not
   drained.  Fills of one number, ahead of the loop and in it, are ordered as other code.  */
bool px_ring_unsplit (struct px_fn *f, struct px_ring *r);

/* ---- infer/ring-carried.cc ---- */

/* Returns true if the branches of SPLIT know the values of P, how often each uses R, and those that R's uses ask
   for, as the same numbers.  */
bool px_ring_carried (struct px_fn *f, struct px_ring *r, struct px_stmt *split,
		      const struct px_poly *p);

/* ---- infer/ring-barriers.cc ---- */

/* The blocks that run all N statements OP; 0: not the same run all.  */
uint32_t px_ring_common_ranks (const struct px_fn *f, struct px_stmt *const *op, int n);

/* Fills in the barriers of RS.  */
void px_ring_barriers (struct px_fn *f, struct px_ring_sync *rs);

/* Returns true if the multicasts of R stay in the cluster, and what each of its NFILL fills FILL writes may reach
   each block that reads R; else leaves a problem.  */
bool px_ring_reached (struct px_fn *f, struct px_ring *r, struct px_stmt *const *fill, int nfill);

/* The greatest common divisor of A and B.  */
static inline int
px_gcd (int a, int b)
{
  return b ? px_gcd (b, a % b) : a;
}

/* ---- infer/ring-turns.cc ---- */

/* Finds turns in a circle, of all splits; they need no empty barriers.  */
void px_ring_circles (struct px_fn *f);

/* ---- infer/ring-samples.cc ---- */

/* Values for what is not known around the rings of a split.  */
struct px_samples
{
  struct px_unknown
  {
    const struct px_value *of;
    int *domain, n, cap; /* what it may be, ascending */
    int at;		 /* what it is in this sample */
  } * unknown;
  int n, cap;
  int count; /* samples */
  bool all;  /* they are all combinations */
  /* BRIEF: the constants CUT, ascending, have become those of MAPPED, nearer to each other in the
     same order, so that runs are short.  */
  bool brief;
  int *cut, *mapped, ncut, capcut;
};

struct px_samples px_samples_of (struct px_fn *f, struct px_stmt *split, bool brief);

/* Makes sample number K that in which px_sample_value answers.  */
void px_sample_take (struct px_samples *, int k);
int px_sample_value (const struct px_samples *, const struct px_value *of);
/* Returns true if IF S is taken as one value of a sample says, each time that SPLIT runs: no loop in SPLIT changes
   it.  */
bool px_sampled (const struct px_stmt *split, const struct px_stmt *s);

/* What constant K has become.  */
int px_sample_number (const struct px_samples *, int k);

/* ---- infer/ring-live.cc ---- */

/* Returns true if S contains an end of a ring between the branches of SPLIT.  */
bool px_has_end (const struct px_fn *f, const struct px_stmt *split, const struct px_stmt *s);

/* Returns true if the rings between the branches of SPLIT never block for ever.  */
bool px_rings_live (struct px_fn *f, struct px_stmt *split);

#endif
