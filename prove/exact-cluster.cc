/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clusters in a launch that is executed: their barrier (9.7.13.4), and that blocks live while others use their shared memory.

   All threads of a cluster are executed together; thread t is in the block of rank t / threads.  An access to shared
   memory is to that of the rank in its address (mapa), else of its thread's block.  */

#include "prove/exact.h"

/* Returns true if the threads of each warp have arrived, and waited, by the same instructions.  */
static bool
aligned (const struct ex_run *x)
{
  for (unsigned t = 0; t < x->o->all; t++)
    {
      const struct ex_thread *h = &x->thread[t], *first = &x->thread[t / EX_WARP * EX_WARP];
      if (h->arrived != first->arrived || h->waited != first->waited)
	return false;
    }
  return true;
}

/* Thread T's wait N ends.  */
static void
pass (struct ex_run *x, unsigned t, const struct ex_insn *n)
{
  struct ex_thread *h = &x->thread[t];
  ex_acquire (x->o, t, &x->meeting.clock_over);
  h->arrived = NULL;
  h->waited = n;
}

/* All threads have arrived.  */
static void
all_arrived (struct ex_run *x, const struct ex_insn *n)
{
  struct ex_cluster_barrier *b = &x->meeting;
  if (!aligned (x))
    {
      ex_give_up (x->o, n->stmt, "not all threads of a warp come to the cluster's barrier");
      return;
    }
  b->there = 0;
  b->over++;
  ex_set_phase (x->o, &b->clock, ex_of_cluster_barrier (x->o), b->over);
  b->clock_over = b->clock;
  for (unsigned t = 0; t < x->o->all; t++)
    {
      struct ex_thread *h = &x->thread[t];
      if (h->state != EX_STANDS || h->at >= x->code[h->block].size ())
	continue;
      const struct ex_insn *at = &x->code[h->block][h->at];
      if (at->kind != EX_CLUSTER_BARRIER)
	continue;
      pass (x, t, at);
      h->state = EX_RUNS;
      h->at++;
      x->work.push_back (t);
    }
}

bool
ex_do_cluster_barrier (struct ex_run *x, unsigned t, const struct ex_insn *n)
{
  struct ex_thread *h = &x->thread[t];
  struct ex_cluster_barrier *b = &x->meeting;
  if (n->i->op == PTX_OP_BARRIER_CLUSTER_ARRIVE)
    {
      if (h->arrived)
	ex_give_up (x->o, n->stmt, "a thread arrives at the cluster's barrier twice");
      h->arrived = n;
      h->met = b->over + 1;
      b->there++;
      if (!ptx_has (n->i, PTX_M_RELAXED))
	ex_release (x->o, t, &b->clock);
      ex_tick (x->o, t);
      if (b->there == x->o->all)
	all_arrived (x, n);
      return true;
    }
  if (!h->arrived)
    {
      ex_give_up (x->o, n->stmt, "a thread waits at the cluster's barrier, and has not arrived");
      return true;
    }
  if (b->over < h->met)
    return false;
  pass (x, t, n);
  return true;
}

void
ex_end_cluster (struct ex_run *x)
{
  struct ex_order *o = x->o;
  if (!aligned (x))
    ex_give_up (o, NULL, "not all threads of a warp come to the cluster's barrier");
  for (unsigned r = 0; r < o->cluster; r++)
    {
      struct ex_clock known = ex_known_at_end (o, r);
      for (unsigned m = 0; m < o->mbarrier.size (); m++)
	if (o->mbarrier[m].rank == r
	    && o->mbarrier[m].last_copy
		 > ex_get (o, &known, ex_executed (o, ex_of_mbarrier (o, m))))
	  ex_fail (o, PX_PROOF_SHARED, PX_PROOF_WHY_OUTLIVES, o->mbarrier[m].init->stmt,
		   "a copy that completes at this mbarrier may be under way when the block ends");
      for (unsigned t = 0; t < o->all; t++)
	if (o->far[(size_t) r * o->all + t] > ex_get (o, &known, t))
	  ex_fail (o, PX_PROOF_SHARED, PX_PROOF_WHY_LIFETIME, NULL,
		   "a block may have ended while another one uses its shared memory");
    }
}
