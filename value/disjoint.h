/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides rules R1 and R2 (doc/rules.texi.in, "Races and bounds") and narrows the edges of
   synchronisation (doc/internals/30-sync), on typed expressions.  The method is in
   doc/internals/20-value.  No GCC header is needed here: value/ works alone.

   An arena holds the expressions of one function and the facts of its launches.  Nodes are
   hashed: equal expressions have equal references.  A question takes accesses (byte offset,
   width, conditions on the path) and the perspective of the units that must be disjoint.

   Two procedures answer.  value/finite.cc enumerates whatever depends on the thread
   index and small counters; value/linear.cc refutes the rest as a linear system over
   monomials (value/simplex.cc).  Effort is counted in row operations, never in time, and
   everything is visited in order of creation, so verdicts are reproducible.  */

#ifndef PX_DISJOINT_H
#define PX_DISJOINT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct px_dj;		    /* the arena */
typedef uint32_t px_dj_ref; /* a node of an arena; 0: none */

enum px_dj_op
{
  DJ_NONE,
#define DJ_OP(name, spelling, arity, result, comm) DJ_##name,
#include "value/disjoint.def"
#undef DJ_OP
  DJ_N_OPS
};

enum px_dj_level
{
  DJ_LEVEL_THREAD,
  DJ_LEVEL_BLOCK,
  DJ_LEVEL_GRID
};

/* level[n]  */
struct px_dj_persp
{
  enum px_dj_level level;
  int n;
};

/* An integer type of 1 to 64 bits.  wraps: arithmetic is modulo 2^bits (unsigned types, and
   signed ones under -fwrapv); else its overflow is undefined.  Conditions have 1 bit.  */
struct px_dj_type
{
  uint8_t bits;
  bool is_signed, wraps;
};

/* What holds in every launch.  */
struct px_dj_launch
{
  int threads;	   /* T of threads (T), 0 if unknown */
  int min_threads; /* t of thread (t): T is a positive multiple of it */
  int min_blocks;  /* b of block (b): the grid is a positive multiple of it */
  bool limit;	   /* a launch has at most 2^31 - 1 threads (rule L1) */
  int max_blocks;  /* the grid has at most so many blocks; 0: no other limit */
};

/* A value without an expression (an argument, a loaded value).  Two units have the same value
   iff persp includes both and they are in the same iteration of loop.  */
struct px_dj_sym
{
  const char *name; /* not copied */
  struct px_dj_type type;
  bool bounded; /* lo <= value <= hi; else the type's range */
  int64_t lo, hi;
  struct px_dj_persp persp;
  int loop;  /* innermost loop that computes it again in each iteration; 0: none */
  bool free; /* an argument: a launch may have any value of the range that its facts admit */
};

/* A loop's counter: start + step·k in iteration k = 0, 1, …; in the body `value test bound'
   holds (DJ_CTR_ANY: nothing does).  start, step and bound have the counter's type.  */
enum px_dj_test
{
  DJ_CTR_ANY,
  DJ_CTR_LT,
  DJ_CTR_LE,
  DJ_CTR_GT,
  DJ_CTR_GE,
  DJ_CTR_NE
};
struct px_dj_ctr
{
  const char *name;
  px_dj_ref start, step, bound;
  enum px_dj_test test;
  bool every; /* the loop has no other exit: the counter takes all these values */
  struct px_dj_persp persp;
  int loop;
};

/* A counter that doubles or (down) halves: it takes the powers of two in lo…hi.  */
struct px_dj_pow2
{
  const char *name;
  struct px_dj_type type;
  int64_t lo, hi;
  bool down, every;
  struct px_dj_persp persp;
  int loop;
};

/* value/disjoint.cc: arenas and expressions */
struct px_dj *px_dj_new (const struct px_dj_launch *);
void px_dj_free (struct px_dj *);
int px_dj_loop (struct px_dj *, int parent); /* returns a new loop inside loop parent (0:
						outside all loops) */
/* All N facts hold in each launch: what they say of the numbers of blocks and threads, compared with
   constants, holds from now on as px_dj_launch does.  The other facts are left to the questions.  */
void px_dj_launch_facts (struct px_dj *, const px_dj_ref *fact, int n);
px_dj_ref px_dj_const (struct px_dj *, struct px_dj_type, int64_t);
px_dj_ref px_dj_id (struct px_dj *, enum px_dj_op, struct px_dj_type); /* THREAD … NBLOCKS */
px_dj_ref px_dj_sym_new (struct px_dj *, const struct px_dj_sym *);
px_dj_ref px_dj_ctr_new (struct px_dj *, const struct px_dj_ctr *);
px_dj_ref px_dj_pow2_new (struct px_dj *, const struct px_dj_pow2 *);
px_dj_ref px_dj_cast (struct px_dj *, struct px_dj_type, px_dj_ref);
px_dj_ref px_dj_un (struct px_dj *, enum px_dj_op, px_dj_ref);
px_dj_ref px_dj_bin (struct px_dj *, enum px_dj_op, px_dj_ref, px_dj_ref);
px_dj_ref px_dj_sel (struct px_dj *, px_dj_ref cond, px_dj_ref, px_dj_ref);
/* Copies expressions of FROM into TO.  What they compute in a loop is computed again in each
   iteration of loop OUTER of TO.  px_dj_bind replaces an expression of FROM by one of TO.  FROM
   must outlive the copies.  */
struct px_dj_copies *px_dj_copies_new (struct px_dj *to, const struct px_dj *from, int outer);
void px_dj_copies_free (struct px_dj_copies *);
void px_dj_bind (struct px_dj_copies *, px_dj_ref from, px_dj_ref to);
px_dj_ref px_dj_copy (struct px_dj_copies *, px_dj_ref from);
struct px_dj_type px_dj_type_of (const struct px_dj *, px_dj_ref);
enum px_dj_op px_dj_op_of (const struct px_dj *, px_dj_ref);
px_dj_ref px_dj_uncast (const struct px_dj *, px_dj_ref); /* strips all casts */
/* returns true and sets the constant if it is one */
bool px_dj_const_p (const struct px_dj *, px_dj_ref, int64_t *);
/* operand i = 0, 1 or 2; 0 if it has none */
px_dj_ref px_dj_operand (const struct px_dj *, px_dj_ref, int i);
/* Returns true if the expression has the same value in all iterations of LOOP: all its leaves
   are computed outside LOOP.  False also if the expression is too large to be searched.  */
bool px_dj_fixed_in (const struct px_dj *, px_dj_ref, int loop);
/* returns true if it is a counter that doubles or halves, and it is not known how often */
bool px_dj_some_powers_p (const struct px_dj *, px_dj_ref);
/* Writes the expression as C into BUF: at most SIZE bytes with the final 0.  */
void px_dj_print (const struct px_dj *, px_dj_ref, char *buf, size_t size);

struct px_dj_access
{
  px_dj_ref offset; /* bytes from the object's start: signed, 64 bits */
  int64_t width;    /* bytes */
  /* Conditions that hold where the access runs, in order of evaluation: those on the path, and
     those whose failure would be undefined behaviour (an inner index below its extent).  */
  const px_dj_ref *guard;
  int n_guards;
  /* Conditions that hold there but do not decide whether it runs: facts about the launch, and
     what the user asserts (__where, px_assume).  */
  const px_dj_ref *fact;
  int n_facts;
  /* Counters of the loops around it.  */
  const px_dj_ref *ctr;
  int n_ctrs;
  /* no other condition, loop or early return decides whether the access runs */
  bool complete;
};

/* The pairs of units in question: two different units of unit within one unit of parent.  Both
   run the same iteration of loop and of the loops around it; other counters are independent.  */
struct px_dj_relation
{
  struct px_dj_persp unit, parent;
  bool shared; /* the object is __shared: each block has its own */
  int loop;
};

enum px_dj_verdict
{
  DJ_UNDECIDED,
  DJ_PROVED,
  DJ_SHOWN
};

enum px_dj_reason
{
  DJ_WHY_NONE,
  DJ_WHY_UNKNOWN,  /* too little is known of the value of node */
  DJ_WHY_UNPROVED, /* neither a proof nor two units that meet were found */
  DJ_WHY_MAYBE,	   /* the witness needs conditions that are not known to hold */
  DJ_WHY_BUDGET
};

/* Two instances that meet (R2: one instance, the first), with the value of each counter that
   they depend on.  offset is relative to the sum of base[i].coef · base[i].node, which both
   share.  Values and terms beyond the limits are left out.  */
enum
{
  DJ_MAX_VALUES = 8,
  DJ_MAX_BASE = 6
};
struct px_dj_witness
{
  bool valid;
  int64_t thread[2], block[2], offset[2];
  int n_values;
  struct
  {
    px_dj_ref ctr;
    int side;
    int64_t value;
  } value[DJ_MAX_VALUES]; /* side 0 or 1; 2: both sides */
  int n_base;
  struct
  {
    int64_t coef;
    px_dj_ref node;
  } base[DJ_MAX_BASE];
  bool none_inside; /* of R2: no values that were tried are inside */
  bool more_units;  /* the message must say "in any launch of more than one unit" */
};

struct px_dj_result
{
  enum px_dj_verdict verdict;
  enum px_dj_reason why;	/* of DJ_UNDECIDED */
  px_dj_ref node;		/* of DJ_WHY_UNKNOWN */
  bool by_facts;		/* of DJ_PROVED: the proof needs the accesses' facts */
  struct px_dj_witness witness; /* of DJ_SHOWN and DJ_WHY_MAYBE */
  long rows, programs, ops;	/* effort: rows enumerated, linear programs solved, row
				   operations */
};

/* What questions have cost, in the units of px_dj_result.  */
struct px_dj_effort
{
  long questions, rows, programs, ops;
};

/* Adds to *E what all questions to A have cost so far.  */
void px_dj_add_effort (const struct px_dj *, struct px_dj_effort *e);

/* Rule R1.  DJ_PROVED: in no launch do a (in one unit) and c (in another) access a common byte.
   DJ_SHOWN: the witness does, in every launch that has those units.  a == c is allowed.  */
void px_dj_r1 (struct px_dj *, const struct px_dj_relation *, const struct px_dj_access *a,
	       const struct px_dj_access *c, struct px_dj_result *);

/* Whether R1 would be proved if no arithmetic of unsigned types wrapped around: to be asked where it is undecided, for a
   hint.  */
enum px_dj_exact
{
  DJ_NOT_EXACT,
  DJ_IF_EXACT,
  DJ_IF_SMALL /* and if numbers of 64 bits without a sign were at most 2^31 - 1 */
};
enum px_dj_exact px_dj_r1_exact (struct px_dj *, const struct px_dj_relation *,
				 const struct px_dj_access *a, const struct px_dj_access *c);

/* Rule R2.  DJ_PROVED: the access stays within 0 … extent - 1 whenever it runs.  DJ_SHOWN: the
   witness runs in every launch and does not.  Of extent DJ_NO_EXTENT only the start is asked about.  */
#define DJ_NO_EXTENT INT64_MAX
void px_dj_r2 (struct px_dj *, const struct px_dj_access *, int64_t extent, struct px_dj_result *);
/* The same by trying values alone, which is cheap: for who looks for what is wrong.  */
void px_dj_r2_values (struct px_dj *, const struct px_dj_access *, int64_t extent,
		      struct px_dj_result *);

/* True is a proof that an access which R2 does not decide, with result R, is outside wherever it runs, in code that perhaps
   runs: not known is only whether some condition ever holds.  R's witness, if it has one, is an access that the others
   admit.  */
bool px_dj_never_inside (struct px_dj *, const struct px_dj_access *, int64_t extent,
			 const struct px_dj_result *r);

/* A launch in which an access that R1 or R2 does not decide is wrong.  The units of the witness
   meet (R2: the thread of its first side is outside) for these numbers of threads and blocks and
   these values of symbols; those that are not listed do not matter.  */
enum px_dj_end
{
  DJ_EXACTLY,
  DJ_AT_LEAST, /* for each greater value as well, the others being what they are */
  DJ_AT_MOST
};
struct px_dj_model
{
  int64_t threads, blocks; /* of a block, of the grid */
  /* Any other number does as well, if there are these two threads, which takes at least so many; 0:
     each launch has them.  */
  bool any_threads, any_blocks;
  int64_t least_threads, least_blocks;
  /* Both, no value has to be exact, and each launch of fewer threads or blocks, and each whose value is one
     nearer to right, is wrong as well or has no two units that run the accesses (R2: no thread that runs
     it).  So no limit that the user may have in mind makes it right.  */
  bool wide;
  int n_values;
  struct
  {
    px_dj_ref sym;
    enum px_dj_end end;
    int64_t value;
  } value[DJ_MAX_VALUES];
  struct px_dj_witness witness;
};

/* Search for a launch that is wrong by rule R1 or R2.  True: *m is one.  False proves nothing.
   To be asked where px_dj_r1 or px_dj_r2 is undecided.  */
bool px_dj_model_r1 (struct px_dj *, const struct px_dj_relation *, const struct px_dj_access *a,
		     const struct px_dj_access *c, struct px_dj_model *m);
bool px_dj_model_r2 (struct px_dj *, const struct px_dj_access *, int64_t extent,
		     struct px_dj_model *m);

/* Edges.  A chain lists scopes from the narrowest on; the last includes all pairs of whole.  */
enum px_dj_scope_kind
{
  DJ_SCOPE_NOTHING,
  DJ_SCOPE_UNITS
};
struct px_dj_scope
{
  enum px_dj_scope_kind kind;
  struct px_dj_persp persp; /* of DJ_SCOPE_UNITS */
};

struct px_dj_edge
{
  struct px_dj_persp whole; /* perspective of the innermost view whose body the path between
			       both ends does not leave */
  bool shared;
  int loop;			  /* innermost loop that has both ends in the same iteration */
  int carrier;			  /* loop (inside loop) whose back edge the edge takes; 0: none */
  int64_t distance, distance_max; /* in iterations, >= 1; distance_max 0: no upper limit */
};

/* Fills chain with: nothing, thread, thread[2] … thread[n] for powers of two below T, block,
   block[n] if cluster > 1, grid; it stops at whole.  Returns the number of scopes, which
   DJ_MAX_CHAIN exceeds: at most 1024 threads make 10 powers of two.  */
enum
{
  DJ_MAX_CHAIN = 20
};
int px_dj_chain (const struct px_dj *, struct px_dj_persp whole, int cluster,
		 struct px_dj_scope chain[DJ_MAX_CHAIN]);

/* Returns the index in chain of the narrowest scope that includes every pair of units that may
   access a common element, parent in the first unit and child in the second.  result->verdict
   is DJ_SHOWN if the witness meets in every launch (of more than one unit) and no narrower
   scope of the chain includes it, else DJ_PROVED.  */
int px_dj_narrow (struct px_dj *, const struct px_dj_edge *, const struct px_dj_access *parent,
		  const struct px_dj_access *child, const struct px_dj_scope *chain, int n,
		  struct px_dj_result *);

/* True is a proof that, in a single unit, claim holds wherever all the facts hold.  */
bool px_dj_prove (struct px_dj *, const px_dj_ref *fact, int n_facts, px_dj_ref claim);

#endif
