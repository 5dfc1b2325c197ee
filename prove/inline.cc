/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of functions: a kernel with the bodies of what it calls in their places.

   Needs a kernel that was read.  Leaves a function without calls of functions whose bodies the
   module has; other calls stay, and so do recursion and what is beyond the limits.  Variables in
   .param space that hold arguments and results (5.1.6.4 and 7.1 of the ISA) become registers where
   each is accessed only as whole, disjoint numbers of 32 or 64 bits; what is loaded from others is
   unknown.  The caller's variable stands for the function's parameter, which is a copy of it: where
   that could be seen, it is not done.  The module is not changed: copies are in its arena.  */

#include <string.h>
#include "prove/prove-int.h"

enum
{
  MOST_CALLS_DEEP = 16,
  /* Statements with all bodies: kernels of the suite have up to 20000, and the time of what follows
     grows faster than this.  */
  MOST_STATEMENTS = 60000
};

namespace
{
/* A load from, or a store to, variable sym in .param space.  */
struct passing
{
  ptx_stmt *stmt;
  const ptx_sym *sym;
  int64_t offset;
  unsigned bits;
};

/* A variable in place of another one: a parameter of a function, and the caller's argument.  */
struct renamed
{
  const ptx_sym *from;
  ptx_sym *to;
};

struct inlining
{
  ptx_module *m;
  ptx_func *to;
  std::vector<ptx_reg> regs;
  std::vector<ptx_label> labels;
  std::vector<struct passing> passed;
  std::vector<const ptx_sym *> opaque; /* variables that stay in memory */
  std::vector<const ptx_func *> open;  /* functions whose bodies are copied, from the kernel on */
  int statements;
};

/* A body that is copied: what is added to its numbers of registers and labels.  */
struct copying
{
  struct inlining *n;
  const ptx_func *from;
  uint32_t reg, label;
  std::vector<struct renamed> names;
};
}

static void
append (struct inlining *n, ptx_stmt *s)
{
  ptx_insert_before (n->to, NULL, s);
  n->statements++;
}

static ptx_stmt *
shallow (struct inlining *n, const ptx_stmt *s)
{
  ptx_stmt *t = (ptx_stmt *) ptx_alloc (n->m, sizeof *t);
  *t = *s;
  t->next = t->prev = NULL;
  return t;
}

static ptx_sym *
renamed_sym (const struct copying *c, ptx_sym *s)
{
  for (const struct renamed &r : c->names)
    if (r.from == s)
      return r.to;
  return s;
}

static void copy_operands (const struct copying *c, ptx_opnd *o, unsigned n);

/* Makes operand *o, which still is the callee's, that of the copy.  */
static void
copy_operand (const struct copying *c, ptx_opnd *o)
{
  switch (o->kind)
    {
    case PTX_O_REG: o->reg += c->reg; break;
    case PTX_O_LABEL: o->reg += c->label; break;
    case PTX_O_SYM: o->sym = renamed_sym (c, o->sym); break;
    case PTX_O_ADDR:
      if (o->base == PTX_O_REG)
	o->reg += c->reg;
      else if (o->base == PTX_O_SYM)
	o->sym = renamed_sym (c, o->sym);
      break;
    case PTX_O_TUPLE:
    case PTX_O_VEC:
    case PTX_O_PAIR:
    case PTX_O_LIST:
      {
	ptx_opnd *sub = (ptx_opnd *) ptx_alloc (c->n->m, o->n * sizeof *sub);
	memcpy (sub, o->sub, o->n * sizeof *sub);
	o->sub = sub;
	copy_operands (c, sub, o->n);
	break;
      }
    default: break;
    }
}

static void
copy_operands (const struct copying *c, ptx_opnd *o, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    copy_operand (c, &o[i]);
}

/* A copy of instruction s.  */
static ptx_stmt *
copy_insn (const struct copying *c, const ptx_stmt *s)
{
  ptx_stmt *t = shallow (c->n, s);
  ptx_insn *i = &t->insn;
  i->opnds = (ptx_opnd *) ptx_alloc (c->n->m, (i->nopnds + 1) * sizeof *i->opnds);
  memcpy (i->opnds, s->insn.opnds, i->nopnds * sizeof *i->opnds);
  copy_operands (c, i->opnds, i->nopnds);
  if (i->guard >= 0)
    i->guard += (int32_t) c->reg;
  return t;
}

/* ---- variables in .param space ---- */

static bool
of_params (const ptx_sym *s)
{
  return s->kind == PTX_S_VAR && s->var && s->var->space == PTX_M_PARAM;
}

bool
pv_parameter_of (const ptx_func *f, const ptx_sym *s)
{
  for (uint32_t i = 0; i < f->sig.nparams; i++)
    if (f->sig.params[i]->sym == s)
      return true;
  return false;
}

static void
keep_in_memory (struct inlining *n, const ptx_opnd *o)
{
  if ((o->kind == PTX_O_SYM || (o->kind == PTX_O_ADDR && o->base == PTX_O_SYM))
      && of_params (o->sym))
    n->opaque.push_back (o->sym);
  if (o->kind == PTX_O_TUPLE || o->kind == PTX_O_VEC || o->kind == PTX_O_PAIR
      || o->kind == PTX_O_LIST)
    for (uint32_t i = 0; i < o->n; i++)
      keep_in_memory (n, &o->sub[i]);
}

/* Notes what instruction t, which was copied, does to variables in .param space.  */
static void
note_passing (struct inlining *n, ptx_stmt *t)
{
  const ptx_insn *i = &t->insn;
  bool load = i->op == PTX_OP_LD, store = i->op == PTX_OP_ST;
  if ((load || store) && i->nopnds == 2 && ptx_space (i) == PTX_M_PARAM)
    {
      const ptx_opnd *a = &i->opnds[load], *v = &i->opnds[!load];
      unsigned bits = ptx_bits (ptx_type (i, 0));
      if (a->kind == PTX_O_ADDR && a->base == PTX_O_SYM && pv_parameter_of (n->to, a->sym))
	return;
      if (a->kind == PTX_O_ADDR && a->base == PTX_O_SYM && ptx_vec (i) == 1
	  && (bits == 32 || bits == 64)
	  && ((v->kind == PTX_O_REG && !v->sel && ptx_bits (n->regs[v->reg].type) == bits)
	      || (store && v->kind == PTX_O_IMM)))
	{
	  n->passed.push_back ({ t, a->sym, a->off, bits });
	  return;
	}
    }
  for (unsigned k = 0; k < i->nopnds; k++)
    keep_in_memory (n, &i->opnds[k]);
}

/* A function's parameters are its own copies: what it stores to one is not in the caller's variable,
   which stands for the parameter.  s: an instruction of c->from, before it is copied.  */
static void
note_store_to_parameter (struct copying *c, const ptx_stmt *s)
{
  const ptx_opnd *a = s->insn.opnds;
  if (s->insn.op == PTX_OP_ST && s->insn.nopnds && a->kind == PTX_O_ADDR && a->base == PTX_O_SYM
      && pv_parameter_of (c->from, a->sym))
    c->n->opaque.push_back (renamed_sym (c, a->sym));
}

/* Makes registers of variables whose accesses are equal or apart.  */
static void
use_registers (struct inlining *n)
{
  struct cell
  {
    const struct passing *p;
    uint32_t reg;
  };
  std::vector<struct cell> cells;
  for (const struct passing &p : n->passed)
    for (const struct passing &q : n->passed)
      if (p.sym == q.sym && (p.offset != q.offset || p.bits != q.bits)
	  && p.offset < q.offset + q.bits / 8 && q.offset < p.offset + p.bits / 8)
	{
	  n->opaque.push_back (p.sym);
	  break;
	}
  for (const struct passing &p : n->passed)
    {
      bool stays = false;
      for (const ptx_sym *s : n->opaque)
	stays |= s == p.sym;
      if (stays)
	continue;
      const struct cell *found = NULL;
      for (const struct cell &c : cells)
	if (c.p->sym == p.sym && c.p->offset == p.offset)
	  found = &c;
      if (!found)
	{
	  ptx_reg r = ptx_reg ();
	  r.name = p.sym->name;
	  r.type = p.bits == 64 ? PTX_B64 : PTX_B32;
	  r.vec = 1;
	  cells.push_back ({ &p, (uint32_t) n->regs.size () });
	  n->regs.push_back (r);
	  found = &cells.back ();
	}
      bool load = p.stmt->insn.op == PTX_OP_LD;
      ptx_opnd o[2];
      o[load] = ptx_reg_opnd (found->reg);
      o[!load] = p.stmt->insn.opnds[!load];
      ptx_stmt *mov = ptx_new_insn (n->m, p.bits == 64 ? "mov.b64" : "mov.b32", o, 2);
      mov->insn.guard = p.stmt->insn.guard;
      mov->insn.guard_not = p.stmt->insn.guard_not;
      p.stmt->insn = mov->insn;
    }
}

/* ---- bodies ---- */

static void copy_body (struct copying *c, int end);

/* The function that a call leads to, if its body can take its place; else NULL.  */
static const ptx_func *
called (const struct copying *c, const ptx_insn *i, ptx_call *parts)
{
  if (i->guard >= 0 || !ptx_call_parts (i, parts) || parts->callee->kind != PTX_O_SYM
      || parts->callee->sym->kind != PTX_S_FUNC)
    return NULL;
  const ptx_func *f = ptx_find_func (c->n->m, parts->callee->sym->name);
  unsigned nargs = parts->args ? parts->args->n : 0, nrets = parts->rets ? parts->rets->n : 0;
  if (!f || !f->defined || f->entry || nargs != f->sig.nparams || nrets != f->sig.nrets
      || c->n->open.size () > MOST_CALLS_DEEP || c->n->statements > MOST_STATEMENTS)
    return NULL;
  for (const ptx_func *g : c->n->open)
    if (g == f)
      return NULL;
  for (unsigned k = 0; k < nargs + nrets; k++)
    {
      const ptx_opnd *o = k < nargs ? &parts->args->sub[k] : &parts->rets->sub[k - nargs];
      const ptx_var *v = k < nargs ? f->sig.params[k] : f->sig.rets[k - nargs];
      if (o->kind != PTX_O_SYM || v->space != PTX_M_PARAM || !of_params (renamed_sym (c, o->sym))
	  || pv_parameter_of (c->n->to, renamed_sym (c, o->sym)))
	return NULL;
      if (k < nargs)
	continue;
      /* The body may store a result before it loads an argument, which is a copy.  */
      if (pv_parameter_of (c->from, o->sym))
	return NULL;
      for (unsigned h = 0; h < k; h++)
	if ((h < nargs ? &parts->args->sub[h] : &parts->rets->sub[h - nargs])->sym == o->sym)
	  return NULL;
    }
  return f;
}

static uint32_t
new_label (struct inlining *n)
{
  ptx_label l = ptx_label ();
  l.name = "$end";
  n->labels.push_back (l);
  return (uint32_t) n->labels.size () - 1;
}

static void
put_label (struct inlining *n, uint32_t label)
{
  ptx_stmt *t = (ptx_stmt *) ptx_alloc (n->m, sizeof *t);
  t->kind = PTX_ST_LABEL;
  t->label = label;
  n->labels[label].stmt = t;
  append (n, t);
}

/* Copies the body of f in place of a call.  loc: the line of the call, or NULL.  */
static void
copy_called (struct copying *c, const ptx_func *f, const ptx_call *parts, const ptx_stmt *loc)
{
  struct inlining *n = c->n;
  struct copying d = { n, f, 0, 0, {} };
  for (uint32_t k = 0; k < f->sig.nparams; k++)
    d.names.push_back ({ f->sig.params[k]->sym, renamed_sym (c, parts->args->sub[k].sym) });
  for (uint32_t k = 0; k < f->sig.nrets; k++)
    d.names.push_back ({ f->sig.rets[k]->sym, renamed_sym (c, parts->rets->sub[k].sym) });
  uint32_t end = new_label (n);
  n->open.push_back (f);
  copy_body (&d, (int) end);
  n->open.pop_back ();
  put_label (n, end);
  if (loc)
    append (n, shallow (n, loc));
}

/* Copies the statements of c->from; end: the label after them, -1: of the kernel.  */
static void
copy_body (struct copying *c, int end)
{
  struct inlining *n = c->n;
  const ptx_func *f = c->from;
  c->reg = (uint32_t) n->regs.size ();
  c->label = (uint32_t) n->labels.size ();
  n->regs.insert (n->regs.end (), f->regs, f->regs + f->nregs);
  n->labels.insert (n->labels.end (), f->labels, f->labels + f->nlabels);
  const ptx_stmt *loc = NULL;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    switch (s->kind)
      {
      case PTX_ST_INSN:
	{
	  ptx_call parts;
	  const ptx_func *g = called (c, &s->insn, &parts);
	  if (g)
	    {
	      copy_called (c, g, &parts, loc);
	      break;
	    }
	  ptx_stmt *t = copy_insn (c, s);
	  if (s->insn.op == PTX_OP_RET && end >= 0)
	    {
	      ptx_opnd o = ptx_opnd ();
	      o.kind = PTX_O_LABEL;
	      o.reg = (uint32_t) end;
	      ptx_insn *bra = &ptx_new_insn (n->m, "bra", &o, 1)->insn;
	      bra->guard = t->insn.guard;
	      bra->guard_not = t->insn.guard_not;
	      t->insn = *bra;
	    }
	  append (n, t);
	  note_store_to_parameter (c, s);
	  note_passing (n, t);
	  break;
	}
      case PTX_ST_LABEL: put_label (n, s->label + c->label); break;
      case PTX_ST_LOC:
	loc = s;
	append (n, shallow (n, s));
	break;
      case PTX_ST_TEXT: append (n, shallow (n, s)); break;
      default: break; /* declarations, whose objects the operands have, and tables */
      }
}

ptx_func *
pv_inline (ptx_module *m, ptx_func *f)
{
  bool calls = false;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    calls |= s->kind == PTX_ST_INSN && s->insn.op == PTX_OP_CALL;
  if (!calls)
    return f;
  struct inlining n = { m, (ptx_func *) ptx_alloc (m, sizeof *f), {}, {}, {}, {}, { f }, 0 };
  *n.to = *f;
  n.to->first = n.to->last = NULL;
  struct copying c = { &n, f, 0, 0, {} };
  copy_body (&c, -1);
  use_registers (&n);
  n.to->nregs = n.to->regs_cap = (uint32_t) n.regs.size ();
  n.to->regs = (ptx_reg *) ptx_alloc (m, n.regs.size () * sizeof (ptx_reg));
  std::copy (n.regs.begin (), n.regs.end (), n.to->regs);
  n.to->nlabels = n.to->labels_cap = (uint32_t) n.labels.size ();
  n.to->labels = (ptx_label *) ptx_alloc (m, n.labels.size () * sizeof (ptx_label));
  std::copy (n.labels.begin (), n.labels.end (), n.to->labels);
  return n.to;
}
