/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounded exact execution: a launch whose shape and integer arguments are known, instruction by instruction.

   Used where the summary does not prove all.  What is loaded is not known; if no branch, address or operand of a
   barrier depends on it, every execution of the launch takes the same ways, and one of them shows the order of all
   (exact-order.cc).  A branch that depends on memory is passed over: all that its sides may do to memory counts, if they
   do nothing with other threads (exact-ways.cc).  The steps are counted.  */

#include <string.h>
#include "prove/exact.h"

enum
{
  MOST_STEPS_RUN = 400000000, /* instructions of threads, of all blocks: half a minute */
  WORDS_A_STEP = 64,	      /* of clocks that are computed: as long as an instruction */
  MOST_RUNS = 1024,	      /* of a block */
  MOST_REGISTERS = 1 << 22,   /* of all threads of a cluster */
  MOST_THREADS = 4096	      /* of a cluster */
};

struct ex_place
ex_place_of (struct ex_run *x, unsigned t)
{
  struct ex_place p = { x->k,
			t,
			t % x->o->threads,
			x->o->block + ex_rank (x->o, t),
			x->o->uniform[t] != 0,
			&x->thread[t].reg,
			&x->thread[t].own,
			&x->o->symbols,
			x->o->remembers ? x->o : NULL };
  return p;
}

/* ---- accesses ---- */

void
ex_note_access (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n,
		const ptx_opnd *at, enum pv_access_kind kind, unsigned width, ptx_mod space)
{
  struct ex_access a
    = { n, kind, width, ptx_get (n->i, PTX_C_SCOPE), space, EX_AT_ONCE, 0, 0, false };
  if (space == PTX_M_LOCAL || space == PTX_M_PARAM || space == PTX_M_CONST)
    return;
  if (a.space == PTX_M_SHARED_CTA)
    a.space = PTX_M_SHARED;
  ex_note (x->o, p->thread, ex_address (p, at), &a);
}

void
ex_plain_access (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n)
{
  const ptx_insn *i = n->i;
  unsigned width = ptx_bits (ptx_type (i, 0)) / 8 * ptx_vec (i);
  ptx_mod sem = ptx_get (i, PTX_C_SEM);
  bool strong
    = (sem == PTX_M_RELAXED || sem == PTX_M_ACQUIRE || sem == PTX_M_RELEASE) && ptx_vec (i) == 1;
  bool first = i->op == PTX_OP_ST || i->op == PTX_OP_RED;
  if (i->nopnds < 2)
    return;
  enum pv_access_kind kind = i->op == PTX_OP_ATOM || i->op == PTX_OP_RED || strong ? PV_ATOMIC
			     : i->op == PTX_OP_ST				   ? PV_WRITE
										   : PV_READ;
  ex_note_access (x, p, n, &i->opnds[first ? 0 : 1], kind, width, ptx_space (i));
}

/* ---- mbarriers ---- */

/* Does what N does with an mbarrier.  Returns false if the thread waits.  */
static bool
do_mbarrier (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n)
{
  const ptx_insn *i = n->i;
  const ptx_opnd *o = i->opnds;
  struct ex_thread *h = &x->thread[p->thread];
  bool named = i->op == PTX_OP_MBARRIER_ARRIVE || i->op == PTX_OP_MBARRIER_TEST_WAIT
	       || i->op == PTX_OP_MBARRIER_TRY_WAIT;
  struct ex_value at = ex_address (p, &o[named ? 1 : 0]);
  auto number_of = [&] (unsigned j) {
    struct ex_value v = j < i->nopnds ? ex_operand_of (p, &o[j], 32) : ex_anything ();
    return v.known && !v.base ? v.v : -1;
  };
  if (i->op == PTX_OP_MBARRIER_INIT)
    {
      ex_init (x->o, p->thread, at, number_of (1), n);
      return true;
    }
  int m = ex_mbarrier_at (x->o, p->thread, at);
  if (m < 0)
    {
      ex_give_up (x->o, n->stmt,
		  "it is not known which mbarrier it uses, or nobody has initialised it");
      return true;
    }
  uint32_t over = x->o->mbarrier[m].over;
  switch (i->op)
    {
    case PTX_OP_MBARRIER_INVAL: ex_inval (x->o, p->thread, m, n); return true;
    case PTX_OP_MBARRIER_EXPECT_TX: ex_expect (x->o, p->thread, m, number_of (1), n); return true;
    case PTX_OP_MBARRIER_ARRIVE:
      {
	bool expects = ptx_has (i, PTX_M_EXPECT_TX);
	if (expects)
	  ex_expect (x->o, p->thread, m, number_of (2), n);
	if (x->o->why)
	  return true;
	ex_arrive (x->o, p->thread, m, !expects && i->nopnds > 2 ? number_of (2) : 1, n);
	struct ex_value token = { (int64_t) m << 32 | over, EX_TOKEN, true, 0 };
	if (o[0].kind == PTX_O_REG)
	  ex_write (p, o[0].reg, token, 1);
	return true;
      }
    default: break;
    }
  uint32_t phases;
  if (ptx_has (i, PTX_M_PARITY))
    {
      int64_t parity = number_of (2);
      if (parity < 0)
	{
	  ex_give_up (x->o, n->stmt, "it is not known for which phase it waits");
	  return true;
	}
      phases = (over & 1) != (parity & 1) ? over : over + 1;
    }
  else
    {
      struct ex_value v = o[2].kind == PTX_O_REG ? h->reg[o[2].reg] : ex_anything ();
      if (!v.known || v.base != EX_TOKEN || v.v >> 32 != m)
	{
	  ex_give_up (x->o, n->stmt, "it is not known for which phase it waits");
	  return true;
	}
      phases = (uint32_t) v.v + 1;
    }
  if (ex_rank_of (x->o, p->thread, at) != ex_rank (x->o, p->thread))
    {
      ex_give_up (x->o, n->stmt, "it waits for an mbarrier of another block");
      return true;
    }
  /* The block is this instruction and a branch to itself.  */
  if (x->next[h->block] < 0 || h->at != 0 || o[0].kind != PTX_O_REG)
    {
      ex_give_up (x->o, n->stmt, "the loop that waits for the mbarrier is not understood");
      return true;
    }
  ex_write (p, o[0].reg, ex_number (1, 1), 1);
  return ex_wait (x->o, p->thread, m, phases, n);
}

/* ---- barriers ---- */

/* Thread T comes to a barrier.  Returns false if it stands there.  */
static bool
do_barrier (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n)
{
  const ptx_insn *i = n->i;
  unsigned t = p->thread, T = x->o->threads, first = t - p->tid;
  bool red = i->op == PTX_OP_BAR_RED || i->op == PTX_OP_BARRIER_RED,
       only = i->op == PTX_OP_BAR_ARRIVE || i->op == PTX_OP_BARRIER_ARRIVE;
  unsigned at = red ? 1 : 0;
  struct ex_value id = ex_operand_of (p, &i->opnds[at], 32), count = ex_number (T, 32);
  if (i->nopnds > at + (red ? 2 : 1))
    count = ex_operand_of (p, &i->opnds[at + 1], 32);
  if (!id.known || id.base || !count.known || count.base || id.v >= EX_NAMED || count.v < 1
      || count.v > T || count.v % EX_WARP)
    {
      if (id.known && !id.base && id.v < EX_NAMED && count.known && !count.base && count.v == T)
	;
      else
	{
	  ex_give_up (x->o, n->stmt, "it is not known which threads meet at the barrier");
	  return true;
	}
    }
  unsigned number = ex_rank (x->o, t) * EX_NAMED + (unsigned) id.v;
  struct ex_barrier *b = &x->barrier[number];
  unsigned component = ex_of_barrier (x->o, number);
  if (b->count && b->count != (unsigned) count.v)
    {
      ex_give_up (x->o, n->stmt, "threads that meet at a barrier do not agree how many they are");
      return true;
    }
  /* As for mbarriers: its phase before this one is over, as it knows.  */
  if (!ex_knows_phase (x->o, t, component, b->over))
    {
      ex_give_up (x->o, n->stmt, "it may be in an earlier phase of its barrier");
      return true;
    }
  for (uint32_t u : b->there)
    if (u == t)
      {
	ex_give_up (x->o, n->stmt, "a thread comes to a barrier twice in one phase");
	return true;
      }
  b->count = (unsigned) count.v;
  b->there.push_back (t);
  b->insn.push_back (n);
  b->arrived_only.push_back (only);
  ex_release (x->o, t, &b->clock);
  ex_tick (x->o, t);
  for (uint32_t r : n->writes)
    ex_write (p, r, ex_anything (), 1);
  if (b->there.size () < b->count)
    return only;
  /* Whole warps, of which all threads execute the same instruction.  */
  std::vector<const ex_insn *> by (T, (const ex_insn *) NULL);
  for (unsigned j = 0; j < b->there.size (); j++)
    by[b->there[j] - first] = b->insn[j];
  for (unsigned u = 0; u < T; u++)
    if (by[u] != by[u / EX_WARP * EX_WARP])
      {
	ex_give_up (x->o, n->stmt, "not all threads of a warp come to the barrier");
	return true;
      }
  b->over++;
  ex_set_phase (x->o, &b->clock, component, b->over);
  std::vector<uint32_t> there;
  std::vector<char> only_those;
  there.swap (b->there);
  only_those.swap (b->arrived_only);
  b->insn.clear ();
  b->count = 0;
  bool all = there.size () == T;
  for (unsigned j = 0; j < there.size (); j++)
    {
      all &= !only_those[j];
      if (only_those[j])
	continue;
      ex_acquire (x->o, there[j], &b->clock);
      if (there[j] != t)
	{
	  x->thread[there[j]].state = EX_RUNS;
	  x->thread[there[j]].at++;
	  x->work.push_back (there[j]);
	}
    }
  if (all && x->o->cluster == 1)
    ex_all_met (x->o);
  return true;
}

/* ---- threads ---- */

/* Goes from the end of a block to the next one.  */
static void
next_block (struct ex_run *x, unsigned t)
{
  const struct pv_graph *g = &x->k->g;
  struct ex_thread *h = &x->thread[t];
  const pv_block *b = &g->block[h->block];
  int when = -1, to = -1, open = 0;
  struct ex_place p = ex_place_of (x, t);
  if (b->branch)
    when = ex_guard (&p, b->branch->insn.guard, b->branch->insn.guard_not);
  for (const pv_edge &e : b->succ)
    {
      if (e.when >= 0 && when >= 0 && e.when != when)
	continue;
      if (x->doomed[e.to] && when < 0)
	continue;
      to = e.to;
      open++;
    }
  if (open == 0)
    ex_give_up (x->o, b->branch ? b->branch : b->first, "the launch traps");
  else if (open == 1)
    {
      h->block = to;
      h->at = 0;
    }
  else if (ex_either_way (x, t, h->block) || ex_decide (&p, b->branch->insn.guard))
    ;
  else
    {
      x->o->symbols.wanted = true;
      ex_give_up (x->o, b->branch,
		  "a branch depends on more than the launch, and threads meet or wait on its ways");
    }
}

static void
end_thread (struct ex_run *x, struct ex_thread *h)
{
  h->state = EX_ENDED;
  ex_commit_group (&h->copies);
  ex_commit_group (&h->bulk_reads);
  ex_commit_group (&h->products);
  for (struct ex_copy_groups *g : { &h->copies, &h->bulk_reads, &h->products })
    for (const std::vector<uint32_t> &c : g->over)
      if (!c.empty ())
	ex_fail (x->o, PX_PROOF_SHARED, PX_PROOF_WHY_OUTLIVES, NULL,
		 "a copy may be under way when its thread ends");
}

/* Thread T, which is at P, executes N; GUARD: 1, or -1 if it may not have to.  False: it has to wait.  */
static bool
execute (struct ex_run *x, unsigned t, struct ex_place *p, const struct ex_insn *n, int guard)
{
  bool goes = true;
  if (n->fences && guard > 0)
    ex_fence (x->o, t);
  if (n->releases && guard > 0)
    ex_release_fence (x->o, t, n->releases > 1);
  switch (n->kind)
    {
    case EX_COMPUTES: ex_compute (p, n, guard); break;
    case EX_ACCESSES:
      {
	struct ex_sum sum = { 0, 0, 0 };
	if (guard > 0)
	  sum = ex_sum_before (p, n);
	ex_plain_access (x, p, n);
	if (guard > 0)
	  ex_remember (p, n);
	ex_sum_after (p, n, &sum);
      }
      ex_compute (p, n, guard);
      break;
    case EX_TOGETHER: goes = ex_meet (x, p, n); break;
    case EX_BARRIER: goes = do_barrier (x, p, n); break;
    case EX_CLUSTER_BARRIER: goes = ex_do_cluster_barrier (x, t, n); break;
    case EX_MBARRIER: goes = do_mbarrier (x, p, n); break;
    case EX_COPIES: ex_do_copy (x, p, n); break;
    case EX_GROUPS: ex_do_groups (x, t, n); break;
    case EX_BULK: ex_do_bulk (x, p, n); break;
    case EX_TENSOR: ex_do_tensor (x, p, n); break;
    case EX_TENSOR_BACK: ex_do_tensor_back (x, p, n); break;
    case EX_BULK_BACK: ex_do_bulk_back (x, p, n); break;
    default: ex_give_up (x->o, n->stmt, ptx_opinfos ()[n->i->op].name); break;
    }
  return goes;
}

static void
run_thread (struct ex_run *x, unsigned t)
{
  struct ex_thread *h = &x->thread[t];
  struct ex_place p = ex_place_of (x, t);
  int last = (int) x->k->g.block.size () - 1;
  while (!x->o->why && !x->o->finer)
    {
      const std::vector<ex_insn> &code = x->code[h->block];
      if (h->block == last)
	{
	  end_thread (x, h);
	  return;
	}
      if (h->at >= code.size ())
	{
	  next_block (x, t);
	  if (--x->steps < 0)
	    ex_give_up (x->o, NULL, "it has more steps than are executed");
	  continue;
	}
      const struct ex_insn *n = &code[h->at];
      if (n->idle)
	{
	  h->at++;
	  continue;
	}
      p.uniform = x->o->uniform[t] != 0;
      int guard = ex_guard (&p, n->guard, n->guard_not);
      if (--x->steps < 0)
	ex_give_up (x->o, NULL, "it has more steps than are executed");
      if (!guard)
	{
	  h->at++;
	  continue;
	}
      if (guard < 0 && !ex_alone (n) && ex_decide (&p, n->guard))
	continue;
      if (guard < 0 && !ex_alone (n))
	{
	  ex_give_up (x->o, n->stmt, "its condition depends on more than the launch");
	  return;
	}
      bool goes = execute (x, t, &p, n, guard);
      for (unsigned u : x->o->woken)
	{
	  x->thread[u].state = EX_RUNS;
	  x->work.push_back (u);
	}
      x->o->woken.clear ();
      x->steps -= x->o->work / WORDS_A_STEP;
      x->o->work %= WORDS_A_STEP;
      if (n->kind == EX_MBARRIER && x->next[h->block] >= 0 && h->at == 0)
	{
	  /* The next block it executes when its wait ends.  */
	  h->block = x->next[h->block];
	  h->at = 0;
	  if (!goes)
	    h->state = EX_WAITS;
	}
      else
	{
	  if (!goes)
	    h->state = EX_STANDS;
	  else
	    h->at++;
	}
      if (!goes)
	return;
    }
}

static void
run_cluster (struct ex_run *x)
{
  const struct ex_order *o = x->o;
  ex_start_cluster (x->o);
  x->meeting = ex_cluster_barrier ();
  for (ex_barrier &b : x->barrier)
    b = ex_barrier ();
  x->work.clear ();
  for (unsigned t = 0; t < o->all; t++)
    {
      struct ex_thread h = ex_thread ();
      h.reg.assign (x->k->f->nregs, ex_anything ());
      h.block = 0;
      h.state = EX_RUNS;
      x->thread[t] = h;
      x->work.push_back (t);
    }
  while (!x->work.empty () && !o->why && !o->finer)
    {
      std::vector<unsigned> now;
      now.swap (x->work);
      for (unsigned t : now)
	if (x->thread[t].state == EX_RUNS && !o->why && !o->finer)
	  run_thread (x, t);
    }
  if (o->why || o->finer)
    return;
  for (unsigned t = 0; t < o->all; t++)
    if (x->thread[t].state != EX_ENDED)
      {
	const struct ex_thread *h = &x->thread[t];
	const std::vector<ex_insn> &code = x->code[h->block];
	ex_give_up (x->o, h->at < code.size () ? code[h->at].stmt : NULL,
		    "a thread waits for ever, or for threads that have ended");
	return;
      }
  ex_end_cluster (x);
}

/* ---- the launch ---- */

/* The block after block B, which is the wait S and a branch to itself unless the wait succeeds; else -1.  */
static int
where_wait_ends (const struct pv_graph *g, int b, const ptx_stmt *s)
{
  const pv_block *l = &g->block[b];
  const ptx_stmt *last = s->next;
  int out = -1;
  bool again = false;
  while (last != l->end && last->kind != PTX_ST_INSN)
    last = last->next;
  if (!l->branch || last != l->branch || s->insn.opnds[0].kind != PTX_O_REG || s->insn.guard >= 0
      || last->insn.guard != (int32_t) s->insn.opnds[0].reg || !last->insn.guard_not
      || l->succ.size () != 2)
    return -1;
  for (const pv_edge &e : l->succ)
    if (e.to == b)
      again = e.when == 1;
    else
      out = e.to;
  return again ? out : -1;
}

/* Decodes the kernel.  Returns false if it has something that px does not know.  */
static bool
prepare_code (struct ex_run *x)
{
  struct pv_kernel *k = x->k;
  const struct pv_graph *g = &k->g;
  unsigned n = (unsigned) g->block.size ();
  bool async = false, clusters = false;
  x->code.assign (n, std::vector<ex_insn> ());
  x->next.assign (n, -1);
  x->doomed.assign (n, 0);
  for (int b : g->rpo)
    for (ptx_stmt *s = g->block[b].first; s != g->block[b].end; s = s->next)
      {
	if (s->kind == PTX_ST_TEXT && strncmp (s->text, "//", 2))
	  return false;
	if (s->kind != PTX_ST_INSN || s == g->block[b].branch)
	  continue;
	if (s->insn.op == PTX_OP_BRA || s->insn.op == PTX_OP_RET || s->insn.op == PTX_OP_EXIT
	    || s->insn.op == PTX_OP_TRAP)
	  continue;
	if (!s->insn.form && s->insn.op != PTX_OP_CALL)
	  return false;
	x->code[b].push_back (ex_decode (k, s));
	struct ex_insn *i = &x->code[b].back ();
	i->fences = pv_fences_shared (&s->insn);
	ptx_mod sem = ptx_get (&s->insn, PTX_C_SEM);
	if (s->insn.op == PTX_OP_FENCE
	    && (sem == PTX_NOMOD || sem == PTX_M_ACQ_REL || sem == PTX_M_SC))
	  i->releases = ptx_get (&s->insn, PTX_C_SCOPE) == PTX_M_CTA ? 1 : 2;
	async |= i->kind == EX_BULK || i->kind == EX_BULK_BACK || i->kind == EX_TENSOR
		 || i->kind == EX_TENSOR_BACK || ex_wgmma_p (&s->insn);
	clusters |= ex_of_cluster (&s->insn);
	if (i->kind == EX_MBARRIER
	    && (s->insn.op == PTX_OP_MBARRIER_TEST_WAIT || s->insn.op == PTX_OP_MBARRIER_TRY_WAIT)
	    && x->code[b].size () == 1)
	  x->next[b] = where_wait_ends (g, b, s);
      }
  for (bool changed = true; changed;)
    {
      changed = false;
      for (int b : g->rpo)
	{
	  bool all = !x->doomed[b] && b != (int) n - 1;
	  for (const pv_edge &e : g->block[b].succ)
	    all &= x->doomed[e.to] != 0;
	  if (all)
	    x->doomed[b] = changed = true;
	}
    }
  for (int b : g->rpo)
    for (ex_insn &i : x->code[b])
      if (async && i.i->op == PTX_OP_MBARRIER_INIT)
	i.fenced = pv_fenced_from (k, i.stmt, b, PTX_M_SHARED, true);
      else if (async && (i.kind == EX_ACCESSES || i.kind == EX_TOGETHER))
	i.fenced = pv_fenced_from (k, i.stmt, b, PTX_M_SHARED, false)
		   && (ptx_space (i.i) == PTX_M_SHARED
		       || pv_fenced_from (k, i.stmt, b, PTX_M_GLOBAL, false));
  /* If the kernel says nothing of clusters, a launch may.  */
  if (clusters && !k->sig->cluster)
    ex_give_up (x->o, NULL, "it is not known how many blocks a cluster has");
  /* Else blocks of a cluster are as those of others.  */
  x->o->cluster = clusters && k->sig->cluster ? k->sig->cluster : 1;
  x->o->all = x->o->cluster * x->o->threads;
  if (x->o->cluster > 1 && x->o->threads % EX_WARP)
    ex_give_up (x->o, NULL, "blocks of a cluster are not followed that have a part of a warp");
  if (x->o->cluster > 1 && x->o->all > MOST_THREADS)
    ex_give_up (x->o, NULL, "a cluster has more threads than are followed");
  if (x->o->blocks % x->o->cluster)
    ex_give_up (x->o, NULL, "the blocks are no multiple of those of a cluster");
  return true;
}

/* Runs a cluster for all ways in which the predicates and elections may be decided on which it depends.  */
static void
all_decisions (struct ex_run *x)
{
  std::vector<ex_decision> *d = &x->o->symbols.decided;
  d->clear ();
  for (unsigned n = 1;; n++)
    {
      run_cluster (x);
      if (x->o->why || x->o->finer)
	return;
      while (!d->empty () && d->back ().choice + 1 == d->back ().choices)
	d->pop_back ();
      if (d->empty ())
	return;
      d->back ().choice++;
      if (n == MOST_RUNS)
	ex_give_up (x->o, NULL, "there are more ways, depending on memory, than are executed");
    }
}

/* Says what was found against property P, in place of the last reason that is kept if there are too many.  */
static void
say (struct pv_kernel *k, int p, enum px_proof_why kind, const ptx_stmt *at, const char *text)
{
  struct px_proof_result *r = &k->result[p];
  if (r->nreasons >= PX_PROOF_REASONS)
    r->nreasons = PX_PROOF_REASONS - 1;
  pv_incomplete (k, (enum px_proof_property) p, kind, at, "in the launch given: %s", text);
}

/* Returns true if another execution of the launch may prove what this one did not.  */
static bool
another_way (const struct ex_run *x)
{
  const struct ex_order *o = x->o;
  bool failed = false;
  for (bool f : o->failed)
    failed |= f;
  if (o->finer)
    return o->grain > 1;
  /* What took all steps would again.  */
  if (x->steps < 0)
    return false;
  return ((o->why || failed) && ((x->elects && !x->each_lane) || !o->remembers))
	 || (o->why && o->symbols.wanted && !o->symbols.on);
}

static const enum px_proof_property asked[]
  = { PX_PROOF_CONVERGENCE, PX_PROOF_SHARED, PX_PROOF_GLOBAL, PX_PROOF_BLOCKS };

/* The launch was executed to its end: what has not failed is proved.  */
static void
conclude (struct pv_kernel *k, struct ex_order *o)
{
  /* Who writes where it should not may write to an mbarrier.  */
  if (o->failed[PX_PROOF_SHARED] && o->has_mbarriers)
    ex_give_up (o, o->where[PX_PROOF_SHARED], o->text[PX_PROOF_SHARED]);
  for (enum px_proof_property p : asked)
    if (!o->why && !o->failed[p])
      {
	k->result[p].proved = true;
	k->result[p].nreasons = 0;
      }
}

void
pv_run_launch (struct pv_kernel *k)
{
  const struct px_proof_signature *sig = k->sig;
  bool open = false;
  /* There is no other block.  */
  if (sig->blocks == 1)
    {
      k->result[PX_PROOF_BLOCKS].proved = true;
      k->result[PX_PROOF_BLOCKS].nreasons = 0;
    }
  for (enum px_proof_property p : asked)
    open |= !k->result[p].proved;
  if (!open || !sig->threads || !sig->blocks || !sig->one_dimension
      || (uint64_t) k->f->nregs * sig->threads * (sig->cluster ? sig->cluster : 1) > MOST_REGISTERS)
    return;
  struct ex_order o = ex_order ();
  struct ex_run x = ex_run ();
  o.k = k;
  o.threads = sig->threads;
  o.blocks = sig->blocks;
  o.grain = 4;
  x.k = k;
  x.o = &o;
  x.steps = MOST_STEPS_RUN;
  if (!prepare_code (&x))
    return;
  /* What the registers of a wgmma hold is known only if nothing touches them.  */
  if (k->result[PX_PROOF_REGISTERS].asked && !k->result[PX_PROOF_REGISTERS].proved)
    {
      k->result[PX_PROOF_REGISTERS].proved = true;
      k->result[PX_PROOF_REGISTERS].nreasons = 0;
      pv_check_registers (k);
      if (!k->result[PX_PROOF_REGISTERS].proved)
	return;
    }
  x.thread.resize (o.all);
  x.barrier.resize (o.cluster * EX_NAMED);
  o.uses.resize (1);
  o.copies.resize (1);
  if (!o.why)
    do
      {
	bool failed = false;
	for (bool f : o.failed)
	  failed |= f;
	if (o.finer)
	  o.grain /= 2;
	else if (o.why || failed)
	  {
	    /* Once more, with what memory holds; with each lane elected; then with symbols.  */
	    if (!o.remembers)
	      o.remembers = true;
	    else if (x.elects && !x.each_lane)
	      x.each_lane = true;
	    else
	      o.symbols.on = true;
	    o.why = NULL;
	    memset (o.failed, 0, sizeof o.failed);
	    memset (o.wrote, 0, sizeof o.wrote);
	    memset (o.read_anywhere, 0, sizeof o.read_anywhere);
	    x.steps = MOST_STEPS_RUN;
	  }
	ex_find_idle (&x);
	ex_start_launch (&o);
	for (o.block = 0; o.block < sig->blocks && !o.why && !o.finer; o.block += o.cluster)
	  all_decisions (&x);
	if (!o.why && !o.finer)
	  {
	    ex_end_launch (&o);
	    ex_memory_holds (&o);
	    conclude (k, &o);
	  }
      }
    while (another_way (&x));
  for (enum px_proof_property p : asked)
    if (k->result[p].proved)
      ;
    else if (o.why || o.finer)
      say (k, p, PX_PROOF_WHY_LAUNCH, o.at, o.why ? o.why : "accesses of parts of bytes");
    else if (o.failed[p])
      say (k, p, o.kind[p], o.where[p], o.text[p]);
}
