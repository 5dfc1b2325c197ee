/* SPDX-License-Identifier: MIT */
/* Exploring the schedules of a kernel: explore.c.  What the engine tells the explorer
   while launch.explorer is not NULL; one worker runs then, and warp.shared_size is 0, so
   that every access goes through resolve.  */
#ifndef PX_EXPLORE_H
#define PX_EXPLORE_H

#include "emulator/run/engine.h"

struct async_op;
struct explorer;

/* Runs L with every order of its threads that can make a difference and reports what
   that shows; memory is then as before.  The launch's error is the first that an order
   ended with.  */
void explore (struct launch *l);
/* Runs L in the order that its description names.  */
void explore_trace (struct launch *l);

/* W accesses SIZE bytes at host address A, now.  */
void explore_touch (struct warp *w, const struct op *o, uint64_t a, uint32_t size,
		    enum access access);
/* The atomic access of W at A that was told last is an arrival at an mbarrier in PHASE.  */
void explore_arrival (struct warp *w, uint64_t a, uint32_t phase);

/* Barriers are named by any address.  W arrives; with COUNTS other arrivals of the
   same phase can change places with it.  */
void explore_arrive (struct warp *w, const void *barrier, bool counts);
/* Who passes BARRIER comes after who has arrived at FROM too.  */
void explore_join (struct explorer *x, const void *barrier, const void *from);
/* W, which may be another than the one that runs, passes.  */
void explore_pass (struct warp *w, const void *barrier);
/* The next phase begins.  */
void explore_phase (struct explorer *x, const void *barrier);

/* A has been issued; B has been split off A.  */
void explore_issue (struct async_op *a);
void explore_split (const struct async_op *a, struct async_op *b);
/* A is no more.  */
void explore_gone (const struct async_op *a);
/* The current lanes of W wait at O for groups, as async_wait says.  False: not yet, W has
   been put aside.  */
bool explore_wait (struct warp *w, const struct op *o, enum async_end end, int keep, bool read);

/* Nanoseconds, the same in every run.  */
uint64_t explore_clock (const struct explorer *x);

/* What W polls in vain: text for deadlock reports; "" if it does not.  */
void explore_poll (const struct warp *w, char *text, size_t size);

/* launch.c */

/* All blocks of the launch, at their beginning; false: no memory.  */
bool launch_make (struct worker *wk);
/* They begin again, with zeros in shared memory and registers.  */
void launch_reset (struct worker *wk);
void launch_free (struct worker *wk);
/* Nobody of K and those behind it can go on: the launch's error says who waits where.  */
void launch_deadlock (struct launch *l, struct cluster *k);

#endif
