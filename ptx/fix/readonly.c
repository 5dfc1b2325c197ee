/* SPDX-License-Identifier: MIT */
/* Which parameters' memory nothing writes while an entry runs, so that a load may be one of
   ld.global.nc, which may find an old value in a cache (PTX ISA 9.7.9.9).  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

typedef struct writes
{
  const uint8_t *tag; /* of each register */
  bool cast;	      /* f may say of any number that it is an address in global memory */
  uint64_t to;	      /* origins of what is written, in memory that may be global */
  uint64_t with;      /* origins of what is read by an address that has several parameters' */
} writes;

/* True if A is to the memory of a thread or a block.  */
static bool
elsewhere (const writes *w, const ptx_access *a)
{
  const ptx_insn *i = &a->stmt->insn;
  unsigned tag = w->tag[a->reg];
  if (tag == PTX_TAG_SHARED || tag == PTX_TAG_LOCAL)
    return true;
  /* A copy's space may be that of its source.  */
  bool one = i->op == PTX_OP_ST || i->op == PTX_OP_ATOM || i->op == PTX_OP_RED;
  return one && (ptx_space (i) == PTX_M_SHARED || ptx_space (i) == PTX_M_LOCAL);
}

/* An address that is a parameter in all its definitions (its tag) may have numbers added that were
   loaded, an index.  Any other one that was loaded may be every parameter's.  What is read by a
   strong load somebody else writes.  */
static void
note_written (void *closure, const ptx_access *a)
{
  const uint64_t all = ~(uint64_t) 0;
  writes *w = closure;
  uint64_t parameters = a->from & ~PTX_ORIGIN_OTHER;
  unsigned tag = w->tag[a->reg];
  ptx_mod sem = ptx_get (&a->stmt->insn, PTX_C_SEM);
  if (a->kind == PTX_ACC_READ && (!sem || sem == PTX_M_WEAK))
    {
      if (parameters & (parameters - 1))
	w->with |= parameters;
    }
  else if (!elsewhere (w, a))
    {
      bool index = (tag == PTX_TAG_GLOBAL || tag == PTX_TAG_READONLY) && !w->cast;
      w->to |= !parameters || (a->from != parameters && !index) ? all : parameters;
    }
}

/* True if it does not show in I what it may write, or who may write beside it.  */
static bool
hides_writes (const ptx_insn *i)
{
  switch (i->op)
    {
    case 0:
    case PTX_OP_CALL:
    case PTX_OP_GRIDDEPCONTROL:
    case PTX_OP_CP_ASYNC_BULK_TENSOR:
    case PTX_OP_CP_REDUCE_ASYNC_BULK_TENSOR:
    case PTX_OP_TENSORMAP_CP_FENCEPROXY: return true;
    default: return false;
    }
}

void
ptx_keep_readonly (ptx_func *f, ptx_pointer_param *p, unsigned n)
{
  bool any = false, hidden = false;
  for (unsigned k = 0; k < n; k++)
    any |= p[k].readonly;
  if (!any)
    return;
  writes w = { 0 };
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      {
	hidden |= hides_writes (&s->insn);
	w.cast |= (s->insn.op == PTX_OP_CVTA || s->insn.op == PTX_OP_CVTA_TO)
		  && ptx_space (&s->insn) == PTX_M_GLOBAL;
      }
  if (!hidden)
    {
      uint8_t *tag = ptx_space_tags (f, p, n);
      w.tag = tag;
      ptx_visit_accesses (f, p, n, note_written, &w);
      free (tag);
    }
  for (unsigned k = 0; k < n; k++)
    if (hidden || k >= PTX_MAX_ORIGINS || (w.to | w.with) >> k & 1)
      p[k].readonly = false;
}
