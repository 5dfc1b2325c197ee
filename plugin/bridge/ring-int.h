/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files about slot rings share: plugin/bridge/ring*.cc.  */
#ifndef PX_RING_INT_H
#define PX_RING_INT_H

#include "plugin/bridge/count.h"
#include "plugin/bridge/race.h"

typedef std::vector<px_acc *> px_accesses;

/* What an unsigned counter adds each turn at most, so that it does not come to its type's end while a ring is in use:
   of 32 bits so many times the slots; of 64 bits a number with which they last for more turns than anybody waits
   for.  */
enum
{
  PX_RING_SLOTS_A_TURN = 2,
  PX_RING_64_BITS_A_TURN = 1 << 10
};

/* plugin/bridge/ring-slot.cc.  */
/* A slot: of number COUNTER + C, COUNTER that of LOOP from 0 on (NULL: 0).  */
struct px_slot
{
  loop_p loop;
  HOST_WIDE_INT c;
};

/* The number of slots of SIZE bytes that BYTES are, as an operand; NULL: BYTES are not spelled as a
   multiple of SIZE.  */
tree px_whole_slots (tree bytes, HOST_WIDE_INT size);
/* The bytes of a slot of the ring's array that P is the address of; 0: it is not one.  */
HOST_WIDE_INT px_slot_size (tree p);
/* The slot that reference or pointer T, or A, is in, as an index of the ring's array; NULL: it is
   not one.  */
tree px_slot_index (tree t);
px_stmt *px_loop_stmt (px_stmt *s, loop_p l); /* of L, around S */
/* The slot of A, of SLOTS, to R; CONTINUES: a loop around its own does not start the counter anew.
   False: it is not known.  */
bool px_slot_of (px_fn *f, const px_acc *a, int slots, px_slot *r, bool *continues);

/* plugin/bridge/ring-values.cc: what is computed of constants and of counters with few values.  The first
   returns true if T, in block AT, is always one of SLOTS slots; the second if T has one value on E, *V; the
   third if NEXT, on E, or, if that is NULL, in BB, is always T + 1, modulo SLOTS, T a name that is set before it.
   The sums of the first two (px_sum_of) are their values modulo SLOTS.  */
bool px_in_slots (tree t, int slots, basic_block at);
bool px_one_value (tree t, int slots, edge e, HOST_WIDE_INT *v);
bool px_next_slot_p (tree next, edge e, basic_block bb, tree t, int slots);

/* plugin/bridge/ring-sum.cc.  */
px_sum px_sum_of (tree t, int slots);
px_sum px_sum_constant (int slots, HOST_WIDE_INT k);
px_sum px_sum_name (int slots, unsigned version);
px_sum px_sum_unknown (int slots); /* that equals no other */
bool px_sum_known (const px_sum_terms &);
void px_sum_add (px_sum *to, const px_sum &by, HOST_WIDE_INT times); /* *TO += TIMES * BY */
px_sum px_sum_times (const px_sum &, const px_sum &);
/* A with VALUE (version) for each name in it.  */
px_sum px_sum_replace (const px_sum &a, const std::function<px_sum (unsigned)> &value);
/* The counter that S, which goes around the slots, is ahead of by one; NULL: S does not go around.  */
tree px_slot_before (gimple *s, int slots);

/* LIMIT, which does not change while the branch runs, is at least LEAST (HOLDS) or less (not HOLDS): the
   flow assumes each of these in a run of its own.  If it holds, the loops that have this limit end when
   their counter has reached it; else they never take their edge STAY.  */
struct px_assumption
{
  tree limit;
  HOST_WIDE_INT least;
  bool holds;
  std::vector<edge> stay;
};
typedef std::vector<px_assumption> px_assumptions;

/* plugin/bridge/ring-least.cc.  */
/* A number as what mathematics says: the sum of names of SSA form, by their versions, times numbers, and of K.  */
struct px_affine
{
  std::map<unsigned, HOST_WIDE_INT> of;
  HOST_WIDE_INT k;
  bool known; /* else all else is nothing */
};
px_affine px_affine_of (tree t, int slots);
px_affine px_affine_sum (const px_affine &a, const px_affine &b,
			 HOST_WIDE_INT times); /* A + TIMES * B */
/* By the types of its names, or as counters that go up; and in BB, by conditions on the way there and facts.  */
bool px_never_negative (const px_affine &d, int slots);
/* What the counter VERSION begins with, if its loop makes it less by a constant each turn, so that it is never more; else
   not known.  */
px_affine px_falling_from (unsigned version, int slots);
px_affine px_affine_on_edge (const px_affine &a, edge e,
			     int slots); /* with what the phis are that E leads to */
bool px_not_negative (const px_affine &d, basic_block bb, int slots,
		      const px_assumptions *given = NULL);
/* What holds where E is taken: none of these is negative.  */
std::vector<px_affine> px_held_on (edge e, int slots);
/* True if A is never more than B where HELD is not negative.  */
bool px_says_not_above (const px_affine &held, const px_affine &a, const px_affine &b);
/* True if A is no less than one of OTHERS where HELD is not negative.  */
bool px_no_less (const px_affine &held, const px_affine &a, const std::vector<px_affine> &others,
		 int slots);
/* Sets *LIMITS to what TIMES * PHI, a counter that goes up by *STEP each turn (0: by what is no constant), is less
   than where its loop takes another turn, and *EXITS to those edges that leave it as that has reached one of them.
   False: none.  */
bool px_counter_limits (gphi *phi, HOST_WIDE_INT times, int slots, std::vector<px_affine> *limits,
			std::vector<edge> *exits, HOST_WIDE_INT *step);
/* The numbers, more than 1, that PHI is multiplied with in what its loop compares.  */
std::set<HOST_WIDE_INT> px_counter_scales (gphi *phi, int slots);
/* True if what PHI begins with is never more than one of LIMITS.  */
bool px_begins_below (gphi *phi, int slots, const std::vector<px_affine> &limits,
		      const px_assumptions &given);

/* True if D, of counters of one loop and what does not change in it, is never negative where that takes a turn.  */
bool px_never_in_turn (const px_affine &d, int slots, const px_assumptions *given);
/* T is a counter that begins with *START and goes up by *STEP, a constant.  */
bool px_rising_from (tree t, int slots, px_affine *start, HOST_WIDE_INT *step);
/* Adds what conditions and facts say on the way to BB, or on E: there none of ALL is negative, none of UNEQUAL 0.  */
void px_add_said (basic_block bb, edge e, int slots, std::vector<px_affine> *all,
		  std::vector<px_affine> *unequal);

/* plugin/bridge/ring-rounded.cc.  T, or, of several quotients or remainders of one number, which does not change while the
   function runs, one of them; the block where name VERSION, or what it is such a quotient of, is set.  NULL: before all.  */
tree px_one_rounding (tree t, int slots);
basic_block px_known_in (unsigned version);
/* True if D is never negative in BB, or on E, or, both NULL, anywhere, by what is GIVEN
   (or NULL), and if quotients or remainders are among what that is known by; TURNS: also by how far counters go.  */
bool px_rounded_says (const px_affine &d, basic_block bb, edge e, int slots,
		      const px_assumptions *given, bool turns);

/* plugin/bridge/ring-exit.cc.  */
/* A loop that takes edge STAY while its counter, which starts with START and increases by one a turn, is
   less than LIMIT + MORE.  */
struct px_counted_exit
{
  edge stay;
  HOST_WIDE_INT start, more;
  tree limit;
};
/* True if PHI is the counter of such a loop, *X, which is left by OUT alone; and the same if it increases by *STEP.  */
bool px_counted_exit_of (gphi *phi, edge out, px_counted_exit *x);
bool px_stepped_exit_of (gphi *phi, edge out, px_counted_exit *x, HOST_WIDE_INT *step);
px_sum px_limit_sum (tree limit, int slots);
px_assumption *px_assumed (px_assumptions &all, const px_counted_exit &x,
			   int slots); /* NULL: of X's limit nothing is */
px_affine px_assumption_says (const px_assumption &a, int slots); /* this is not negative */
bool px_assumed_not_negative (const px_assumptions &given, const px_affine &d, int slots);
/* True if E is taken only where A is not so: by a condition that compares its limit with a constant.  */
bool px_excluded (const px_assumption &a, edge e);
/* True if GIVEN, of a branch that begins at START, contradict neither each other nor the limits' types nor facts.  */
bool px_possible (const px_assumptions &given, basic_block start, int slots);
/* The block that follows P, and that which it is in or after; NULL: several, or none.  */
basic_block px_block_at (const px_point *p);
basic_block px_block_before (const px_point *p);
/* True if T, a limit of loop L, does not change from the end of block START, where the branch begins, on: it is set
   before, or once after it.  */
bool px_unchanged (tree t, basic_block start, loop_p l);
/* A as it is where E enters a block: with what the phis there, which A names, are then.  */
px_sum px_sum_on_edge (const px_sum &a, edge e);
/* True if all names of A are set where BB begins.  */
bool px_sum_set_at (const px_sum_terms &a, basic_block bb);

/* plugin/bridge/ring-parts.cc.  */
/* A part of a ring's numbers: FILL, a statement in a loop of the branch that fills, fills those that
   branch DRAINS drains, SEEK each time before it does so.  */
struct px_ring_part
{
  px_stmt *fill;
  px_seq *drains;
  px_ring_seek seek;
};
/* The parts of RING, whose accesses V stand in BRANCHES; *FILLS fills all of them.  False: px finds none.  */
bool px_ring_parts_of (const px_places *places, px_ring *ring, const px_accesses &v,
		       const std::vector<px_seq *> &branches, px_seq **fills,
		       std::vector<px_ring_part> *parts);

/* plugin/bridge/ring-carried.cc: which rings the values depend on, to px_value.by; whether they carry
   that, to px_ring.differs.  */
void px_find_carried (px_fn *f);

/* plugin/bridge/ring-roles.cc.  */
/* IFs that units of a block or branch take differently to splits.  False: a ring is used where units
   take different ways, and px does not know which.  */
bool px_find_roles (px_fn *f, px_places *places);
void px_open_groups (px_fn *f, px_places *places, px_seq *q);
const px_stmt *px_if_between (const px_accesses &v);
/* The number of threads that run Q as one unit, from thread *FIRST of the block on.  0: it is not known,
   or they are several units.  */
int px_threads_in (const px_fn *f, const px_seq *q, int *first);

/* plugin/bridge/ring.cc.  */
/* The branch of a split that S is in: the outermost of SPLIT's bodies.  */
px_seq *px_branch_of (const px_stmt *split, const px_stmt *s);
int px_index_in (const px_stmt *s); /* in its sequence */
void px_ring_problem (px_fn *f, px_ring *r, px_stmt *s, px_stmt *s2, const char *text);
/* True if S, or Q, accesses RING (NULL: any ring).  */
bool px_uses_ring_in (const px_stmt *s, const px_ring *ring);
bool px_uses_ring (const px_seq *q, const px_ring *ring = NULL);
bool px_left_in (const px_stmt *s); /* true if S may leave the loop around it */

/* plugin/bridge/ring-total.cc.  */
struct px_use_place /* FIRST to LAST, in one sequence, are a use */
{
  px_stmt *first, *last;
};
struct
  px_branch_uses /* of a ring in BRANCH, which is WHOLE, a body of the split, or a role in it */
{
  px_seq *branch;
  const px_seq *whole;
  std::vector<px_use_place> uses;
  std::function<int (gcond *)> known; /* what a condition is for all of its threads, or -1 */
};
/* True if BRANCHES use R, of which V are the accesses, equally often, as the flow of sums counts.  Where uses stand in
   the same loops, infer/ring.cc finds that by itself, and this is false.  */
bool px_same_total (const px_places *places, const px_ring *r, const px_accesses &v,
		    const std::vector<px_branch_uses> &branches);
/* TEXT, of why the slots of V are not known, with what may be missing.  */
const char *px_with_hint (px_fn *f, const px_accesses &v, int slots, const char *text);

/* plugin/bridge/ring-hold.cc.  */
/* Returns true if drain W of a loop should leave its wgmma pending and release the slot of the
   turn before.  It should not if the loop uses their sum, for which it waits anyway, nor if
   too few slots are left to fill ahead.  */
bool px_late_p (const px_stmt *w);
void px_hold_drains (px_seq *q); /* finds out where the drains in Q are released */

#endif
