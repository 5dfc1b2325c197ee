/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that the files of value/ share.  */

#ifndef PX_DISJOINT_INT_H
#define PX_DISJOINT_INT_H

#include "base/arena.h"
#include "value/disjoint.h"
#include <stdlib.h>
#include <string.h>

typedef __int128 dj_wide;

/* ---- memory ---- */

/* A growing array of plain data (no constructors run).  New elements are not zeroed.  */
template <typename E> struct dj_vec
{
  E *e;
  int n, cap;
};

void *dj_realloc (void *, size_t);

template <typename E>
static inline E *
dj_push (dj_vec<E> *v, E x)
{
  if (v->n == v->cap)
    {
      v->cap = v->cap ? v->cap * 2 : 16;
      v->e = (E *) dj_realloc (v->e, v->cap * sizeof (E));
    }
  v->e[v->n] = x;
  return &v->e[v->n++];
}

/* Empties V and makes room for N elements.  */
template <typename E>
static inline void
dj_room (dj_vec<E> *v, int n)
{
  v->n = 0;
  if (n <= v->cap)
    return;
  v->cap = n;
  v->e = (E *) dj_realloc (v->e, n * sizeof (E));
}

template <typename E>
static inline void
dj_drop (dj_vec<E> *v)
{
  free (v->e);
  v->e = NULL;
  v->n = v->cap = 0;
}

/* Returns true if R is one of the N references at E.  */
static inline bool
dj_among (px_dj_ref r, const px_dj_ref *e, int n)
{
  for (int i = 0; i < n; i++)
    if (e[i] == r)
      return true;
  return false;
}

/* ---- nodes ---- */

enum
{
  DJ_EXACT = 1,	  /* the value is the integer result of the operands' values */
  DJ_EXACT_UB = 2 /* ... or else undefined (never set without DJ_EXACT) */
};

struct dj_node
{
  uint8_t op, flags;
  struct px_dj_type ty;
  px_dj_ref a, b, c;
  int64_t v;	  /* CONST: the value (64 bits unsigned: its bits); SYM, CTR, POW2: var */
  dj_wide lo, hi; /* every defined value lies in lo … hi */
  px_dj_ref next; /* next node of the same hash bucket */
};

struct dj_var
{
  const char *name;
  px_dj_ref start, step, bound; /* CTR */
  enum px_dj_test test;
  bool every, down;
  int64_t lo, hi; /* POW2 */
  struct px_dj_persp persp;
  int loop;
  bool counter; /* CTR or POW2 */
  bool free;	/* SYM: struct px_dj_sym */
  bool box;	/* made by dj_box to replace an expression of known range (finite-abstract.cc) */
};

/* Each kind of question has a budget of its own, so that one kind cannot exhaust another's.  */
enum dj_question
{
  DJ_Q_RULE,
  DJ_Q_EDGE,
  DJ_Q_CARRIED,
  DJ_Q_MODEL,
  DJ_Q_KINDS
};
struct dj_spent
{
  long questions, ops, programs, rows;
};

struct px_dj
{
  struct px_dj_launch launch;
  dj_vec<dj_node> node;
  dj_vec<dj_var> var;
  dj_vec<int> loop; /* parent of each loop */
  px_dj_ref *bucket;
  uint32_t n_buckets;
  long ops_left, programs_left, rows_left; /* effort left to the current question */
  struct dj_spent *all,
    spent[DJ_Q_KINDS]; /* effort of all questions of each kind so far; all points to the current
			  kind's */
  bool out_of_budget;
  int first_scratch; /* nodes from this one on are dropped at the end of the question */
  int
    signs_lost; /* proofs of edges by signs of divisors that failed, one after another; -1: the last one did not */
  bool likely_apart;	     /* of the last edge that took proofs nothing met */
  bool no_finite, no_linear; /* for tests: run one procedure only */
  bool no_memo;		     /* for tests: search again what has been searched */
  struct dj_memo *memo;	     /* value/finite-memo.cc; NULL: nothing is remembered yet */
  struct dj_edges *edges;    /* value/edge-memo.cc; NULL: none was asked yet */
};

static inline const dj_node *
dj_at (const px_dj *A, px_dj_ref r)
{
  return &A->node.e[r];
}

static inline const dj_var *
dj_var_of (const px_dj *A, px_dj_ref r)
{
  return &A->var.e[A->node.e[r].v];
}

static inline bool
dj_is_const (const px_dj *A, px_dj_ref r, int64_t *v)
{
  if (A->node.e[r].op != DJ_CONST)
    return false;
  *v = A->node.e[r].v;
  return true;
}

/* Returns the greatest common divisor, which is not negative.  For 64 bits value/simplex.cc has
   gcd64, which needs no division of 128 bits.  */
static inline dj_wide
dj_gcd (dj_wide a, dj_wide b)
{
  if (a < 0)
    a = -a;
  if (b < 0)
    b = -b;
  while (b)
    {
      dj_wide c = a % b;
      a = b;
      b = c;
    }
  return a;
}

static inline dj_wide
dj_type_lo (struct px_dj_type t)
{
  return t.is_signed ? -((dj_wide) 1 << (t.bits - 1)) : 0;
}

static inline dj_wide
dj_type_hi (struct px_dj_type t)
{
  return ((dj_wide) 1 << (t.bits - t.is_signed)) - 1;
}

/* the representative of v modulo 2^bits, as an int64_t holds it */
static inline int64_t
dj_wrap (struct px_dj_type t, dj_wide v)
{
  uint64_t u = (uint64_t) v;
  int s = 64 - t.bits;
  return t.is_signed ? (int64_t) (u << s) >> s : (int64_t) (u << s >> s);
}

/* The integer that the stored bits v denote in type t.  */
static inline dj_wide
dj_value (struct px_dj_type t, int64_t v)
{
  return !t.is_signed && t.bits == 64 ? (dj_wide) (uint64_t) v : (dj_wide) v;
}

extern const struct px_dj_type dj_i64, dj_bool;
extern const uint8_t dj_arity[];

static inline bool
dj_comparison (int op)
{
  return op >= DJ_LT && op <= DJ_NE;
}

/* x op y for operands of type t and a result of type ty; sets *und if the result is undefined.
   The operators && || ?: are excluded, because they need not evaluate all operands.  */
static inline int64_t
dj_apply (int op, struct px_dj_type ty, struct px_dj_type t, int64_t xr, int64_t yr, bool *und)
{
  dj_wide x = dj_value (t, xr), y = dj_value (t, yr), r;
  switch (op)
    {
    case DJ_CAST: return dj_wrap (ty, x);
    case DJ_NOT: return dj_wrap (ty, ~x);
    case DJ_NEG: r = -x; break;
    case DJ_ADD: r = x + y; break;
    case DJ_SUB: r = x - y; break;
    case DJ_MUL: r = (dj_wide) ((unsigned __int128) x * (unsigned __int128) y); break;
    case DJ_DIV:
    case DJ_MOD:
      if (!y)
	{
	  *und = true;
	  return 0;
	}
      if (x >= INT32_MIN && x <= INT32_MAX && y >= INT32_MIN && y <= INT32_MAX)
	return op == DJ_DIV ? dj_wrap (ty, (int64_t) x / (int64_t) y) : (int64_t) x % (int64_t) y;
      r = op == DJ_DIV ? x / y : x % y;
      break;
    case DJ_AND: return xr & yr;
    case DJ_OR: return xr | yr;
    case DJ_XOR: return xr ^ yr;
    case DJ_SHL:
    case DJ_SHR:
      /* The count keeps its own sign.  C leaves a negative or too large count undefined.  */
      if (yr < 0 || yr >= ty.bits)
	{
	  *und = true;
	  return 0;
	}
      return dj_wrap (ty, op == DJ_SHL ? (dj_wide) ((uint64_t) xr << yr) : x >> yr);
    case DJ_MIN: return x < y ? xr : yr;
    case DJ_MAX: return x > y ? xr : yr;
    case DJ_LT: return x < y;
    case DJ_LE: return x <= y;
    case DJ_EQ: return xr == yr;
    case DJ_NE: return xr != yr;
    case DJ_LNOT: return !xr;
    default: abort ();
    }
  if (!ty.wraps && (r < dj_type_lo (ty) || r > dj_type_hi (ty)))
    *und = true;
  return dj_wrap (ty, r);
}

/* The value of node N, an operator, whose operands have the values X, undefined where U says so.  */
static inline int64_t
dj_evaluate (const struct px_dj *A, const dj_node *n, const int64_t x[3], const bool u[3],
	     bool *und)
{
  switch (n->op)
    {
    case DJ_LAND:
    case DJ_LOR:
      *und = u[0] || (!x[0] == (n->op == DJ_LOR) && u[1]);
      return n->op == DJ_LAND ? x[0] && x[1] : x[0] || x[1];
    case DJ_SEL: *und = u[0] || u[x[0] ? 1 : 2]; return x[x[0] ? 1 : 2];
    default:
      *und = u[0] || u[1];
      return *und ? 0 : dj_apply (n->op, n->ty, dj_at (A, n->a)->ty, x[0], x[1], und);
    }
}

/* Returns true if x passes the loop's test, so that it makes another turn.  */
static inline bool
dj_passes (enum px_dj_test test, dj_wide x, dj_wide bound)
{
  switch (test)
    {
    case DJ_CTR_LT: return x < bound;
    case DJ_CTR_LE: return x <= bound;
    case DJ_CTR_GT: return x > bound;
    case DJ_CTR_GE: return x >= bound;
    case DJ_CTR_NE: return x != bound;
    default: return true;
    }
}

/* ---- value/disjoint.cc ---- */

px_dj_ref dj_int (px_dj *, int64_t); /* a constant of dj_i64 */
px_dj_ref dj_rebuild (px_dj *, px_dj_ref, px_dj_ref a, px_dj_ref b, px_dj_ref c);
px_dj_ref dj_box (px_dj *, struct px_dj_type, int64_t lo, int64_t hi, bool common, const char *);
bool dj_ctr_nowrap (const px_dj *, px_dj_ref);
void dj_forget (px_dj *, int nodes, int vars); /* drops all nodes from number nodes on, and all
						  variables from number vars on */

/* ---- value/ranges.cc ---- */

/* Cuts the range of n to that of its type.  */
void dj_clamp (dj_node *n);

/* Sets n's range and its flags DJ_EXACT and DJ_EXACT_UB from its operands.  */
void dj_range (px_dj *A, dj_node *n);
/* Computes sound bounds of x op y before wrapping, for a <= x <= b and c <= y <= d, operands of
   type t and result of type ty.  Returns false if there are none.  */
bool dj_hull2 (int op, struct px_dj_type ty, dj_wide a, dj_wide b, dj_wide c, dj_wide d,
	       dj_wide *lo, dj_wide *hi);

/* ---- value/cases.cc ---- */

/* common: the perspective that both units belong to.  loop: both units are in the same
   iteration of it and of the loops around it.  carrier: a loop whose counters both units share
   although side 2 is some iterations later; its other values are not shared.  */
struct dj_case
{
  struct px_dj_persp common;
  int loop, carrier;
  bool other_block; /* the units are known to be of different block[n_block] */
  int n_block;
};

bool dj_broader_eq (struct px_dj_persp, struct px_dj_persp);
/* Returns true if both sides have the same value of the variable.  Its operands (start, step,
   bound) are not considered; THREAD … NBLOCKS are not variables.  */
bool dj_var_common (const px_dj *, const dj_case *, const dj_var *);

/* Units of one block.  */
static const struct px_dj_persp dj_one_block = { DJ_LEVEL_BLOCK, 1 };

/* ---- value/finite.cc ---- */

/* Pairs of units with equal keys are excluded from the question.  */
enum dj_key_kind
{
  DJ_KEY_NONE,
  DJ_KEY_THREADS,
  DJ_KEY_BLOCKS
};
struct dj_key
{
  enum dj_key_kind kind;
  int n;
  int widest; /* prefer to report a pair of different thread[widest], else of different
		 thread[widest/2], and so on; a power of 2, or 0: report any pair */
};

enum dj_finite_answer
{
  DJ_F_CANNOT, /* something cannot be enumerated; *node is that expression */
  DJ_F_NEVER,  /* no pair meets: a proof */
  DJ_F_MAYBE,  /* a pair meets if all conditions that were left out hold */
  DJ_F_ALWAYS  /* a pair meets in every launch */
};

/* Looks for a byte that a (on side 1) and c (on side 2) share.  c == a: the same access twice.  */
enum dj_finite_answer dj_finite_meet (px_dj *, const dj_case *, const dj_key *,
				      const px_dj_access *a, const px_dj_access *c,
				      struct px_dj_witness *, px_dj_ref *node);
/* Forgets what was found, the arena being freed.  */
void dj_finite_forget (px_dj *);
/* Looks for a row whose access is outside 0 … extent - 1.  */
enum dj_finite_answer dj_finite_outside (px_dj *, const px_dj_access *, int64_t extent,
					 struct px_dj_witness *, px_dj_ref *node);

/* ---- value/finite-real.cc ---- */

/* Returns true if the pair of units of W, which dj_finite_meet has found, meets for some values of what
   was left out: then procedure 2 proves nothing of a question that includes the pair.  False says nothing.  */
bool dj_finite_real (px_dj *, const dj_case *, const px_dj_access *a, const px_dj_access *c,
		     const struct px_dj_witness *);

/* ---- value/linear.cc ---- */

/* What is assumed about the two units in addition to the case.  */
enum dj_rel_kind
{
  DJ_REL_ANY,
  DJ_REL_LT,
  DJ_REL_GT
};
struct dj_rel
{
  enum dj_rel_kind kind; /* LT: the unit of side 1 precedes that of side 2 */
  struct px_dj_persp unit;
};

/* True is a proof that no two instances of a and c share a byte under these assumptions.  */
bool dj_linear_apart (px_dj *, const dj_case *, const dj_rel *, const px_dj_access *a,
		      const px_dj_access *c);
/* True is a proof that a stays within 0 … extent - 1.  */
bool dj_linear_inside (px_dj *, const px_dj_access *, int64_t extent);
bool dj_linear_prove (px_dj *, const px_dj_ref *fact, int n, px_dj_ref claim);

/* ---- value/cases.cc, value/edges.cc ---- */

/* px_dj_r1, px_dj_narrow and px_dj_prove without the accesses' facts.  value/facts.cc adds the
   facts and calls these.  */
void dj_r1 (px_dj *, const struct px_dj_relation *, const px_dj_access *, const px_dj_access *,
	    struct px_dj_result *);
int dj_narrow (px_dj *, const struct px_dj_edge *, const px_dj_access *parent,
	       const px_dj_access *child, const struct px_dj_scope *, int n, struct px_dj_result *);
bool dj_prove (px_dj *, const px_dj_ref *fact, int n, px_dj_ref claim);

/* ---- value/edge-memo.cc ---- */

/* The number of this question in the arena; *fresh: it has not been asked, and its answer is to be remembered.  */
int dj_edge_number (px_dj *, const struct px_dj_edge *, const px_dj_access *parent,
		    const px_dj_access *child, const struct px_dj_scope *, int n, bool *fresh);
/* Keeps the answer to question NUMBER.  */
void dj_edge_remember (px_dj *, int number, int scope, const struct px_dj_result *);
/* Returns the scope, and fills in the result, which has cost nothing now.  */
int dj_edge_recall (const px_dj *, int number, struct px_dj_result *);
/* Forgets all of them, the arena being freed.  */
void dj_edges_forget (px_dj *);

/* Starts a question of that kind: clears r and gives the question its budget.  */
void dj_begin (px_dj *A, enum dj_question kind, struct px_dj_result *r);

/* Ends the question: stores in r the effort, and DJ_WHY_BUDGET if the budget ran out.  */
void dj_end (px_dj *A, struct px_dj_result *r);

/* The case of two units of one block (or of one thread[n], if whole is that).  */
dj_case dj_inside_block (struct px_dj_persp whole, int loop);

/* The case of two units of different block[n].  */
dj_case dj_across_blocks (struct px_dj_persp whole, int n, int loop);

/* True is a proof by procedure 2 that a and b never share a byte, whichever unit comes first.  */
bool dj_apart (px_dj *A, const dj_case *c, struct px_dj_persp unit, const px_dj_access *a,
	       const px_dj_access *b);

/* Asks both procedures about one case of R1.  Returns true if it is proved; else r has the
   verdict.  */
bool dj_r1_case (px_dj *A, const dj_case *c, const dj_key *key, struct px_dj_persp unit,
		 const px_dj_access *a, const px_dj_access *b, struct px_dj_result *r);

/* ---- value/simplex.cc ---- */

struct dj_bounds
{
  bool has_lo, has_hi;
  dj_wide lo, hi;
};

struct dj_row /* bounds of a sum */
{
  int n;
  const int *var;
  const dj_wide *coef;
  struct dj_bounds b;
};

/* True is a proof that no integers within var's bounds satisfy the rows.  The effort is
   subtracted from *ops; at most branches branchings on fractions are made.  */
bool dj_simplex (int n_vars, const dj_bounds *var, int n_rows, const dj_row *, int branches,
		 long *ops);

#endif
