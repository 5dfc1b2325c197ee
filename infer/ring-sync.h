/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings and their barriers, as infer/infer.h has them, which includes this.  */
#ifndef PX_INFER_RING_SYNC_H
#define PX_INFER_RING_SYNC_H

/* A slot ring (doc/internals/35-rings).  NOBJ = 0: order without data (turns).  */
struct px_ring
{
  const char *name;
  int id, slots;
  const struct px_value *
    *asked; /* of conditions within its fills and drains, under which these leave
				    the slot alone */
  int nasked, capasked;
  const char *differs; /* why what a branch stores in a slot may not be what all of its threads and
			  those that drain it know as one number, as messages say it; NULL: it is */
  struct px_obj **obj;
  int nobj;
  bool level;  /* all branches that use it do so equally often, however their counts are written */
  bool down;   /* number n's place in the memory is S - n % S, not n % S, or so many more */
  bool remote; /* fills reach every block of the cluster that drains; drains release to every block
	       that fills */
  struct px_ring
    *with; /* rings that are filled and drained together share the barriers of this ring */
  /* Branches may take turns with the numbers of a ring: each drains a part of them.  A part is a ring
     of its own, with its own numbers and full barriers, but its slots and empty barriers are those of
     the ring OF, which is the first part (its OF is NULL).  PARTS: how many; 0: each branch drains all
     numbers.  */
  struct px_ring *of;
  int part, parts;
};

/* The ring that R is a part of, or R.  */
static inline const struct px_ring *
px_whole_ring (const struct px_ring *r)
{
  return r && r->of ? r->of : r;
}

/* Makes R a ring of PARTS parts (px_ring.parts), R being the first.  Returns the others, in order,
   which follow each other in F->ring.  */
struct px_ring **px_ring_in_parts (struct px_fn *f, struct px_ring *r, int parts);

/* Most bytes that a phase of an mbarrier can expect (PTX ISA, mbarrier's contents).  */
#define PX_MOST_EXPECTED ((1 << 20) - 1)

/* The barriers of a ring.  Number n has slot n % slots and phase n / slots: wait for full with
   parity (n / slots) & 1, for empty with parity ((n / slots) & 1) ^ 1.  A fresh mbarrier passes
   the latter, so all slots start empty.  */
struct px_ring_sync
{
  struct px_ring *ring;
  uint32_t fillers,
    drainers;	 /* of a remote ring: the blocks of a cluster that do so, one bit each; else 0 */
  bool tx;	 /* full: the issuer of bulk loads expects their bytes */
  bool narrow;	 /* of a remote ring: bulk loads fill it and wgmma drain it, so that the scope of
		     arrivals and waits need not be the cluster */
  int *expected; /* by fill: its bytes, which each block expects for itself as the fill begins, with
		     the one arrival of the phase; NULL: each load's issuer expects what it brings,
		     in every block that it reaches, and arrives after the fill */
  int full_count; /* arrivals that complete a phase of full */
  int full_elect; /* one thread of this many arrives after the fill and a barrier of them; 0: only
		   the issuer arrives, where it expects the bytes (all fills are bulk loads) */
  bool empty;	  /* false: no empty barrier is needed, as at most SLOTS fills are executed, or
		     CIRCLE */
  bool circle;	  /* a turn that is never given twice before it is taken (infer/ring-turns.cc) */
  int empty_count;
  int *empty_elect;   /* by drain: one thread of this many arrives */
  int *empty_threads; /* by drain: threads of its branch */
  bool *alone;	/* by drain: only the arriving thread waits until the slot is full, since it issues
	      everything there */
  bool *gather; /* by drain: it arrives after a barrier of these threads (not needed
			    after the wait of a wgmma) */
  struct px_stmt *split; /* the split whose branches, or branches of inner splits, fill and
			    drain: px_ring_role */
  struct px_stmt **fill, **drain;
  int nfill, ndrain;
  struct px_stmt *
    *fill_end; /* by fill: the statement after which full is arrived at: itself, or the last fill
		 of the rings that share barriers */
  int fence;   /* PX_FENCE_…: the filler executes it before full, if the async proxy reads generic
		fills */
  bool cpasync;	      /* fills by cp.async: they must complete before full */
  int fills;	      /* number of executions of fill, if constant; else -1 */
  int from;	      /* first number filled */
  unsigned dropped;   /* by px_drop: 1 << enum px_part_kind */
  int wait[PX_WAITS]; /* before the release: groups that may stay pending; -1: no wait */
  /* Set by px_select: the first of SLOTS mbarriers for full; for empty, if EMPTY.  */
  int barrier, empty_barrier;
  int named; /* set by px_select: the named barrier of a turn in a circle, at which who gives it
			 arrives and who takes it waits; 0: none, it has mbarriers */
  int named_threads; /* of both, if NAMED */
};

/* Returns end I of RS, of its NFILL fills and then its NDRAIN drains.  */
static inline struct px_stmt *
px_nth_end (const struct px_ring_sync *rs, int i)
{
  return i < rs->nfill ? rs->fill[i] : rs->drain[i - rs->nfill];
}

#endif
