/* SPDX-License-Identifier: MIT */
/* Determines which of an entry's pointer parameters an access may reach.

   Each 64-bit register has a set of origins, flow-insensitive: a bit for each pointer
   parameter from which its value may have been computed, and one for any other value
   that may be an address (loaded or returned values, variables).  Sets only
   grow, so the iteration ends.  Narrower numbers contain no address: widening one adds
   no origin.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

typedef struct reach
{
  ptx_func *f;
  uint64_t *from; /* by register  */
  uint64_t read;  /* origins read by the current instruction */
  bool grown;
} reach;

static bool
wide (const reach *r, uint32_t reg)
{
  return ptx_bits (r->f->regs[reg].type) == 64;
}

static void
gather_read (void *closure, ptx_opnd *o, bool written)
{
  reach *r = closure;
  if (!written && wide (r, o->reg))
    r->read |= r->from[o->reg];
}

static void
spread_origins (void *closure, ptx_opnd *o, bool written)
{
  reach *r = closure;
  if (!written || !wide (r, o->reg) || !(r->read & ~r->from[o->reg]))
    return;
  r->from[o->reg] |= r->read;
  r->grown = true;
}

/* Return the origin of the parameter that i loads; 0: it loads none of them.  */
static uint64_t
parameter_origin (const ptx_func *f, const ptx_insn *i, const ptx_pointer_param *p, unsigned n)
{
  if (i->op != PTX_OP_LD || ptx_space (i) != PTX_M_PARAM)
    return 0;
  if (i->nopnds == 2 && ptx_vec (i) == 1 && i->opnds[1].kind == PTX_O_ADDR
      && i->opnds[1].base == PTX_O_SYM)
    for (unsigned k = 0; k < n && k < PTX_MAX_ORIGINS; k++)
      if (p[k].index < f->sig.nparams && f->sig.params[p[k].index]->sym == i->opnds[1].sym
	  && i->opnds[1].off == p[k].offset)
	return (uint64_t) 1 << k;
  return PTX_ORIGIN_OTHER;
}

static bool
names_variable (const ptx_insn *i)
{
  for (unsigned k = 0; k < i->nopnds; k++)
    if (i->opnds[k].kind == PTX_O_SYM
	|| (i->opnds[k].kind == PTX_O_ADDR && i->opnds[k].base == PTX_O_SYM))
      return true;
  return false;
}

static ptx_access_kind
access_kind (const ptx_insn *i, unsigned nth)
{
  unsigned flags = ptx_opinfos ()[i->op].flags;
  if (i->op == PTX_OP_ATOM || i->op == PTX_OP_RED)
    return PTX_ACC_ATOMIC;
  /* A copy has its destination first.  */
  return !(flags & PTX_WRITES) || ((flags & PTX_READS) && nth) ? PTX_ACC_READ : PTX_ACC_WRITE;
}

void
ptx_visit_accesses (ptx_func *f, const ptx_pointer_param *p, unsigned n, ptx_visit_access *fn,
		    void *closure)
{
  reach r = { f, calloc (f->nregs + 1, sizeof *r.from), 0, true };
  if (!r.from)
    ptx_oom ();
  while (r.grown)
    {
      r.grown = false;
      for (ptx_stmt *s = f->first; s; s = s->next)
	{
	  if (s->kind != PTX_ST_INSN || !s->insn.op)
	    continue;
	  ptx_insn *i = &s->insn;
	  unsigned flags = ptx_opinfos ()[i->op].flags;
	  r.read = parameter_origin (f, i, p, n);
	  if (i->op == PTX_OP_CALL || (!r.read && flags & (PTX_READS | PTX_WRITES)))
	    r.read = PTX_ORIGIN_OTHER;
	  else if (!r.read)
	    {
	      ptx_visit_regs (i, gather_read, &r);
	      if (names_variable (i))
		r.read |= PTX_ORIGIN_OTHER;
	    }
	  if (r.read)
	    ptx_visit_regs (i, spread_origins, &r);
	}
    }
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      if (s->kind != PTX_ST_INSN || !s->insn.op)
	continue;
      const ptx_insn *i = &s->insn;
      unsigned flags = ptx_opinfos ()[i->op].flags, nth = 0;
      if (!(flags & (PTX_READS | PTX_WRITES)) || flags & PTX_ORDERS
	  || i->op == PTX_OP_CP_ASYNC_BULK_PREFETCH
	  || i->op == PTX_OP_CP_ASYNC_BULK_PREFETCH_TENSOR)
	continue;
      for (unsigned k = 0; k < i->nopnds; k++)
	{
	  const ptx_opnd *o = &i->opnds[k];
	  if (o->kind != PTX_O_ADDR)
	    continue;
	  if (o->base == PTX_O_REG && wide (&r, o->reg))
	    {
	      ptx_access a = { s, o->reg, access_kind (i, nth), r.from[o->reg] };
	      fn (closure, &a);
	    }
	  nth++;
	}
    }
  free (r.from);
}
