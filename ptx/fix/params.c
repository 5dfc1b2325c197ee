/* SPDX-License-Identifier: MIT */
/* Structs by value as parameters of a kernel.

   GCC declares such a parameter as .param .u64 and reads it as the address of
   a copy that the kernel owns.  The launch passes the bytes themselves, so the
   parameter becomes .align .b8 [size].  Each ld.param of it becomes the
   address of the bytes.  If the kernel only loads through it, that is the address of the
   parameter (cvta.param, 9.7.9.20), which is read-only; else that of a copy
   in local memory, made at the same place.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

static bool
reads_param (const ptx_insn *i, const ptx_sym *sym)
{
  return i->op == PTX_OP_LD && i->nopnds == 2 && i->opnds[0].kind == PTX_O_REG
	 && i->opnds[1].kind == PTX_O_ADDR && i->opnds[1].base == PTX_O_SYM
	 && i->opnds[1].sym == sym;
}

typedef struct flow
{
  const ptx_func *f;
  uint8_t *from; /* by register: may hold the address  */
  bool any;	 /* the current instruction reads such a register */
  bool changed;
} flow;

static void
note_reg (void *closure, ptx_opnd *o, bool written)
{
  flow *w = closure;
  if (!written)
    w->any |= w->from[o->reg];
}

static void
spread_address (void *closure, ptx_opnd *o, bool written)
{
  flow *w = closure;
  if (written && !w->from[o->reg] && w->f->regs[o->reg].type != PTX_PRED)
    {
      w->from[o->reg] = 1;
      w->changed = true;
    }
}

/* Return true if i only computes an address, a number or a predicate from addresses, without
   storing or passing them on.  */
static bool
harmless (const ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_MOV:
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_MAD:
    case PTX_OP_MUL:
    case PTX_OP_SHL:
    case PTX_OP_AND:
    case PTX_OP_OR:
    case PTX_OP_SELP:
    case PTX_OP_SETP:
    case PTX_OP_CVTA:
    case PTX_OP_CVTA_TO:
    case PTX_OP_CVT:
    case PTX_OP_PREFETCH:
    case PTX_OP_CP_ASYNC_BULK_PREFETCH_TENSOR:
    case PTX_OP_CP_ASYNC_BULK_TENSOR:
    case PTX_OP_CP_REDUCE_ASYNC_BULK_TENSOR: return true;
    }
  return false;
}

/* Return true if f only loads through the addresses that its loads of sym give.  */
static bool
only_read (ptx_func *f, const ptx_sym *sym)
{
  flow w = { .f = f, .from = calloc (f->nregs + 1, 1) };
  bool ok = true;
  if (!w.from)
    ptx_oom ();
  /* Each round but the last adds a register.  A long chain in reverse order exceeds the limit,
     and the search gives up.  */
  unsigned rounds = 0;
  do
    {
      w.changed = false;
      for (ptx_stmt *s = f->first; s && ok; s = s->next)
	{
	  if (s->kind != PTX_ST_INSN)
	    continue;
	  ptx_insn *i = &s->insn;
	  w.any = reads_param (i, sym);
	  if (!w.any)
	    {
	      ptx_visit_regs (i, note_reg, &w);
	      /* A value that is loaded through the address is not an address of the parameter.  */
	      if (w.any && i->op == PTX_OP_LD)
		continue;
	    }
	  if (!w.any)
	    continue;
	  if (!reads_param (i, sym) && !harmless (i))
	    ok = false;
	  else
	    ptx_visit_regs (i, spread_address, &w);
	}
    }
  while (ok && w.changed && ++rounds < 64);
  free (w.from);
  return ok && !w.changed;
}

static void
insert_insn (ptx_func *f, ptx_stmt *at, const char *name, ptx_opnd a, ptx_opnd b)
{
  ptx_opnd o[] = { a, b };
  ptx_stmt *s = ptx_new_insn (f->module, name, o, 2);
  s->pos = at->pos;
  ptx_insert_before (f, at, s);
}

static ptx_opnd
address_opnd (ptx_sym *sym, int64_t off)
{
  return (ptx_opnd){ .kind = PTX_O_ADDR, .base = PTX_O_SYM, .sym = sym, .off = off };
}

/* Copy the parameter to a new local variable before `at`.  */
static ptx_sym *
copy_local (ptx_func *f, ptx_stmt *at, const ptx_value_param *p, ptx_sym *param)
{
  static const struct
  {
    const char *ld, *st;
    ptx_mod type;
  } by[] = { { "ld.param.b8", "st.local.b8", PTX_B16 },
	     { "ld.param.b16", "st.local.b16", PTX_B16 },
	     { "ld.param.b32", "st.local.b32", PTX_B32 },
	     { "ld.param.b64", "st.local.b64", PTX_B64 } };
  ptx_module *m = f->module;
  ptx_var *v = ptx_alloc (m, sizeof *v);
  ptx_stmt *s = ptx_alloc (m, sizeof *s);
  char name[80];
  snprintf (name, sizeof name, "px_copy_%u", p->index);
  v->sym = ptx_alloc (m, sizeof *v->sym);
  v->sym->name = ptx_intern (m, name, strlen (name));
  v->space = PTX_M_LOCAL;
  v->type = PTX_B8;
  v->vec = 1;
  v->reg = -1;
  v->align = p->align;
  v->ndims = 1;
  v->dims = ptx_alloc (m, sizeof *v->dims);
  v->dims[0] = p->size;
  ptx_add_var (f, v);
  s->kind = PTX_ST_VAR;
  s->var = v;
  ptx_insert_after (f, 0, s);
  unsigned k = p->align >= 8 ? 3 : p->align >= 4 ? 2 : p->align >= 2 ? 1 : 0;
  uint32_t reg[4] = { 0 };
  bool have[4] = { false };
  for (uint32_t off = 0; off < p->size;)
    {
      while (p->size - off < 1u << k)
	k--;
      if (!have[k])
	reg[k] = ptx_new_reg (f, by[k].type, "%px_");
      have[k] = true;
      insert_insn (f, at, by[k].ld, ptx_reg_opnd (reg[k]), address_opnd (param, off));
      insert_insn (f, at, by[k].st, address_opnd (v->sym, off), ptx_reg_opnd (reg[k]));
      off += 1 << k;
    }
  return v->sym;
}

typedef struct count
{
  uint32_t reg, writes;
} count;

static void
count_writes (void *closure, ptx_opnd *o, bool written)
{
  count *c = closure;
  c->writes += written && o->reg == c->reg;
}

/* If reg only ever contains the address of sym, let loads through it name the parameter itself.  */
static void
name_parameter (ptx_func *f, uint32_t reg, ptx_sym *sym)
{
  count c = { reg, 0 };
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      ptx_visit_regs (&s->insn, count_writes, &c);
  for (ptx_stmt *s = c.writes == 1 ? f->first : 0; s; s = s->next)
    {
      ptx_insn *i = &s->insn;
      if (s->kind != PTX_ST_INSN || i->op != PTX_OP_LD || i->nopnds != 2
	  || i->opnds[1].kind != PTX_O_ADDR || i->opnds[1].base != PTX_O_REG
	  || i->opnds[1].reg != reg)
	continue;
      ptx_mod mods[3] = { PTX_M_PARAM };
      bool plain = i->nmods <= 2;
      for (unsigned k = 0; k < i->nmods && plain; k++)
	{
	  mods[k + 1] = i->mods[k];
	  plain
	    = ptx_mod_class (i->mods[k]) == PTX_C_TYPE || ptx_mod_class (i->mods[k]) == PTX_C_VEC;
	}
      if (!plain)
	continue;
      ptx_replace_mods (f->module, i, mods, i->nmods + 1);
      i->opnds[1].base = PTX_O_SYM;
      i->opnds[1].sym = sym;
    }
}

bool
ptx_fix_param (ptx_func *f, const ptx_value_param *p)
{
  ptx_module *m = f->module;
  if (!f->entry || p->index >= f->sig.nparams)
    {
      ptx_error (m, f->pos, "'%s' has no parameter %u", f->sym->name, p->index);
      return false;
    }
  ptx_var *v = f->sig.params[p->index];
  if (v->ndims && v->type == PTX_B8)
    return true;
  if (ptx_bits (v->type) != 64 || v->ndims || v->vec != 1 || !p->size || p->size > 32764
      || !p->align || p->align > 128 || p->align & (p->align - 1))
    {
      ptx_error (m, v->pos,
		 "parameter %u of '%s' can not be a struct of %u bytes, "
		 "aligned to %u",
		 p->index, f->sym->name, p->size, p->align);
      return false;
    }
  bool in_place = only_read (f, v->sym);
  ptx_sym *copy = 0;
  uint32_t where = 0, sites = 0;
  for (ptx_stmt *s = f->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind != PTX_ST_INSN || !reads_param (&s->insn, v->sym))
	continue;
      ptx_opnd d = s->insn.opnds[0];
      if (ptx_bits (ptx_type (&s->insn, 0)) != 64 || ptx_vec (&s->insn) != 1
	  || s->insn.opnds[1].off)
	{
	  ptx_error (m, s->pos, "parameter %u of '%s' is not read as an address", p->index,
		     f->sym->name);
	  return false;
	}
      if (!in_place && !copy)
	copy = copy_local (f, s, p, v->sym);
      insert_insn (f, s, in_place ? "cvta.param.u64" : "cvta.local.u64", d,
		   ptx_sym_opnd (in_place ? v->sym : copy, 0));
      ptx_remove (f, s);
      where = d.reg;
      sites++;
    }
  if (in_place && sites == 1)
    name_parameter (f, where, v->sym);
  v->type = PTX_B8;
  v->align = p->align;
  v->ndims = 1;
  v->dims = ptx_alloc (m, sizeof *v->dims);
  v->dims[0] = p->size;
  /* Update the declarations of the same entry.  */
  for (ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FUNC && i->func->sym == f->sym && i->func != f
	&& p->index < i->func->sig.nparams)
      {
	ptx_var *w = i->func->sig.params[p->index];
	w->type = v->type;
	w->align = v->align;
	w->ndims = v->ndims;
	w->dims = v->dims;
      }
  return true;
}
