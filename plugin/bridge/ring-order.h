/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the flow that follows sums along a branch share: ring-order.cc, ring-edge.cc, ring-relevant.cc and
   ring-total.cc.  */
#ifndef PX_RING_ORDER_H
#define PX_RING_ORDER_H

#include "plugin/bridge/ring-int.h"

/* Sums less their numbers, and what is added to each for the number that comes next.  Until all ways to a point are
   known there may be two for one sum, of which one goes.  */
typedef std::set<std::pair<px_sum_terms, HOST_WIDE_INT>> px_facts;

/* A use, and what its index is.  */
struct px_summed_use
{
  px_sum at;
  const px_point *before;
};

/* The least of numbers, less the first of them, in an order that does not depend on what is added to all: so 0 is one
   of them.  COUNTERS: those of which it is the lesser of the counter and the limits of its loop.  */
struct px_least_of
{
  std::vector<px_affine> all;
  std::set<unsigned> counters;
};

/* What sums are modulo where uses are counted: no count comes to it.  */
enum
{
  PX_COUNTED = INT_MAX
};

/* Assumptions of one branch, of which each way is tried.  */
enum
{
  PX_LIMITS = 3
};

/* What the flow of one branch is about.  */
struct px_order_query
{
  int slots; /* what sums are modulo: RING, or PX_COUNTED */
  int ring;  /* the slots of the ring */
  const px_point *start;
  int step; /* 1, or -1: the slots are taken from the last to the first */
  std::vector<px_summed_use> uses;
  std::set<px_sum_terms>
    sums; /* that matter: of the indices, and of what their names are made of */
  px_facts first;
  const px_ring_seek *seek;  /* or NULL */
  std::vector<px_sum> seeds; /* more sums that matter */
  const px_point *end;	     /* where LAST is wanted, or NULL */
  px_facts last;
  px_assumptions given;
  std::set<edge> never; /* taken by the branch's threads */
  std::set<edge> dead;	/* not taken by what is GIVEN */
  unsigned names;	/* of SSA form: what is the least of several has a number from here on */
  std::vector<px_least_of> least;
  std::vector<unsigned> quotients, remainders; /* names of the function, some at most */
  std::set<std::pair<unsigned, HOST_WIDE_INT>>
    scaled; /* counters of loops around uses, which compare so many times them */

  /* What has been computed before: of the function alone,  */
  std::map<edge, std::vector<px_affine>> held;		 /* px_held_on */
  std::map<std::pair<edge, unsigned>, px_sum> one_value; /* what a name is where it has one value */
  /* and by what is GIVEN.  */
  std::map<std::pair<edge, size_t>, bool>
    zero; /* is this one of HELD, which is not negative there, 0 */
  std::map<std::pair<edge, unsigned>, px_sum> rounded; /* px_order_rounded of a name */
  std::map<std::pair<edge, px_sum_terms>, std::vector<px_sum>> crossed, wanted;
};

static inline bool
px_counting (const px_order_query *q)
{
  return q->slots == PX_COUNTED;
}

/* ---- ring-edge.cc ---- */

/* A as a sum of Q's, and T, of which a count must be what mathematics says, an index only what it is modulo the
   slots.  */
px_sum px_affine_sum_in (const px_order_query *q, const px_affine &a);
px_sum px_exact_sum (const px_order_query *q, tree t);
/* That of which VERSION is the name; NULL: it is a name of SSA form, or none.  */
const px_least_of *px_least_in (const px_order_query *q, unsigned version);
/* px_held_on, computed once.  */
const std::vector<px_affine> &px_order_held (px_order_query *q, edge e);
/* A, of names that are set where E enters a block, as it is before: px_sum_on_edge, also of what is the least of
   several.  */
px_sum px_order_on_edge (px_order_query *q, const px_sum &a, edge e);
/* A, where E leaves loops, with what their counters are then: of a constant number of turns, or by
   what Q assumes of their limits.  */
px_sum px_order_on_exit (px_order_query *q, const px_sum &a, edge e);
/* What else A, known where E begins, is where E enters a block, of names that are set there.  */
const std::vector<px_sum> &px_order_crossed (px_order_query *q, const px_sum_terms &a, edge e);
/* What A, wanted where E enters a block, may be known as where E begins; none: a name of A is not set there.  */
const std::vector<px_sum> &px_order_wanted (px_order_query *q, const px_sum_terms &a, edge e);
/* A with the least of TIMES * VERSION, a counter, and the limits of its loop instead of that: it is the counter while
   the loop is repeated.  */
px_sum px_order_with_limit (px_order_query *q, const px_sum &a, unsigned version,
			    HOST_WIDE_INT times);
/* The names in A, and in what of it is the least of several; are all set where BB begins.  */
std::set<unsigned> px_order_names (const px_order_query *q, const px_sum_terms &a);
bool px_order_set_at (const px_order_query *q, const px_sum_terms &a, basic_block bb);

/* ---- ring-rounded.cc ---- */

/* A name that is OF / BY, OF % BY, OF & BY, bits from the last one on or all before such, or OF >> BY.  */
struct px_rounding
{
  px_affine of;
  tree_code code;
  HOST_WIDE_INT by;
};
bool px_rounding_of (unsigned version, int slots, px_rounding *r);
void px_order_find_rounded (function *fun, px_order_query *q); /* to QUOTIENTS and REMAINDERS */
/* A, of names that are set before E, without those that are sums of others where E is taken, by what is rounded.  */
px_sum px_order_rounded (px_order_query *q, const px_sum &a, edge e);
/* Adds to what Q assumes the signs of what LIMIT, of loop L, is rounded from.  */
void px_order_find_signs (px_order_query *q, tree limit, loop_p l, basic_block start);

/* ---- ring-relevant.cc ---- */

void px_order_find_sums (px_order_query *q);   /* to Q's SUMS */
void px_order_find_limits (px_order_query *q); /* of loops around uses, to GIVEN and SCALED */
/* Adds to what Q assumes that LIMIT is at least LEAST, or else STAY, if not NULL, is never taken.  */
void px_order_assume_least (px_order_query *q, tree limit, HOST_WIDE_INT least, edge stay);

/* ---- ring-order.cc ---- */

/* The question of the flow from START on, of sums modulo SLOTS; KNOWN as px_ring_in_order has it.  */
px_order_query px_order_query_of (function *fun, int slots, int ring, const px_point *start,
				  int step, const std::function<int (gcond *)> &known);
/* From now on assumption I of Q's GIVEN holds unless bit I of WAYS is set.  */
void px_order_assume (px_order_query *q, unsigned ways);
/* Runs the flow, to Q's LAST.  False: a use takes another number than the next one.  */
bool px_order_flow (function *fun, px_order_query *q);

#endif
