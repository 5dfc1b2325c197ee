/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers that are vectors: a register for each component in their places.

   Needs a kernel whose calls are inlined.  A vector is split if each use names a component, or is the whole of a load, a store,
   a mov of a vector or one that packs or unpacks it.  The function is not changed: copies are in the arena of its module.  */

#include <string.h>
#include "prove/prove-int.h"

namespace
{
/* The vectors of a function: of register r, whether it stays (true of all others), and its first component's register.  */
struct splitting
{
  ptx_module *m;
  const ptx_func *f;
  std::vector<char> stays;
  std::vector<uint32_t> first;
};
}

static bool
vector_p (const struct splitting *s, const ptx_opnd *o)
{
  return o->kind == PTX_O_REG && s->f->regs[o->reg].vec > 1;
}

/* Notes the vectors in operand *O that are not to be split.  whole: it may be one; apart: no component may be in it.  */
static void
look (struct splitting *s, const ptx_opnd *o, bool whole)
{
  switch (o->kind)
    {
    case PTX_O_REG:
      if (s->f->regs[o->reg].vec > 1
	  && (o->sel ? ptx_component (o->sel) < 0
			 || ptx_component (o->sel) >= s->f->regs[o->reg].vec || o->flags
		     : !whole))
	s->stays[o->reg] = true;
      break;
    case PTX_O_ADDR:
      if (o->base == PTX_O_REG && s->f->regs[o->reg].vec > 1)
	s->stays[o->reg] = true;
      break;
    case PTX_O_TUPLE:
    case PTX_O_VEC:
    case PTX_O_PAIR:
    case PTX_O_LIST:
      for (uint32_t j = 0; j < o->n; j++)
	look (s, &o->sub[j], false);
      break;
    default: break;
    }
}

/* Returns true if register R is in operand O.  */
static bool
names (const ptx_opnd *o, uint32_t r)
{
  if (o->kind == PTX_O_VEC)
    for (uint32_t j = 0; j < o->n; j++)
      if (names (&o->sub[j], r))
	return true;
  return o->kind == PTX_O_REG && o->reg == r;
}

static void
look_at (struct splitting *s, const ptx_insn *i)
{
  bool moves = i->op == PTX_OP_MOV && i->nopnds == 2;
  for (unsigned j = 0; j < i->nopnds; j++)
    look (s, &i->opnds[j],
	  moves || ((i->op == PTX_OP_LD || i->op == PTX_OP_ST) && ptx_vec (i) > 1));
  if (!moves || ptx_vec (i) == 1)
    return;
  /* A move of components, one after the other: none may be read after it was written.  */
  const ptx_opnd *to = &i->opnds[0], *from = &i->opnds[1];
  unsigned n = ptx_vec (i);
  bool right = (vector_p (s, from) && !from->sel) || (from->kind == PTX_O_VEC && from->n == n);
  if (vector_p (s, to) && !to->sel && right && !names (from, to->reg))
    return;
  if (vector_p (s, to))
    s->stays[to->reg] = true;
  if (vector_p (s, from))
    s->stays[from->reg] = true;
  for (uint32_t j = 0; from->kind == PTX_O_VEC && j < from->n; j++)
    if (vector_p (s, &from->sub[j]))
      s->stays[from->sub[j].reg] = true;
}

static ptx_opnd *
operands (const struct splitting *s, unsigned n)
{
  return (ptx_opnd *) ptx_alloc (s->m, (n + 1) * sizeof (ptx_opnd));
}

/* Makes operand *O that of the copy.  */
static void
split (const struct splitting *s, ptx_opnd *o)
{
  if (vector_p (s, o) && !s->stays[o->reg])
    {
      uint32_t first = s->first[o->reg], n = s->f->regs[o->reg].vec;
      if (o->sel)
	{
	  o->reg = first + (uint32_t) ptx_component (o->sel);
	  o->sel = 0;
	  return;
	}
      ptx_opnd *sub = operands (s, n);
      for (uint32_t j = 0; j < n; j++)
	sub[j] = ptx_reg_opnd (first + j);
      *o = ptx_opnd ();
      o->kind = PTX_O_VEC;
      o->n = n;
      o->sub = sub;
    }
  else if (o->kind == PTX_O_TUPLE || o->kind == PTX_O_VEC || o->kind == PTX_O_PAIR
	   || o->kind == PTX_O_LIST)
    {
      ptx_opnd *sub = operands (s, o->n);
      memcpy (sub, o->sub, o->n * sizeof *sub);
      o->sub = sub;
      for (uint32_t j = 0; j < o->n; j++)
	split (s, &sub[j]);
    }
}

/* A move of component J from FROM to TO, with the guard of I.  */
static ptx_stmt *
moved (const struct splitting *s, const ptx_insn *i, const ptx_opnd *to, const ptx_opnd *from,
       unsigned j)
{
  char name[16];
  ptx_mod type = ptx_type (i, 0);
  snprintf (name, sizeof name, "mov.b%u", ptx_bits (type));
  ptx_opnd o[2] = { to->sub[j], from->sub[j] };
  ptx_stmt *t = ptx_new_insn (s->m, name, o, 2);
  t->insn.guard = i->guard;
  t->insn.guard_not = i->guard_not;
  return t;
}

static void
copy_insn (const struct splitting *s, ptx_func *to, ptx_stmt *t)
{
  ptx_insn *i = &t->insn;
  ptx_opnd *o = operands (s, i->nopnds);
  bool parts = i->op == PTX_OP_MOV && i->nopnds == 2 && ptx_vec (i) > 1
	       && vector_p (s, &i->opnds[0]) && !s->stays[i->opnds[0].reg];
  memcpy (o, i->opnds, i->nopnds * sizeof *o);
  i->opnds = o;
  i->form = 0;
  for (unsigned j = 0; j < i->nopnds; j++)
    split (s, &o[j]);
  if (parts)
    for (unsigned j = 0; j < o[0].n; j++)
      ptx_insert_before (to, NULL, moved (s, i, &o[0], &o[1], j));
  else
    ptx_insert_before (to, NULL, t);
}

/* Vectors that a mov has together are split together.  */
static void
agree (struct splitting *s)
{
  for (bool again = true; again;)
    {
      again = false;
      for (const ptx_stmt *t = s->f->first; t; t = t->next)
	{
	  const ptx_opnd *o = t->insn.opnds;
	  if (t->kind != PTX_ST_INSN || t->insn.op != PTX_OP_MOV || t->insn.nopnds != 2
	      || ptx_vec (&t->insn) == 1 || !vector_p (s, &o[0]) || !vector_p (s, &o[1])
	      || s->stays[o[0].reg] == s->stays[o[1].reg])
	    continue;
	  s->stays[o[0].reg] = s->stays[o[1].reg] = true;
	  again = true;
	}
    }
}

ptx_func *
pv_split_vectors (ptx_module *m, ptx_func *f)
{
  struct splitting s
    = { m, f, std::vector<char> (f->nregs, true), std::vector<uint32_t> (f->nregs, 0) };
  std::vector<ptx_reg> regs (f->regs, f->regs + f->nregs);
  for (uint32_t r = 0; r < f->nregs; r++)
    s.stays[r] = f->regs[r].vec <= 1 || f->regs[r].vec > 4;
  for (const ptx_stmt *t = f->first; t; t = t->next)
    if (t->kind == PTX_ST_INSN)
      look_at (&s, &t->insn);
  agree (&s);
  for (uint32_t r = 0; r < f->nregs; r++)
    if (!s.stays[r])
      {
	s.first[r] = (uint32_t) regs.size ();
	ptx_reg part = f->regs[r];
	part.vec = 1;
	regs.insert (regs.end (), f->regs[r].vec, part);
      }
  if (regs.size () == f->nregs)
    return f;
  ptx_func *to = (ptx_func *) ptx_alloc (m, sizeof *to);
  *to = *f;
  to->first = to->last = NULL;
  to->labels = (ptx_label *) ptx_alloc (m, (f->nlabels + 1) * sizeof (ptx_label));
  if (f->nlabels)
    memcpy (to->labels, f->labels, f->nlabels * sizeof (ptx_label));
  to->labels_cap = f->nlabels;
  for (const ptx_stmt *t = f->first; t; t = t->next)
    {
      ptx_stmt *c = (ptx_stmt *) ptx_alloc (m, sizeof *c);
      *c = *t;
      c->next = c->prev = NULL;
      if (t->kind == PTX_ST_INSN)
	{
	  copy_insn (&s, to, c);
	  continue;
	}
      if (t->kind == PTX_ST_LABEL)
	to->labels[t->label].stmt = c;
      ptx_insert_before (to, NULL, c);
    }
  to->nregs = to->regs_cap = (uint32_t) regs.size ();
  to->regs = (ptx_reg *) ptx_alloc (m, regs.size () * sizeof (ptx_reg));
  std::copy (regs.begin (), regs.end (), to->regs);
  return to;
}
