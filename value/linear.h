/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 2, refutation: what the files value/linear*.cc share.  The steps are those of
   doc/internals/20-value.  */

#ifndef PX_DISJOINT_LINEAR_H
#define PX_DISJOINT_LINEAR_H

#include "value/disjoint-int.h"

/* Other files do not see these types, so their names are short.  */
namespace dj_linear
{
/* Limits of a system (doc/internals/20-value, "What blows up").  */
enum
{
  MAX_DEGREE = 6,
  MAX_ATOMS = 60000,
  MAX_TERMS = 200,   /* of a polynomial */
  MAX_CLOSE = 80,    /* a system with this many facts gets no products */
  MAX_FACTS = 400,   /* products stop at this many facts */
  DEPTH = 8,	     /* of splits */
  INNER_OPS = 20000, /* for a system that is split if this does not refute it, as most are
			feasible and their parts are refuted with less; and for what one step of
			the translation asks */
  BRANCHES = 24,
  MAX_REPLACED = 64, /* atoms, by what they are equal to */
  MAX_DISJUNCTS = 4
};

/* A string of numbers.  That of an atom: a tag and numbers (nodes, sides, or polynomials by their
   terms).  */
struct key
{
  dj_vec<int64_t> v;
};

/* Interned keys, numbered in order of creation.  */
struct keys
{
  dj_vec<int64_t> v;
  struct entry
  {
    int at, len, next;
    uint32_t hash;
  };
  dj_vec<entry> e;
  int *bucket, n_buckets;
};

struct mono /* a product of atoms; number 0 is 1 */
{
  int n;
  uint16_t atom[MAX_DEGREE]; /* ascending */
};

/* c times the monomial of number mon.  pad is always 0, so that terms can be compared as bytes.  */
struct term
{
  int mon, pad;
  dj_wide c;
};

/* terms in ascending order of monomials, no zero coefficients; lives in the context's pool */
struct poly
{
  int n;
  term *t;
};

/* The sides that something depends on.  */
enum
{
  SIDE_1 = 1,
  SIDE_2 = 2
};

/* A_ID: an index in the common unit, A_REST: a remainder; neither is split on by itself.  */
enum atom_kind
{
  A_PLAIN,
  A_ID,
  A_REST
};

/* An atom: a variable of the system, which stands for a value.  */
struct atom
{
  dj_bounds b;
  int side; /* SIDE_1 | SIDE_2 of what it depends on; 0: common */
  int stem; /* the same number for the versions of one value on both sides */
  enum atom_kind kind;
};

struct disjunction /* one of the alternatives holds, which means that all of its polynomials are
		      >= 0 */
{
  int n;
  struct
  {
    int n;
    poly *p;
  } alt[MAX_DISJUNCTS];
};

/* Quotient and remainder of a division that has been translated.  */
struct quotient
{
  bool known;
  poly q, r;
};

/* A system: its atoms, monomials and facts.  */
struct ctx
{
  px_dj *A;
  const dj_case *c;
  struct px_pool pool;
  struct keys atoms, monos, stems, quotients, proved;
  struct key key, stem; /* that are being made; kept for their memory */
  dj_vec<atom> atom_tab;
  dj_vec<mono> mono_tab;
  dj_vec<quotient> quot;
  dj_vec<signed char> proof; /* of the keys proved: 1 yes, 0 no */
  dj_vec<poly> cons;	     /* each >= 0 */
  dj_vec<disjunction> disj, weak_disj;
  /* By node (n < 0: none).  Index: the side, plus 3 if the expression may not be evaluated.  */
  dj_vec<poly> memo[6];
  dj_vec<signed char> common; /* by node: 1 yes, -1 no, 0 not yet */
  bool too_many;	      /* MAX_ATOMS is exceeded: no verdict */
  px_dj_ref fixed;	      /* a variable that is assumed to have one value */
  int64_t value;
  bool contradiction, proving;
  int maybe; /* > 0: the expression being translated may not be evaluated */
};

/* What a key denotes.  */
enum tag
{
  T_NODE,
  T_STEP,
  T_WRAP,
  T_QUOT,
  T_REST,
  T_ID,
  T_UNIT
};

/* One of n conjunctions of facts holds.  */
struct alternatives
{
  int n;
  dj_vec<poly> p[MAX_DISJUNCTS];
  bool lost; /* MAX_DISJUNCTS is exceeded: nothing is known */
};
}
using namespace dj_linear;

/* ---- value/linear-poly.cc ---- */

/* Returns the number of k; *fresh: it is new and has the next number.  */
int dj_linear_intern (struct keys *s, const struct key *k, bool *fresh);

/* Frees what s holds.  */
void dj_linear_keys_free (struct keys *s);

/* A polynomial with room for n terms, which the caller fills in.  */
poly dj_poly_new (struct ctx *x, int n);

/* The constant c.  */
poly dj_poly_con (struct ctx *x, dj_wide c);

/* The number of a monomial.  */
int dj_mono_of (struct ctx *x, const mono *m);

/* The atom itself.  */
poly dj_poly_var (struct ctx *x, int atom);

/* Returns true if p is a constant, and sets *c to it.  */
bool dj_poly_is_con (poly p, dj_wide *c);

/* Returns true if c is too large for a coefficient or a bound: a sum of MAX_TERMS of them must
   not overflow.  */
bool dj_linear_large (dj_wide c);

/* p + k·q, for a k that is not large */
poly dj_poly_add (struct ctx *x, poly p, poly q, dj_wide k);

/* k p.  */
poly dj_poly_scale (struct ctx *x, poly p, dj_wide k);

/* p + c.  */
poly dj_poly_plus (struct ctx *x, poly p, dj_wide c);

/* p·q; returns false if the product is too large */
bool dj_poly_mul (struct ctx *x, poly p, poly q, poly *out);

/* a / b rounded down, for b > 0.  */
dj_wide dj_floor_div (dj_wide a, dj_wide b);

/* Divides p >= 0 by the gcd of its coefficients and rounds the constant down: the result has
   the same integer points.  */
poly dj_poly_tight (struct ctx *x, poly p);

/* ---- value/linear-atoms.cc ---- */

/* Adds a number to a key.  */
void dj_linear_key_int (struct key *k, int64_t v);

/* Adds the terms of a polynomial to a key.  */
void dj_linear_key_poly (struct key *k, poly p);

/* The bounds lo ... hi.  */
dj_bounds dj_linear_within (dj_wide lo, dj_wide hi);

/* The atom of node r on a side (0: of both sides).  */
int dj_linear_node_atom (struct ctx *x, enum tag tag, px_dj_ref r, int side, enum atom_kind kind,
			 dj_bounds b, bool *fresh);

/* The atom of an operation on the polynomials p and d.  */
int dj_linear_poly_atom (struct ctx *x, enum tag tag, int64_t how, poly p, poly d,
			 enum atom_kind kind, dj_bounds b, bool *fresh);

/* Bounds of monomial m, by those of its atoms.  */
dj_bounds dj_mono_range (struct ctx *x, int m);

/* Bounds of p, by those of its monomials.  */
dj_bounds dj_poly_range (struct ctx *x, poly p);

/* Returns true if p and q have the same terms.  */
bool dj_poly_same (poly p, poly q);

/* The fact p >= 0.  */
void dj_linear_ge (struct ctx *x, poly p);

/* The fact p = 0.  */
void dj_linear_equal (struct ctx *x, poly p);

/* Returns true if the facts imply p >= 0.  */
bool dj_linear_implied (struct ctx *x, poly p);

/* ---- value/linear-arith.cc ---- */

/* An atom of which nothing but the range of node r is known.  */
poly dj_linear_opaque (struct ctx *x, px_dj_ref r, int side);

/* The value of type ty that is congruent to p.  */
poly dj_linear_fit (struct ctx *x, poly p, struct px_dj_type ty);

/* Quotient *q and remainder *m of p by d.  floor: rounded down (d > 0), else towards 0.  r is
   the node, for its range.  */
void dj_linear_divide (struct ctx *x, px_dj_ref r, poly p, poly d, bool floor, poly *q, poly *m);

/* p & c for c >= 0.  Each run of ones in c is a remainder of a quotient of p.  */
poly dj_linear_bits (struct ctx *x, px_dj_ref r, poly p, int64_t c);

/* The number of threads in a block or blocks in the grid, by op.  */
poly dj_linear_launch (struct ctx *x, enum px_dj_op op);

/* The thread or block index by op: n · (index of the common unit) + index in that unit, if
   there is a common unit.  */
poly dj_linear_id (struct ctx *x, enum px_dj_op op, int side);

/* Returns true if both units have the same value of r.  */
bool dj_linear_common (struct ctx *x, px_dj_ref r);

/* start + step·k, with the facts of the loop's test.  */
poly dj_linear_counter (struct ctx *x, px_dj_ref r, int side);

/* ---- value/linear-translate.cc ---- */

/* Frees the lists of polynomials.  */
void dj_linear_alternatives_free (struct alternatives *a);

/* Stores in *out, which is empty, the alternatives that r (holds) or its negation implies.  */
void dj_linear_condition (struct ctx *x, px_dj_ref r, bool holds, int side,
			  struct alternatives *out);

/* Assumes condition r on a side.  */
void dj_linear_guard (struct ctx *x, px_dj_ref r, int side);

/* Returns the value of r on a side as a polynomial, and adds the facts about it.  */
poly dj_linear_tr (struct ctx *x, px_dj_ref r, int side);

/* ---- value/linear-refute.cc ---- */

/* True is a proof that no integers satisfy the facts and extra.  D: the difference of the
   offsets, or NULL; it decides what is split on first.  */
bool dj_linear_unsat (struct ctx *x, const poly *extra, int n, int depth, const poly *D);

/* True is a proof that no integers satisfy all n p >= 0.  Monomials are the variables.  inner: what is
   no proof is split further, so that little is spent on it.  */
bool dj_linear_infeasible (struct ctx *x, const poly *cons, int n, bool inner);

/* For each monomial S·x that occurs, with S of known sign, multiplies the facts that are linear in
   x by S or -S, whichever is >= 0.  Leaves limits out: they say no more of x than its type's
   range, and their products are many.  Keeps a product only if each of its monomials already
   occurs or has common atoms only.  Two rounds: the second uses the monomials of the first.  */
void dj_linear_close (struct ctx *x, dj_vec<poly> *all);

/* The sign that an atom is known to have: 1 if it is >= 0, -1 if it is <= 0, else 0.  */
int dj_linear_sign (struct ctx *x, int atom);

/* ---- value/linear-digits.cc ---- */

/* Takes D, which extra[0] = hi - D >= 0 and extra[1] = D - lo >= 0 hold between two constants, apart
   into digits.  Adds to cons that each digit is 0, as far as that is proved.  True is a proof that
   no integers satisfy cons.  */
bool dj_linear_digits (struct ctx *x, dj_vec<poly> *cons, poly D, const poly extra[2]);

/* Replaces atoms by what facts say that they are equal to, until a fact is a false statement about
   numbers, or two exclude each other, which is a proof that CONS has no integers, or nothing is left to
   replace.  So what digits make up is found equal where they are, even in products; and i % 3 and (i + 1) % 3
   are not the same.  */
bool dj_linear_contradicts (struct ctx *x, const dj_vec<poly> *cons);

#endif
