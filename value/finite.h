/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 1, enumeration: what the files value/finite*.cc share.  The steps are those of
   doc/internals/20-value.  */

#ifndef PX_DISJOINT_FINITE_H
#define PX_DISJOINT_FINITE_H

#include "value/disjoint-int.h"

/* The types have short names, as they are seen by these files only.  */
namespace dj_finite
{
/* Bounds of what is enumerated.  */
enum
{
  MAX_BOX = 1024, /* values of an abstracted expression, and of all in a guard */
  MAX_ABSTRACT = 1 << 20,
  MAX_PERIOD = 4096,
  MAX_FLATTEN = 20000, /* nodes, shared ones each time */
  MAX_COMMON = 4096,   /* values of the common counters together */
  CHUNK = 256
};

/* coef times the value of node.  */
struct term
{
  int64_t coef;
  px_dj_ref node;
};

/* The terms and base, added up.  */
struct sum
{
  dj_vec<term> t;
  int64_t base;
};

/* What a node was replaced by.  */
struct pair
{
  px_dj_ref from, to;
};

struct span /* a counter whose iterations touch one interval */
{
  px_dj_ref ctr;
  int64_t first, step, n, stride; /* stride: bytes from one to the next, may be < 0 */
};

/* One of the two accesses, as it is enumerated.  */
struct side
{
  px_dj_ref offset;
  int64_t width;	   /* of an interval, folds included */
  dj_vec<span> fold;	   /* innermost first */
  dj_vec<px_dj_ref> guard; /* rows count where these hold, tested in order */
  dj_vec<px_dj_ref> check; /* ... and these are defined */
};

/* What is known of a node.  */
enum
{
  SMALL = 1,  /* its values can be enumerated */
  COMMON = 2, /* both units have the same */
  USES_BLOCK = 4,
  KNOWN = 8, /* was asked for: the set is not empty */
  USES_THREAD = 16,
  GROUP = 32 /* COMMON, if the thread's number were */
};

/* No node: what cannot be abstracted.  */
static const px_dj_ref CANNOT = ~(px_dj_ref) 0;

/* A question and what is known of its nodes so far.  */
struct query
{
  px_dj *A;
  const dj_case *c;
  bool blocks;	 /* BLOCK takes sample values: no proof if it is used */
  bool same;	 /* both sides are one access */
  bool exact;	 /* nothing was dropped or abstracted */
  bool overflow; /* a coefficient left 64 bits */
  bool reduced;	 /* residues stand for values: undefined ones say nothing */
  struct side s[2];
  int n_sides;
  dj_vec<uint8_t> attr;		/* of nodes */
  dj_vec<px_dj_ref> abstracted; /* of nodes: 0 not yet, or CANNOT */
  dj_vec<int> mark;		/* of nodes: the last walk that came by */
  int walk;
  int flattened; /* nodes seen by flatten */
  dj_vec<pair> box, iter;
  dj_vec<term> base; /* what was cancelled */
  px_dj_ref culprit;
};

/* Sums are of this type: they must not wrap, which no rule of C excludes.  */
static const struct px_dj_type sum_type = { 64, true, true };

/* The values of a variable, one for each row.  */
struct column
{
  px_dj_ref var;
  int64_t *v;
};

/* A table: thread, block, then the counters.  */
struct rows
{
  int n;
  dj_vec<column> col;
};

/* Values of the common variables: row of a table.  */
struct env
{
  const struct rows *r;
  int row;
};

/* An interval that a row touches, and the number of its unit.  */
struct item
{
  int64_t lo, key;
  int row;
  int side;
};
}
using namespace dj_finite;

/* ---- value/finite-sums.cc ---- */

/* What is known of node r: a set of SMALL ... GROUP.  */
int dj_finite_attr (struct query *q, px_dj_ref r);

/* True the first time that this walk (q->walk) comes to r.  */
bool dj_finite_visit (struct query *q, px_dj_ref r);

/* Are all values of r enumerable?  */
bool dj_finite_small (struct query *q, px_dj_ref r);

/* Do both units have the same value of r?  */
bool dj_finite_common (struct query *q, px_dj_ref r);

/* A leaf of r that is not enumerable.  */
px_dj_ref dj_finite_culprit (struct query *q, px_dj_ref r);

/* s += k v; sets q->overflow if that leaves 64 bits.  */
void dj_finite_add_base (struct query *q, struct sum *s, int64_t k, int64_t v);

/* The sum as an expression of sum_type.  */
px_dj_ref dj_finite_sum_node (struct query *q, const struct sum *s);

/* Is the sum the integer that it stands for, by the ranges of its terms?  */
bool dj_finite_sum_exact (struct query *q, px_dj_ref r);

/* s += k * (value of r).  What must be defined for that goes to check, if not NULL.  */
void dj_finite_flatten (struct query *q, px_dj_ref r, int64_t k, struct sum *s,
			dj_vec<px_dj_ref> *check);

/* How many iterations the counter r makes with start sr, step dr and bound er; -1: unbounded or
   wrapping.  */
int64_t dj_finite_trips (const px_dj *A, px_dj_ref r, int64_t sr, int64_t dr, int64_t er);

/* ---- value/finite-abstract.cc ---- */

/* Adds to out the variables of s, what bounds them first.  If out is empty that is a new walk;
   else those that it has already are left out.  */
void dj_finite_side_leaves (struct query *q, const struct side *s, dj_vec<px_dj_ref> *out);

/* Fills q->s from the accesses.  False: something cannot be enumerated.  */
bool dj_finite_prepare (struct query *q, const px_dj_access *const acc[2]);

/* ---- value/finite-rows.cc ---- */

/* Frees the columns.  */
void dj_finite_rows_free (struct rows *r);

/* Adds a column for var; the caller fills in r->n values.  */
int64_t *dj_finite_new_column (struct rows *r, px_dj_ref var);

/* Takes n rows from the budget of the question; false: there are not so many left.  */
bool dj_finite_spend (struct query *q, long n);

/* Adds a column with every value of var, which multiplies the rows; false: too many.  */
bool dj_finite_expand (struct query *q, struct rows *r, px_dj_ref var, const struct env *env);

/* Makes the rows of a side from those of its threads (r).  Leaves the numbers of those that count
   in keep, their offsets in off; false: over the budget, or a value is not defined.  */
bool dj_finite_table (struct query *q, int side, struct rows *r, const struct env *env,
		      dj_vec<int64_t> *off, dj_vec<int> *keep);

/* Rows for the threads first ... first + n - 1 of each block: columns thread, block.  */
struct rows dj_finite_threads (px_dj *A, const int *block, int n_blocks, int first, int n);

/* ---- value/finite-sweep.cc ---- */

/* Sorts by lo: bytes of lo - min, least first.  */
void dj_finite_sort (dj_vec<item> *v);

/* Two items of different keys and (unless same) sides that share a byte; the farthest two ends
   of different keys are all that need be kept of each side.  */
bool dj_finite_sweep (const dj_vec<item> *v, const int64_t width[2], bool same, int hit[2]);

/* The number of the unit, in the sense of k, that thread t of block b is on that side.  Pairs of
   equal numbers are not asked about.  */
int64_t dj_finite_unit (const dj_key *k, int side, int64_t b, int64_t t);

/* HIT, a pair that sweep found, becomes one of threads that are farther apart.  */
void dj_finite_widen (dj_vec<item> *v, const struct rows *r, const int64_t width[2], bool same,
		      const dj_key *key, int hit[2]);

#endif
