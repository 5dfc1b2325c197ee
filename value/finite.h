/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 1, enumeration: what the files value/finite*.cc share.  The steps are those of
   doc/internals/20-value.  */

#ifndef PX_DISJOINT_FINITE_H
#define PX_DISJOINT_FINITE_H

#include "value/disjoint-int.h"

/* Other files do not see these types, so their names are short.  */
namespace dj_finite
{
/* Limits of what is enumerated (doc/internals/20-value, "What blows up").  */
enum
{
  MAX_BOX = 1024, /* values of one abstracted expression, and of all in a guard */
  MAX_ABSTRACT = 1 << 20,
  MAX_PERIOD = 4096,
  MAX_FLATTEN = 20000, /* nodes visited by flatten; a shared node counts each time */
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

/* Replace from by to.  */
struct pair
{
  px_dj_ref from, to;
};

struct span /* a counter whose iterations touch one interval */
{
  px_dj_ref ctr;
  int64_t first, step, n, stride; /* stride: bytes from one to the next, may be < 0 */
};

/* One of the two accesses, in the form that is enumerated.  */
struct side
{
  px_dj_ref offset;
  int64_t width;	   /* of an interval, folds included */
  dj_vec<span> fold;	   /* innermost first */
  dj_vec<px_dj_ref> guard; /* a row counts only if these hold, tested in order */
  dj_vec<px_dj_ref> check; /* ... and if these are defined */
};

/* Attributes of a node (struct query, attr).  */
enum
{
  SMALL = 1,  /* its values can be enumerated */
  COMMON = 2, /* both units have the same */
  USES_BLOCK = 4,
  KNOWN = 8, /* the attributes have been computed: makes the set nonzero */
  USES_THREAD = 16,
  GROUP = 32 /* it would be COMMON if the thread number were */
};

/* The value of abstracted[] for a node that cannot be abstracted.  */
static const px_dj_ref CANNOT = ~(px_dj_ref) 0;

/* An operation on the rows of a chunk.  */
struct instr
{
  uint8_t op;
  bool may_und; /* this operation itself may be undefined */
  bool fixed;	/* the same in all rows: v[0] and u[0] are computed when it is compiled */
  bool spread;	/* ... and all of v and u are */
  struct px_dj_type ty, t;
  int a, b, c;
  int64_t imm;
  const int64_t *col;
  int64_t *v;
  uint8_t *u; /* NULL: always defined */
};

/* Compiled expressions.  */
struct program
{
  dj_vec<instr> i;
  dj_vec<int> slot; /* by node: FIRST and the number of its operation; less: it has none */
  int first;	    /* more than the slots of programs before */
  struct px_pool pool;
};

/* An interval that a row accesses, and the number of its unit.  */
struct item
{
  int64_t lo, key;
  int row;
  int side;
};

/* What a search that found a pair has seen until then.  The common counters have ROWS rows of values.  */
struct passed
{
  int row;  /* it was found in this one; in those before no two of different thread[UNIT] meet */
  int unit; /* 0: no two */
  int apart,
    widest; /* in ROW no two of different thread[k] meet, k = APART, 2 APART ... WIDEST; 0: not known */
  int rows; /* 0: nothing is known */
};

/* A question and what has been computed about its nodes so far.  */
struct query
{
  px_dj *A;
  const dj_case *c;
  bool blocks;	 /* BLOCK takes sample values, so no proof if it is used */
  bool same;	 /* both sides are one access */
  bool exact;	 /* nothing was dropped or abstracted */
  bool overflow; /* a coefficient exceeded 64 bits */
  bool reduced;	 /* residues replace values: an undefined row then proves nothing */
  struct side s[2];
  int n_sides;
  dj_vec<uint8_t> attr;		/* of nodes */
  dj_vec<px_dj_ref> abstracted; /* by node: its replacement, 0: not computed, or CANNOT */
  dj_vec<int> mark;		/* by node: the last walk that visited it */
  int walk;
  int flattened; /* nodes seen by flatten */
  dj_vec<pair> box, iter;
  dj_vec<term> base; /* the terms that were cancelled */
  px_dj_ref culprit;
  struct program program; /* the only one at a time */
  /* Of one search at a time: the rows of a side that are kept, with their offsets, and their intervals.  */
  dj_vec<int64_t> off;
  dj_vec<int> keep;
  dj_vec<item> items, sorted, grouped;
  dj_vec<int64_t> units;
  dj_vec<int> group; /* where its items end */
  /* value/finite-memo.cc: the question as words, if it can be WRITTEN, and the nodes in them by their numbers;
     the QUESTION of the arena that has these words, or -1.  */
  dj_vec<int64_t> words;
  dj_vec<px_dj_ref> named;
  bool written;
  int question;
  int row; /* the search starts with this row of the common counters */
  int
    far; /* half of the threads that are searched are from this one on; 0: they all follow one another */
  struct passed passed;
};

/* The type of sums.  It wraps: no rule of C makes the overflow of a sum of offsets undefined.  */
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

/* Values of the common variables: one row of a table.  */
struct env
{
  const struct rows *r;
  int row;
};
}
using namespace dj_finite;

/* ---- value/finite-sums.cc ---- */

/* The attributes of node r: a set of SMALL ... GROUP.  */
int dj_finite_attr (struct query *q, px_dj_ref r);

/* value/finite-rows.cc: frees p.  */
void dj_finite_program_free (struct program *p);

/* Returns true the first time that this walk (q->walk) visits r.  */
bool dj_finite_visit (struct query *q, px_dj_ref r);

/* Returns true if all values of r can be enumerated.  */
bool dj_finite_small (struct query *q, px_dj_ref r);

/* Returns true if both units have the same value of r.  */
bool dj_finite_common (struct query *q, px_dj_ref r);

/* Returns a leaf of r that cannot be enumerated.  */
px_dj_ref dj_finite_culprit (struct query *q, px_dj_ref r);

/* s += k · v; sets q->overflow if the sum exceeds 64 bits.  */
void dj_finite_add_base (struct query *q, struct sum *s, int64_t k, int64_t v);

/* The sum as an expression of sum_type.  */
px_dj_ref dj_finite_sum_node (struct query *q, const struct sum *s);

/* Returns true if, by the ranges of its terms, the sum cannot wrap.  */
bool dj_finite_sum_exact (struct query *q, px_dj_ref r);

/* s += k · r.  Appends to check, unless NULL, the expressions that must be defined for this.  */
void dj_finite_flatten (struct query *q, px_dj_ref r, int64_t k, struct sum *s,
			dj_vec<px_dj_ref> *check);

/* Returns how many iterations the counter r makes with start sr, step dr and bound er; -1:
   unbounded or wrapping.  */
int64_t dj_finite_trips (const px_dj *A, px_dj_ref r, int64_t sr, int64_t dr, int64_t er);

/* ---- value/finite-abstract.cc ---- */

/* Appends to out the variables of s, each after those that bound it.  If out is empty a new
   walk begins; else variables that out already has are not repeated.  */
void dj_finite_side_leaves (struct query *q, const struct side *s, dj_vec<px_dj_ref> *out);

/* Fills q->s from the accesses.  Returns false if something cannot be enumerated.  */
bool dj_finite_prepare (struct query *q, const px_dj_access *const acc[2]);

/* ---- value/finite-rows.cc ---- */

/* Frees the columns.  */
void dj_finite_rows_free (struct rows *r);

/* Adds a column for var; the caller fills in r->n values.  */
int64_t *dj_finite_new_column (struct rows *r, px_dj_ref var);

/* Subtracts n rows from the question's budget.  Returns false if fewer are left.  */
bool dj_finite_spend (struct query *q, long n);

/* Adds a column with every value of var, which multiplies the rows.  Returns false if there are
   too many.  */
bool dj_finite_expand (struct query *q, struct rows *r, px_dj_ref var, const struct env *env);

/* Keeps the rows of R, values of common counters, in which every guard holds that only they decide.  */
void dj_finite_filter (struct query *q, struct rows *r);

/* Extends the rows of a side's threads (r) by its counters.  Stores the numbers of the rows
   whose guards hold in q->keep, their offsets in q->off.  Returns false if the budget is exceeded or
   a value is undefined.  */
bool dj_finite_table (struct query *q, int side, struct rows *r, const struct env *env);

/* Rows for the threads first ... first + n - 1 of each block, the second half of them from FAR on unless that is 0:
   columns thread, block.  */
struct rows dj_finite_threads (px_dj *A, const int *block, int n_blocks, int first, int n, int far);

/* ---- value/finite-sweep.cc ---- */

/* Returns true if no two items share a byte and have different keys and (unless same) sides.  False: they may.
   ROOM is overwritten.  */
bool dj_finite_apart (const dj_vec<item> *v, const int64_t width[2], bool same,
		      dj_vec<int64_t> *room);

/* Sorts by lo (radix sort over the bytes of lo - min, least significant first), by way of ROOM.  */
void dj_finite_sort (dj_vec<item> *v, dj_vec<item> *room);

/* Finds two items that share a byte, of different keys, less their last SHIFT bits, and (unless same) sides.  Of
   each side only the two farthest ends with different keys need to be kept.  */
bool dj_finite_sweep (const dj_vec<item> *v, const int64_t width[2], bool same, int shift,
		      int hit[2]);

/* The number of the unit of kind k that thread t of block b belongs to on that side.  Pairs of
   equal numbers are excluded.  */
int64_t dj_finite_unit (const dj_key *k, int side, int64_t b, int64_t t);

/* Replaces HIT, a pair that dj_finite_sweep found, by one whose threads are farther apart.  Returns the least
   k of which it has seen that no two items of different thread[k], thread[2 k] ... thread[key->widest] meet; 0:
   there is none.  */
int dj_finite_widen (dj_vec<item> *v, const struct rows *r, const int64_t width[2], bool same,
		     const dj_key *key, int hit[2]);

/* ---- value/finite-memo.cc ---- */

/* Returns true if this question has been searched before: then *ANSWER, *W and q->exact are as the search has
   left them.  Else sets q->row, and is to be followed by dj_finite_remember.  */
bool dj_finite_recall (struct query *q, const struct dj_key *key, const int *block, int n_blocks,
		       int n, enum dj_finite_answer *answer, struct px_dj_witness *w);

/* Keeps the answer of a search, unless it is that it CANNOT.  */
void dj_finite_remember (struct query *q, const struct dj_key *key, enum dj_finite_answer answer,
			 const struct px_dj_witness *w);

#endif
