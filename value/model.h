/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for a launch in which two units meet: what model.cc and model-widen.cc share.  */

#ifndef PX_DISJOINT_MODEL_H
#define PX_DISJOINT_MODEL_H

#include "value/disjoint-int.h"

/* Other files do not see these types, so their names are short.  */
namespace dj_model
{
enum
{
  MOST_SYMS = DJ_MAX_VALUES,
  MOST_CTRS = 3,     /* loops around one access that its values depend on */
  ITERATIONS = 3,    /* the first ones of each loop; 2 of each of three loops */
  FAR_TURNS = 8,     /* later ones of an access in one loop, near the constants of the question */
  MOST_TURN = 256,   /* the latest of these: each is reached step by step */
  MOST_THREADS = 24, /* see sample_threads */
  MOST_BLOCKS = 5,   /* see sample_blocks */
  MOST_NODES = 400,  /* of one access */
  MOST_VALUES = 64,  /* tried for a symbol */
  STAGES = 4,	     /* what a node changes with: launch, block, thread, iteration */
  TRIES = 300,	     /* launches */
  MOST_OPS = 60000,  /* of the question's budget: some 2 ms */
  NODES_AN_OP = 8,   /* nodes evaluated */
  PAIRS_AN_OP = 16   /* pairs of rows compared */
};

/* What an access is evaluated with.  */
struct program
{
  const px_dj_access *a;
  dj_vec<px_dj_ref> node; /* all that it uses: stage by stage, and there operands first */
  int end[STAGES];	  /* where each stage ends */
  dj_vec<px_dj_ref> ctr;
  dj_vec<int> of; /* by counter: which of LOOPS it counts */
  int loops;	  /* counters of one loop are in the same iteration */
};

/* One launch and one run of an access there.  */
struct row
{
  int64_t thread, block, at;
  int turn[MOST_CTRS]; /* the iteration of each loop of its program */
};

struct range
{
  dj_wide lo, hi;
  bool undefined; /* its evaluation may be */
};

struct search
{
  px_dj *A;
  const px_dj_relation *rel; /* NULL: the question is R2 */
  int64_t extent;	     /* of R2 */
  struct program p[2];
  int n;		 /* programs */
  dj_vec<px_dj_ref> sym; /* symbols of either */
  dj_vec<int64_t> constant;
  int far[FAR_TURNS], n_far;		     /* iterations of an only loop */
  int64_t value[MOST_SYMS], threads, blocks; /* the launch */
  dj_vec<int64_t> v;			     /* by node */
  dj_vec<bool> undefined;
  struct range of_sym[MOST_SYMS], of_threads, of_blocks;
  dj_vec<struct range> r; /* by node */
  dj_vec<struct row> rows[2];
  uint64_t random;
};
}
using namespace dj_model;

/* ---- value/model.cc ---- */

/* Returns true if the loop's test says nothing of counter r.  */
bool dj_model_untested (const struct search *s, px_dj_ref r);

/* Sets *x to the value of counter r in iteration turn.  Returns false if the loop does not get
   there.  */
bool dj_model_counter (const struct search *s, px_dj_ref r, int turn, int64_t *x);

/* Runs some threads of the launch of s.  */
void dj_model_run (struct search *s);

/* Finds in the rows of both sides two that are wrong together: of R2, one.  */
bool dj_model_meeting (struct search *s, struct row hit[2]);

int64_t dj_model_unit (struct px_dj_persp unit, const struct row *r);
bool dj_model_overlap (const struct search *s, int64_t x, int64_t y);

/* Adds V to the constants of a question, near which values are tried, unless it is large.  */
void dj_model_constant (dj_vec<int64_t> *all, int64_t v);

/* Fills V with values to try for a symbol, the most natural first, and returns how many.  */
int dj_model_values (const dj_vec<int64_t> *constant, int64_t v[MOST_VALUES]);

/* ---- value/model-widen.cc ---- */

/* Stores in m in which other launches hit is wrong.  */
void dj_model_widen (struct search *s, const struct row hit[2], struct px_dj_model *m);

#endif
