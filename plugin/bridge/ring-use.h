/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that find the uses of rings and make statements of them share: ring.cc, ring-use.cc and
   ring-wrap.cc.  */
#ifndef PX_RING_USE_H
#define PX_RING_USE_H

#include "plugin/bridge/ring-int.h"

/* What one branch does to one number of a ring.  */
struct px_use
{
  px_ring *ring;
  px_seq *seq;
  loop_p loop;
  HOST_WIDE_INT c;
  px_stmt *first, *last; /* in SEQ */
  bool writes, reads;
  loop_p start;		 /* that starts the counter: LOOP or one around it */
  const px_count *again; /* a loop around START starts it anew: how many numbers that is */
  bool next; /* C is its place among the branch's uses, which take the slots in turn from FROM on,
		each time that SPLIT runs */
  int from;
  const px_stmt *split;
  int num;   /* the first number of it */
  int async; /* the region of its last access, as async_around */
};

typedef std::map<px_seq *, std::vector<px_use>> px_uses; /* by branch, or role in one */

/* ---- ring-use.cc ---- */

/* The code of the threads of BRANCH that have V: it, or the branch of the innermost split in it, by the
   same units, that has all of V which BRANCH has.  (px_ring_role finds it again.)  */
px_seq *px_role_of (const px_fn *f, const px_accesses &v, px_seq *branch);
/* Adds the uses of RING, of which V are the accesses, to USES: those of BRANCHES of SPLIT, each a branch or a role in
   one.  Returns NULL, or what is wrong, and *WHERE.  */
const char *px_find_uses (px_fn *f, px_places *places, px_ring *ring, const px_accesses &v,
			  const px_stmt *split, const std::vector<px_seq *> &branches,
			  px_uses *uses, px_stmt **where);
/* What condition C is for all threads that run Q; -1: it is not known, or differs.  */
int px_true_in (const px_fn *f, const px_seq *q, gcond *c);
/* Returns true if uses U and V have a statement in common, or one is in a statement of the other.  */
bool px_uses_overlap (const px_use &u, const px_use &v);

/* ---- ring-wrap.cc ---- */

/* A use in all turns of a loop but the last is that, not one of each turn.  */
void px_leave_guard (px_fn *f, px_use *u);
/* Makes statements of all USES, of RINGS, in the branches of ORDER.  */
void px_wrap_uses (px_fn *f, px_places *places, px_uses *uses, const std::vector<px_seq *> &order,
		   const std::set<px_ring *> &rings);

#endif
