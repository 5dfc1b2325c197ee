/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rings.cc, bulk.cc and windows.cc know of rings.  */

#ifndef PX_PROVE_RINGS_H
#define PX_PROVE_RINGS_H

#include "prove/prove-int.h"

/* An instruction of a role.  */
struct ring_op
{
  const pv_phase_op *op;
  bool waits, arrives;	    /* neither: it only says which bytes are to come, or is a copy */
  int64_t expects, copied;  /* bytes that are to come, and that a copy brings, by each thread */
  int next;		    /* of a wait: the block after it */
  std::vector<int> bar;	    /* by turn: number of the mbarrier */
  std::vector<char> parity; /* by turn, of a wait */
  std::vector<char> who;    /* of an arrival: by thread, those that arrive */
  unsigned n;		    /* how many these are */
};

struct ring_role
{
  int loop;
  std::vector<ring_op> ops;	 /* in the order in which an iteration executes them */
  std::vector<char> has;	 /* by thread */
  int first;			 /* of its threads */
  std::vector<px_dj_ref> reach;	 /* conditions, the same for all, under which these come there */
  std::vector<px_dj_ref> guards; /* the same for any thread, with those that say which */
  std::vector<px_dj_ref> counts; /* of turns, of its loop and those around: their product counts */
};

struct ring_bar
{
  const pv_phase_op *init;
  int object;
  int64_t offset;
};

struct rings
{
  struct pv_kernel *k;
  std::vector<ring_bar> bar;
  std::vector<ring_role> role;
  unsigned turns, period; /* after so many turns all roles are where they were one period before */
  const ptx_stmt *where;
};

/* ---- bulk.cc: bytes that copies bring to mbarriers ---- */

/* Sets what O expects and copies.  Returns false if that is not a number.  */
bool pv_ring_bytes (struct ring_op *o);

/* Returns NULL if in each turn of each role copies bring as many bytes to each mbarrier as are expected there, by
   threads that then arrive; and if the copies' proxy knows the mbarriers.  Else why that is not known.  */
const char *pv_bytes_come (struct rings *r);

/* Makes the windows of copies: from the wait before each one until the phase of its mbarrier ends.  */
const char *pv_copy_windows (struct rings *r, const std::vector<int> &pair);

#endif
