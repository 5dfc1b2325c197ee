/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asynchronous copies in a launch that is executed.  */

#include "prove/exact.h"

uint32_t
ex_new_copy (struct ex_run *x, unsigned t, unsigned many, struct ex_copy_groups *g)
{
  uint32_t n = (uint32_t) x->o->copy.size ();
  struct ex_copy c = ex_copy ();
  c.owner = t;
  c.many = many;
  x->o->copy.push_back (c);
  if (many == 1)
    x->o->has_copies[t] = 1;
  g->open.push_back (n);
  return n;
}

void
ex_commit_group (struct ex_copy_groups *g)
{
  g->over.push_back (g->open);
  g->open.clear ();
}

void
ex_wait_group (struct ex_run *x, unsigned t, unsigned many, struct ex_copy_groups *g, size_t n,
	       bool all)
{
  uint32_t now = (uint32_t) x->o->waited.size ();
  for (unsigned i = 0; i < many; i++)
    {
      x->o->waited.push_back (ex_tick (x->o, t + i));
      x->o->learned[t + i]++;
    }
  if (all)
    ex_commit_group (g);
  while (g->over.size () > n)
    {
      for (uint32_t c : g->over.front ())
	{
	  x->o->copy[c].done = now;
	  for (unsigned i = 0; i < many && x->o->copy[c].executed.known; i++)
	    ex_acquire (x->o, t + i, &x->o->copy[c].executed);
	  x->o->copy[c].executed = ex_clock ();
	}
      g->over.erase (g->over.begin ());
    }
}

void
ex_do_copy (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n)
{
  const ptx_opnd *o = n->i->opnds;
  unsigned width = n->i->nopnds >= 3 && o[2].kind == PTX_O_IMM && o[2].i > 0 && o[2].i <= 16
		     ? (unsigned) o[2].i
		     : 0;
  uint32_t c = ex_new_copy (x, p->thread, 1, &x->thread[p->thread].copies);
  struct ex_access a = { n, PV_READ, width, 0, PTX_M_GLOBAL, EX_UNTIL_WAIT, c, 0, false };
  if (n->i->nopnds < 3)
    {
      ex_give_up (x->o, n->stmt, "a copy of another form");
      return;
    }
  ex_note (x->o, p->thread, ex_address (p, &o[1]), &a);
  a.kind = PV_WRITE;
  a.space = PTX_M_SHARED;
  ex_note (x->o, p->thread, ex_address (p, &o[0]), &a);
}

void
ex_do_groups (struct ex_run *x, unsigned t, const struct ex_insn *n)
{
  struct ex_thread *h = &x->thread[t];
  const ptx_insn *i = n->i;
  int64_t many = i->nopnds == 1 && i->opnds[0].kind == PTX_O_IMM ? i->opnds[0].i : -1;
  switch (i->op)
    {
    case PTX_OP_CP_ASYNC_COMMIT_GROUP: ex_commit_group (&h->copies); break;
    case PTX_OP_CP_ASYNC_WAIT_ALL: ex_wait_group (x, t, 1, &h->copies, 0, true); break;
    case PTX_OP_CP_ASYNC_BULK_COMMIT_GROUP:
      ex_commit_group (&h->bulks);
      ex_commit_group (&h->bulk_reads);
      break;
    default:
      if (many < 0)
	ex_give_up (x->o, n->stmt, "it is not known for how many groups it waits");
      else if (i->op == PTX_OP_CP_ASYNC_WAIT_GROUP)
	ex_wait_group (x, t, 1, &h->copies, (size_t) many, false);
      else
	{
	  ex_wait_group (x, t, 1, &h->bulk_reads, (size_t) many, false);
	  if (!ptx_has (i, PTX_M_DOT_READ))
	    ex_wait_group (x, t, 1, &h->bulks, (size_t) many, false);
	}
    }
}

/* The copy N brings BYTES bytes from FROM to TO in shared memory, and completes at the mbarrier AT there.  */
static void
bring (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n, struct ex_value to,
       struct ex_value from, struct ex_value at, int64_t bytes)
{
  int m = ex_mbarrier_at (x->o, p->thread, at);
  if (m < 0 || bytes < 1 || bytes > INT32_MAX)
    {
      ex_give_up (x->o, n->stmt, "the copy's mbarrier or its bytes are not known");
      return;
    }
  if (to.base > 0 && ex_rank_of (x->o, p->thread, to) != x->o->mbarrier[m].rank)
    {
      ex_give_up (x->o, n->stmt, "the copy's mbarrier is another block's than what it writes");
      return;
    }
  uint32_t phase = x->o->mbarrier[m].over + 1;
  struct ex_access a
    = { n, PV_READ, (unsigned) bytes, 0, PTX_M_GLOBAL, EX_UNTIL_PHASE, (uint32_t) m, phase, true };
  /* What is read somewhere in a tensor nobody may write to, whenever it is read.  */
  bool tensor = from.base > 0 && x->k->object[from.base].kind == PV_TENSOR;
  if (tensor)
    a.until = EX_AT_ONCE;
  if (!tensor || !ex_note_loaded_box (x, p, n, m, phase))
    ex_note (x->o, p->thread, from, &a);
  a.until = EX_UNTIL_PHASE;
  a.kind = PV_WRITE;
  a.space = PTX_M_SHARED_CLUSTER;
  ex_note (x->o, p->thread, to, &a);
  ex_bring (x->o, p->thread, m, bytes, n);
}

void
ex_bring_to_all (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n,
		 struct ex_value to, struct ex_value from, struct ex_value at, int64_t bytes,
		 unsigned mask_operand)
{
  if (!ptx_has (n->i, PTX_M_MULTICAST))
    {
      bring (x, p, n, to, from, at, bytes);
      return;
    }
  struct ex_value mask = mask_operand < n->i->nopnds
			   ? ex_operand_of (p, &n->i->opnds[mask_operand], 16)
			   : ex_anything ();
  if (!mask.known || mask.base || !mask.v || mask.v >> x->o->cluster || to.rank || at.rank)
    {
      ex_give_up (x->o, n->stmt, "it is not known to which blocks it copies");
      return;
    }
  for (unsigned r = 0; r < x->o->cluster && !x->o->why; r++)
    if (mask.v >> r & 1)
      {
	to.rank = at.rank = (uint16_t) (r + 1);
	bring (x, p, n, to, from, at, bytes);
      }
}

void
ex_do_bulk (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n)
{
  const ptx_opnd *o = n->i->opnds;
  struct ex_value bytes = ex_operand_of (p, &o[2], 32);
  ex_bring_to_all (x, p, n, ex_address (p, &o[0]), ex_address (p, &o[1]), ex_address (p, &o[3]),
		   bytes.known && !bytes.base ? bytes.v : -1, 4);
}

/* A copy from shared memory, or a reduction, whose groups are waited for.  */
void
ex_do_bulk_back (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n)
{
  const ptx_opnd *o = n->i->opnds;
  struct ex_value bytes = ex_operand_of (p, &o[2], 32);
  struct ex_thread *h = &x->thread[p->thread];
  if (!bytes.known || bytes.base || bytes.v < 1 || bytes.v > INT32_MAX)
    {
      ex_give_up (x->o, n->stmt, "the copy's bytes are not known");
      return;
    }
  struct ex_access a = { n,
			 PV_READ,
			 (unsigned) bytes.v,
			 0,
			 PTX_M_SHARED,
			 EX_UNTIL_WAIT,
			 ex_new_copy (x, p->thread, 1, &h->bulk_reads),
			 0,
			 true };
  ex_note (x->o, p->thread, ex_address (p, &o[1]), &a);
  a.kind = PV_WRITE;
  a.space = PTX_M_GLOBAL;
  a.which = ex_new_copy (x, p->thread, 1, &h->bulks);
  ex_note (x->o, p->thread, ex_address (p, &o[0]), &a);
}
