/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registers of wgmma (9.7.15.5): nothing touches them while it runs, or between the last wgmma.fence and it.

   Needs the graph.  Followed forwards are, at each statement: the registers that a thread has touched since its last
   wgmma.fence on some path, all of them where the kernel begins; and which wgmma may run there, since which so many
   groups were committed at least.  A wait for all but N groups ends those since which N + 1 were (9.7.15.7.3).
   What has a guard commits nothing and waits for nothing.  */

#include <algorithm>
#include "prove/prove-int.h"

enum
{
  MOST_GROUPS = 64 /* committed since a wgmma: more than a wait counts */
};

namespace
{
/* A wgmma: the registers of D, which it adds to, and those of A and of the metadata, which it reads.  */
struct product
{
  const ptx_stmt *stmt;
  std::vector<uint32_t> sums, reads;
};

/* What is known before a statement.  */
struct known
{
  bool reached;
  std::vector<char> touched; /* by register */
  std::vector<int> groups;   /* by wgmma: committed since it, at least; -1: it does not run */
};

struct registers
{
  struct pv_kernel *k;
  std::vector<product> all;
  std::vector<int> of; /* by register: some wgmma has it */
  const ptx_stmt *at;
  struct known *now;
  bool report;
};
}

static bool
has (const std::vector<uint32_t> &v, uint32_t r)
{
  return std::find (v.begin (), v.end (), r) != v.end ();
}

static bool
share (const std::vector<uint32_t> &a, const std::vector<uint32_t> &b)
{
  for (uint32_t r : a)
    if (has (b, r))
      return true;
  return false;
}

static void
add_registers (const ptx_opnd *o, std::vector<uint32_t> *to)
{
  if (o->kind == PTX_O_REG)
    to->push_back (o->reg);
  else if (o->kind == PTX_O_VEC)
    for (uint32_t i = 0; i < o->n; i++)
      add_registers (&o->sub[i], to);
}

static bool
wgmma_p (const ptx_insn *i)
{
  return i->op == PTX_OP_WGMMA_MMA_ASYNC || i->op == PTX_OP_WGMMA_MMA_ASYNC_SP;
}

/* Its operands are D, A, B and, of sparse ones, metadata; A in a vector of registers is no descriptor.  */
static product
product_of (const ptx_stmt *s)
{
  const ptx_insn *i = &s->insn;
  product p = { s, std::vector<uint32_t> (), std::vector<uint32_t> () };
  for (unsigned n = 0; n < i->nopnds && n < 4; n++)
    if (n == 0)
      add_registers (&i->opnds[n], &p.sums);
    else if (i->opnds[n].kind == PTX_O_VEC || (n == 3 && i->op == PTX_OP_WGMMA_MMA_ASYNC_SP))
      add_registers (&i->opnds[n], &p.reads);
  return p;
}

static void
broken (struct registers *r, const product *by, const char *why)
{
  const char *file;
  uint32_t line = by ? pv_line (r->k, by->stmt, &file) : 0;
  for (int p = 0; r->report && p < PX_PROOF_PROPERTIES; p++)
    if (by)
      pv_incomplete (r->k, (enum px_proof_property) p, PX_PROOF_WHY_REGISTERS, r->at,
		     "%s: the wgmma in line %u, which may not be over", why, line);
    else
      pv_incomplete (r->k, (enum px_proof_property) p, PX_PROOF_WHY_REGISTERS, r->at, "%s", why);
}

/* ---- instructions ---- */

/* An instruction that is no wgmma has a register.  */
static void
touch (void *closure, ptx_opnd *o, bool written)
{
  struct registers *r = (struct registers *) closure;
  if (!r->of[o->reg])
    return;
  r->now->touched[o->reg] = 1;
  for (unsigned n = 0; n < r->all.size (); n++)
    if (r->now->groups[n] >= 0)
      {
	if (has (r->all[n].sums, o->reg))
	  broken (r, &r->all[n], "a register of the sums is touched");
	else if (written && has (r->all[n].reads, o->reg))
	  broken (r, &r->all[n], "a register that is read is written");
      }
}

/* Number N is issued.  Those that add to the same registers, in the same shape, follow each other.  */
static void
issue (struct registers *r, unsigned n)
{
  const product *p = &r->all[n];
  for (const std::vector<uint32_t> *v : { &p->sums, &p->reads })
    for (uint32_t x : *v)
      if (r->now->touched[x])
	{
	  broken (r, NULL, "no wgmma.fence is between it and what touches its registers before");
	  break;
	}
  for (unsigned m = 0; m < r->all.size (); m++)
    {
      const product *o = &r->all[m];
      bool same = o->sums == p->sums
		  && ptx_get (&o->stmt->insn, PTX_C_SHAPE) == ptx_get (&p->stmt->insn, PTX_C_SHAPE)
		  && ptx_type (&o->stmt->insn, 0) == ptx_type (&p->stmt->insn, 0);
      if (r->now->groups[m] >= 0
	  && (share (p->reads, o->sums) || share (p->sums, o->reads)
	      || (!same && share (p->sums, o->sums))))
	broken (r, o, "a register that another one uses");
    }
  r->now->groups[n] = 0;
}

static void
step (struct registers *r, ptx_stmt *s)
{
  ptx_insn *i = &s->insn;
  r->at = s;
  for (unsigned n = 0; n < r->all.size () && wgmma_p (i); n++)
    if (r->all[n].stmt == s)
      {
	issue (r, n);
	return;
      }
  ptx_visit_regs (i, touch, r);
  if (i->guard >= 0)
    return;
  if (i->op == PTX_OP_WGMMA_FENCE)
    std::fill (r->now->touched.begin (), r->now->touched.end (), 0);
  for (int &g : r->now->groups)
    if (i->op == PTX_OP_WGMMA_COMMIT_GROUP && g >= 0 && g < MOST_GROUPS)
      g++;
    else if (i->op == PTX_OP_WGMMA_WAIT_GROUP && i->nopnds == 1 && i->opnds[0].kind == PTX_O_IMM
	     && i->opnds[0].i >= 0 && i->opnds[0].i < g)
      g = -1;
}

/* ---- blocks ---- */

/* What is known on one more way to a block.  Returns true if it is less than before.  */
static bool
meet (struct known *to, const struct known *x)
{
  if (!to->reached)
    {
      *to = *x;
      return true;
    }
  bool less = false;
  for (unsigned i = 0; i < x->touched.size (); i++)
    if (x->touched[i] && !to->touched[i])
      to->touched[i] = less = true;
  for (unsigned i = 0; i < x->groups.size (); i++)
    if (x->groups[i] >= 0 && (to->groups[i] < 0 || x->groups[i] < to->groups[i]))
      {
	to->groups[i] = x->groups[i];
	less = true;
      }
  return less;
}

static struct known
through (struct registers *r, int b, struct known x)
{
  const pv_block *block = &r->k->g.block[b];
  r->now = &x;
  for (ptx_stmt *s = block->first; s != block->end; s = s->next)
    if (s->kind == PTX_ST_INSN)
      step (r, s);
  return x;
}

void
pv_check_registers (struct pv_kernel *k)
{
  const struct pv_graph *g = &k->g;
  struct registers r
    = { k, std::vector<product> (), std::vector<int> (k->f->nregs, 0), NULL, NULL, false };
  for (int b : g->rpo)
    for (ptx_stmt *s = g->block[b].first; s != g->block[b].end; s = s->next)
      if (s->kind == PTX_ST_INSN && wgmma_p (&s->insn))
	r.all.push_back (product_of (s));
  if (r.all.empty ())
    return;
  for (const product &p : r.all)
    for (const std::vector<uint32_t> *v : { &p.sums, &p.reads })
      for (uint32_t x : *v)
	r.of[x] = 1;
  std::vector<known> in (g->block.size (), { false, std::vector<char> (), std::vector<int> () });
  std::vector<int> work (1, 0);
  in[0] = { true, std::vector<char> (k->f->nregs, 1), std::vector<int> (r.all.size (), -1) };
  while (!work.empty ())
    {
      int b = work.back ();
      work.pop_back ();
      struct known x = through (&r, b, in[b]);
      for (const pv_edge &e : g->block[b].succ)
	if (meet (&in[e.to], &x))
	  work.push_back (e.to);
    }
  r.report = true;
  for (int b : g->rpo)
    through (&r, b, in[b]);
}
