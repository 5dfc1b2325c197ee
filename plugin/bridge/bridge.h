/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plugin/bridge offers plugin/sync: a function of GIMPLE as infer/ and value/ want it.  */
#ifndef PX_BRIDGE_H
#define PX_BRIDGE_H

#include "plugin/check/check.h"
#include "infer/infer.h"
#include "plugin/bridge/race.h"

/* Before STMT; or, if that is NULL, on each of EDGES.  */
struct px_point
{
  gimple *stmt;
  std::vector<edge> edges;
};

/* Call S, by the code of SEQ, for the first of K named barriers for each N threads (0: the
   block) from thread FIRST on, of which the first have BAR.  */
struct px_asked
{
  gimple *s;
  const px_seq *seq;
  int k, n, first, bar;
};

/* plugin/bridge/ring-sum.cc.  */
/* A sum of products of SSA names, each times a number from 1 to SLOTS - 1, and of a number, modulo SLOTS.
   K is not reduced where it is small: of x[i] and x[i + SLOTS], the slot is the same, but not the
   number.  */
typedef std::vector<unsigned> px_sum_product; /* versions, in order */
typedef std::map<px_sum_product, HOST_WIDE_INT> px_sum_terms;
struct px_sum
{
  int slots;
  px_sum_terms of;
  HOST_WIDE_INT k;
};

HOST_WIDE_INT px_sum_number (const px_sum &); /* K, from 0 to SLOTS - 1 */

/* Before the place BEFORE, the next slot that a branch uses is SLOT of RING: it leaves out numbers that other
   branches drain.  */
struct px_ring_seek
{
  const px_ring *ring;
  const px_stmt *at; /* before which that is */
  const px_point *before;
  px_sum slot; /* of names that are set there */
};

struct px_places
{
  std::map<const px_stmt *, px_point> before;
  std::map<const px_seq *, px_point> end; /* of bodies of statements */
  std::vector<gimple *> returns;	  /* the function's ends */
  std::vector<px_asked> asked;		  /* calls for numbers of named barriers */
  std::vector<px_ring_seek> seeks;
};

/* px_acc.user: what statement STMT accesses, REACH (its ref NULL: what is at
   POINTER; NULL too: it is not known).  px_stmt.user: of a LOOP, its loop_p; of a
   FILL or DRAIN, the loop that starts its counter (NULL: the slot is constant).  */
struct px_source
{
  gimple *stmt;
  px_reach reach;
  tree pointer;
  px_types types;
};

/* plugin/bridge/turns.cc: counts of loops and conditions.  plugin/bridge/ring.cc: loops that fill rings before others do are unrolled; rings, once the tree is complete.  False: problems.  */
void px_unroll_ahead (function *);
bool px_names_slots (loop_p);	/* of a ring, by its counter */
void px_start_counts (px_fn *); /* of another function */
void px_count_loop (px_fn *, px_stmt *, loop_p);
/* The loop's header only tests, and no IF stands for that.  */
void px_note_test (px_fn *, px_stmt *, loop_p);
void px_note_branch (
  px_fn *, px_stmt *, gimple *last,
  bool when); /* its first body follows if LAST, a condition, is WHEN; NULL: by what is not known */
/* Likewise, where conditions that && and || join with LAST, or LAST, a switch, lead to WAYS, of which each is
   edges to one block: to ARM.  */
void px_note_ways (px_fn *, px_stmt *, gimple *last, const std::vector<std::vector<edge>> &ways,
		   size_t arm);
/* Returns true if BB only computes, accesses nothing that is ever written and ends in a test.  */
bool px_only_tests (basic_block bb);
/* Returns true if the condition at the end of BB and others that && and || join with it, JOINED, decide whether
   L is left: by one of the edges OUT, else all lead to one block of L, by STAY.  Some, but not BB, leave it.  */
bool px_joined_exit (loop_p l, basic_block bb, std::vector<edge> *out, std::vector<edge> *stay,
		     std::vector<basic_block> *joined);
/* The loop's body is complete: takes its count back if an exit is not in it as one IF.  */
void px_check_count (px_fn *, px_stmt *, loop_p);
bool px_find_rings (px_fn *, px_places *);
px_persp px_persp_in (const px_fn *, const px_seq *); /* of the units that run it */
tree px_less_constants (tree t, HOST_WIDE_INT *k);    /* T = what is returned + *K */

/* plugin/bridge/never-written.cc: true if nobody writes memory REF while the function runs; if REF is a member of
   a parameter, passed by value, that the function does not change; where REF is in such a one, in bits.  */
bool px_never_written_p (tree ref);
bool px_constant_member_p (tree ref);
HOST_WIDE_INT px_member_position (tree ref);

/* plugin/bridge/ring-slot.cc: the slot that access A is in, as an index of the ring's array; NULL: it is not known.  */
tree px_slot_of_access (const px_acc *a);

/* plugin/bridge/ring-order.cc.  The first returns true if A and B are the same index of a ring, by what
   they are made of; the second if USES, all that a branch does with a ring, take its slots in turn, each
   STEP (1 or -1) after the one before, from *FROM on each time that it passes START; after SEEK, if not NULL, they follow from its slot.
   KNOWN: what a condition is for all of its threads, or -1.  */
struct px_ring_use
{
  tree index; /* NULL: not known */
  const px_point *before;
};
bool px_same_slot (tree a, tree b, int slots);
bool px_ring_in_order (function *, int slots, int step, const px_point *start,
		       const std::vector<px_ring_use> &uses,
		       const std::function<int (gcond *)> &known, const px_ring_seek *seek,
		       int *from);

/* plugin/bridge/loaded.cc: the types of what is accessed at REACH, or POINTER; are A and B of types that no object has both of;
   is D restrict; errors.  */
px_types px_types_of (const px_reach &reach, tree pointer);
bool px_apart_by_types (const px_acc *a, const px_acc *b);
bool px_restricted_p (tree d);
void px_judge_loaded (const px_fn *, tree (*decl_of) (const px_obj *));
void px_advise_restrict (const px_obj *, tree d);

/* plugin/bridge/commutes.cc.  */
int px_commutes (gimple *s); /* the class of an atomic operation, which commutes with its equals
				(px_acc) */
bool px_only_stores_p (gimple *s); /* S is an atomic operation that stores, whatever was there */

/* plugin/bridge/reach.cc.  The tile that P points to, as a reference: what moves it moves no more; NULL: P's
   type does not say.  What a copy accesses at P, X having its operands; what a function of the C
   library does at its argument I.  */
tree px_whole_tile (tree p);
px_reach px_copy_reach (gimple *s, const struct px_intrinsic *x, tree p);
px_reach px_library_reach (gimple *s, unsigned i);
/* What S, an atomic operation of GCC's, accesses at its argument I; an empty reach for another statement.  R1 knows only the object.  */
px_reach px_atomic_reach (gimple *s, unsigned i);

#endif
