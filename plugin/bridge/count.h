/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin/bridge/count.cc, plugin/bridge/turns.cc: the numbers that rings count by, as expressions of value/disjoint.h.  */
#ifndef PX_COUNT_H
#define PX_COUNT_H

#include "plugin/bridge/bridge.h"
#include "value/disjoint.h"

enum
{
  PX_DEEP
  = 64 /* operations in each other that are read; beyond them a name is a value of its own */
};

/* Equal handles are equal values.  All are integers without bounds (64 bits that do not wrap), or
   conditions; what a type does to a value is an operator of its own, unless the value is shown to
   fit.  */
extern const px_dj_type px_whole;

/* The value of T in block AT.  If it may differ within a block of threads, different UNIQUE give
   different handles.  */
px_dj_ref px_value_at (tree t, basic_block at, int unique);
px_dj_ref px_value_compare (tree_code, tree a, tree b, basic_block at,
			    int unique); /* also of what is not an integer */
px_dj_ref px_value_plus (px_dj_ref, HOST_WIDE_INT);
/* plugin/bridge/count-linear.cc: OF + ADD, TIMES times; OF 0: ADD.  */
struct px_linear
{
  px_dj_ref of;
  HOST_WIDE_INT add, times;
};
px_linear px_linear_of (px_dj_ref);
px_dj_ref px_less_zero (px_dj_ref); /* X if it is X or 0, whichever is more; else it */
/* Handles that are read no further: the turns of a loop at LOC that continues while CONDITION, equal for
   equal CONDITIONs; and a number or condition, at LOC, that equals no other one.  */
px_dj_ref px_value_turns (px_dj_ref condition, location_t);
px_dj_ref px_value_passed (px_dj_ref condition, px_dj_ref before,
			   location_t); /* the first turn in which not
						     CONDITION: BEFORE holds there */
px_dj_ref px_value_own (location_t, bool condition);
bool px_value_words_p (px_dj_ref); /* one of these: its text is words */
/* The first returns true for the counter of a loop that DEPTH - 1 are around, read in it, that is 0 at first
   and one more each turn; the second for what is made of the last value of a loop's counter, of a turn that
   is not over.  */
bool px_value_counts (px_dj_ref, unsigned depth);
bool px_value_open (px_dj_ref);
/* How many loops are around the innermost one of those each of whose turns may make it another, itself among
   them; 0: there is none.  */
int px_value_loops (px_dj_ref);
void px_value_start (px_fn *); /* of another function: all handles are gone */
px_dj *px_value_arena ();
const char *px_value_spell (px_fn *, const px_value *, bool operand);

/* Facts: conditions that hold where the values requested next are used.  */
void px_know (px_dj_ref);
/* True if R is a product of two values of which the facts of __where and px_assume say that they are never
   less than 0: OF.  */
bool px_value_product (px_dj_ref r, px_dj_ref of[2]);
bool px_never_negative (px_dj_ref);	   /* by these facts alone */
void px_know_always ();			   /* what is known now are these facts */
void px_know_at (basic_block, int unique); /* what conditions on all ways to it say */
void px_forget ();

/* What is known of the leaves of a value.  */
struct px_leaf_bound
{
  px_persp persp;     /* the broadest that all of them have */
  std::string narrow; /* the name of one that has no broader, as the user knows it */
};
void px_add_leaf (px_persp, const std::string &name);
void px_no_leaves ();

enum px_conversion
{
  PX_KEEP_ALL,	 /* any value */
  PX_KEEP_32,	 /* any value modulo 2^32, or all there is of it */
  PX_KEEP_MODULO /* the same, or its remainder by MOST: of a type of 8 bits, by 4 */
};
/* What T is a copy of, by conversions that keep HOW; of PX_KEEP_32, or what is from 0 to MOST.  */
tree px_without_conversions (tree t, px_conversion how = PX_KEEP_32, HOST_WIDE_INT most = -1);
/* The same less constants: T = what is returned + *C.  */
tree px_without_constants (tree t, HOST_WIDE_INT *c, px_conversion how, HOST_WIDE_INT most = -1);
bool px_keeps_value (tree to, tree from); /* true if conversion to TO keeps all values of FROM */
HOST_WIDE_INT px_added (tree t);
bool px_wraps_at (
  tree type,
  int slots); /* true if SLOTS divides 2^(bits of TYPE): wrapping keeps the remainder by SLOTS */
/* plugin/bridge/turns.cc: returns true if T, a counter of a loop that stays below a constant, or such a
   counter in another type or plus a constant, is never negative, and never more than what TYPE holds.  */
bool px_fits (tree t, tree type);
bool px_start_p (tree); /* a constant that counters may start with */

/* plugin/bridge/ring-floor.cc.  The first returns true if T, of a ring of SLOTS slots, is never negative,
   does not wrap around, if BASE is never below LEAST, and, if SMALL, is less than SLOTS, in block AT, if
   not NULL.  The second returns true if X % SLOTS or X & (SLOTS - 1), set by S, is the slot of number X
   for this reason, or as the numbers wrap around where the slots do.  */
bool px_never_below (tree t, int slots, tree base, HOST_WIDE_INT least, bool small,
		     basic_block at = NULL);
bool px_rest_is_slot (gimple *s, int slots, tree base, HOST_WIDE_INT least, basic_block at = NULL);

/* plugin/bridge/ring-guard.cc: whether statements LO to HI of Q, in BRANCH, access RING, and if not each
   time that they run, under which conditions, the outermost first.  KNOWN: false, where these are not a
   list.  */
struct px_ring_guard
{
  bool uses, known;
  std::vector<px_cond> when;
};
px_ring_guard px_ring_guard_of (const px_fn *, const px_ring *, const px_seq *q, int lo, int hi,
				const px_seq *branch);
bool px_same_guard (const px_ring_guard &, const px_ring_guard &);

/* plugin/bridge/ring-carried.cc: what rings carry, of one function.  */
struct px_slot_access /* to a place of a slot that is the same in all slots */
{
  HOST_WIDE_INT at, size; /* bytes */
  gimple *s;
};
struct px_carried
{
  std::map<tree, std::vector<px_slot_access>> stores, loads; /* by array */
  std::map<tree, std::set<tree>> names; /* the arrays that carry what is made of a name */
};
px_carried px_all_carried ();
/* The ring's array that reference T is in, *AT bytes from the start of some slot; NULL: it is not known
   to be always as many.  */
tree px_slot_place (tree t, HOST_WIDE_INT *at);
/* The store that LOAD, of a slot, loads from, in the same turn of the branch that fills the ring; NULL: it is
   not known.  */
gimple *px_carried_store (const px_carried &, gimple *load);
/* True if T is part of what a ring carries, and names one number in block AT, that of the turn of its
   branch; and the arrays of the rings that may carry it.  */
bool px_carried_name (const px_carried &, tree t, basic_block at);
std::set<tree> px_carried_by (const px_carried &, tree t);
/* plugin/bridge/count.cc: those of all names in a value.  */
void px_value_carried (px_dj_ref, std::set<tree> *);

/* plugin/bridge/turns.cc */
px_dj_ref px_turns_by_exits (loop_p);	   /* its turns, by what ends it; 0: it is not known */
px_count px_count_of (px_fn *, px_dj_ref); /* or 0 if it is less, as a trip count */
bool px_even_p (const px_stmt *); /* a loop or IF that all threads of a block run the same way */
/* The condition of IF S, and what it is for the first arm; NULL: not known.  */
gcond *px_condition_of (const px_stmt *s, bool *when);
/* T in the block of rank RANK of a cluster of F (-1: not known which) by thread TID of its
   block (-1: by any); NULL: it is no constant there.  */
tree px_constant_at (const px_fn *f, tree t, int rank, int tid);
int px_true_at (const px_fn *f, gcond *c, int rank, int tid); /* -1: it is not known */
bool px_tested_first (loop_p); /* true if the header alone decides whether another turn follows */
bool px_tested_silently (loop_p); /* and accesses nothing */

#endif
