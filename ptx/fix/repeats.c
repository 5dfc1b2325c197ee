/* SPDX-License-Identifier: MIT */
/* What is computed again is computed once.  Joined branches (arms.c) leave conditions and sums beside each
   other that GCC had in different blocks, and the device compiler does not look for what addresses share
   once it has made instructions of them:

       setp.gt.s32 p, n, y;                      setp.gt.s32 p, n, y;
       and.pred a, p, q;                         and.pred a, p, q;
       …                                         …
       setp.gt.s32 r, n, y;                      and.pred b, p, s;
       and.pred b, r, s;

   This is value numbering along the tree of dominators, as in SSA form.  A register takes part if one
   instruction without a guard writes it, and all that reads it comes after that: the block of the
   instruction dominates the reader's.  Two such instructions give the same if they are the same, and what
   they read takes part or is written once before: from the first one to the second nothing that they read
   is written again, as who wrote it would have to come through the first one again.  So it is for a move
   of a register that is written once before it: it is that register.

   Nothing is computed earlier or more often than before.  A value may be kept in a register longer: ptxas
   computes it again where registers are few.

   The negation of a predicate is read as that, negated: by branches and guards, selp and setp; that of a
   negation is the predicate itself.

   What wgmma reads stays, as it reads later, and what a nested scope names, as names in it hide others.

   A function with comments for the debugger stays as it is: they name registers.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

/* What is known of a register.  */
typedef struct value
{
  ptx_stmt *by;	      /* what writes it, if that is one */
  uint32_t writes;    /* how many write it */
  uint32_t block, at; /* where BY is: block, position in the text */
  uint32_t read;      /* the position of the first one that reads it; 0: none */
  uint32_t same;      /* the register that has its value: itself, or one that is written before */
  bool inverse;	      /* of a predicate: SAME has the negation */
  bool fixed;	      /* it stays: wgmma, a scope */
  bool early;	      /* something reads it where BY need not have been executed */
} value;

/* An instruction that gives a value first.  */
typedef struct first
{
  struct first *next; /* of those with the same hash */
  ptx_stmt *s;
} first;

typedef struct repeats
{
  ptx_func *f;
  ptx_flow *flow;
  uint32_t nregs;
  value *v;
  uint32_t ndecls;
  uint32_t *declared; /* by declaration: its position */
  ptx_stmt **gone;    /* what is removed at the end: blocks are counted by what they begin with */
  uint32_t ngone;
  uint32_t block, at; /* of the instruction that is looked at */
  bool fix;	      /* its registers stay */
  first **table, *pool;
  uint32_t size, used;
} repeats;

static void
note_value (void *closure, ptx_opnd *o, bool written)
{
  repeats *w = closure;
  value *v = &w->v[o->reg];
  v->fixed |= w->fix;
  if (written)
    {
      v->writes++;
      v->block = w->block, v->at = w->at;
    }
}

static void
note_reader (void *closure, ptx_opnd *o, bool written)
{
  repeats *w = closure;
  value *v = &w->v[o->reg];
  if (!written && !v->read)
    v->read = w->at;
  if (!written && v->writes == 1)
    v->early
      |= v->block == w->block ? w->at <= v->at : !ptx_dominates (w->flow, v->block, w->block);
}

/* Call VISIT for the registers of each instruction.  */
static void
each_register (repeats *w, void (*visit) (void *, ptx_opnd *, bool))
{
  uint32_t depth = 0;
  w->block = UINT32_MAX, w->at = 0;
  for (ptx_stmt *s = w->f->first; s; s = s->next)
    {
      w->block += ptx_begins_block (s);
      w->at++;
      depth += s->kind == PTX_ST_OPEN;
      depth -= s->kind == PTX_ST_CLOSE;
      if (s->kind == PTX_ST_REG)
	w->declared[s->reg->id] = w->at;
      if (s->kind != PTX_ST_INSN)
	continue;
      uint32_t flags = s->insn.op == PTX_OP_UNKNOWN ? 0 : ptx_opinfos ()[s->insn.op].flags;
      w->fix = depth || s->insn.op == PTX_OP_UNKNOWN
	       || (flags & PTX_TENSORCORE && flags & (PTX_ASYNC | PTX_ORDERS));
      ptx_visit_regs (&s->insn, visit, w);
    }
}

/* True if what R contains, once it is written, stays that until its writer is executed again, and the
   current instruction comes after that.  */
static bool
is_settled (const repeats *w, uint32_t r)
{
  const value *v = &w->v[r];
  if (v->fixed)
    return false;
  if (!v->writes)
    return w->f->regs[r].param;
  return v->writes == 1
	 && (v->block == w->block ? v->at < w->at : ptx_dominates (w->flow, v->block, w->block));
}

/* True if I computes a register that takes part, of what is written once.  */
static bool
gives_value (const repeats *w, const ptx_insn *i)
{
  if (i->guard >= 0 || i->nopnds < 2 || !ptx_only_computes (i) || !ptx_whole_reg (&i->opnds[0]))
    return false;
  const value *v = &w->v[i->opnds[0].reg];
  if (v->writes != 1 || v->fixed || v->early || w->f->regs[i->opnds[0].reg].param)
    return false;
  for (unsigned k = 1; k < i->nopnds; k++)
    {
      const ptx_opnd *o = &i->opnds[k];
      if (o->kind == PTX_O_REG
	    ? !is_settled (w, o->reg)
	    : o->kind != PTX_O_IMM && o->kind != PTX_O_F32 && o->kind != PTX_O_F64
		&& (o->kind != PTX_O_SYM || o->sym->local))
	return false;
    }
  return true;
}

static uint32_t
declared_at (const repeats *w, const ptx_reg *r)
{
  /* What this pass makes is declared first.  */
  return r->decl && r->decl->id < w->ndecls ? w->declared[r->decl->id] : 0;
}

/* What I computes is what register R has.  True if R takes its place.  */
static bool
takes_place (repeats *w, const ptx_insn *i, uint32_t r)
{
  uint32_t d = i->opnds[0].reg;
  const ptx_reg *a = &w->f->regs[d], *b = &w->f->regs[r];
  if (a->type != b->type || a->vec != 1 || b->vec != 1 || declared_at (w, b) > w->v[d].read)
    return false;
  w->v[d].same = r;
  return true;
}

static void
replace_reader (void *closure, ptx_opnd *o, bool written)
{
  repeats *w = closure;
  if (!written && o->reg < w->nregs && !w->v[o->reg].inverse)
    o->reg = w->v[o->reg].same;
}

/* Replace what I reads.  A guard, the condition of selp and the last one of setp are read as they are or
   negated.  */
static void
replace_readers (repeats *w, ptx_insn *i)
{
  if (i->guard >= 0 && w->v[i->guard].inverse)
    {
      i->guard_not = !i->guard_not;
      i->guard = (int32_t) w->v[i->guard].same;
    }
  ptx_opnd *c = i->nopnds == 4 ? &i->opnds[3] : 0;
  if (c && c->kind == PTX_O_REG && !c->sel && w->v[c->reg].inverse
      && (i->op == PTX_OP_SETP || (i->op == PTX_OP_SELP && !c->flags)))
    {
      c->reg = w->v[c->reg].same;
      if (i->op == PTX_OP_SETP)
	c->flags ^= PTX_OF_NOT;
      else
	{
	  ptx_opnd a = i->opnds[1];
	  i->opnds[1] = i->opnds[2];
	  i->opnds[2] = a;
	}
    }
  ptx_visit_regs (i, replace_reader, w);
}

static uint32_t
hash_of (const ptx_insn *i)
{
  uint32_t h = i->op;
  for (unsigned k = 0; k < i->nmods; k++)
    h = h * 31 + i->mods[k];
  for (unsigned k = 1; k < i->nopnds; k++)
    {
      const ptx_opnd *o = &i->opnds[k];
      h = h * 16777619u
	  + (o->kind == PTX_O_REG   ? o->reg
	     : o->kind == PTX_O_SYM ? 0
				    : (uint32_t) o->u);
    }
  return h ^ h >> 15;
}

/* Like ptx_same_insn, of what A and B write apart.  */
static bool
computes_same (const ptx_insn *a, const ptx_insn *b)
{
  ptx_insn x = *a;
  ptx_opnd o[8];
  if (a->nopnds > sizeof o / sizeof *o || a->nopnds != b->nopnds)
    return false;
  memcpy (o, a->opnds, a->nopnds * sizeof *o);
  o[0] = b->opnds[0];
  x.opnds = o;
  return ptx_same_insn (&x, b);
}

/* The comparison that gives the negation of HOW of integers, or PTX_NOMOD.  */
static ptx_mod
opposite (ptx_mod how)
{
  switch (how)
    {
    case PTX_M_EQ: return PTX_M_NE;
    case PTX_M_NE: return PTX_M_EQ;
    case PTX_M_LT: return PTX_M_GE;
    case PTX_M_GE: return PTX_M_LT;
    case PTX_M_GT: return PTX_M_LE;
    case PTX_M_LE: return PTX_M_GT;
    default: return PTX_NOMOD;
    }
}

/* What computed the same as I, and is settled now, or 0.  */
static const ptx_insn *
find_first (const repeats *w, const ptx_insn *i)
{
  for (const first *k = w->table[hash_of (i) & (w->size - 1)]; k; k = k->next)
    if (computes_same (i, &k->s->insn) && is_settled (w, k->s->insn.opnds[0].reg))
      return &k->s->insn;
  return 0;
}

/* The register that has the negation of what I computes, a predicate, or -1.  */
static int64_t
negation_of (const repeats *w, const ptx_insn *i)
{
  if (i->op == PTX_OP_NOT && ptx_type (i, 0) == PTX_PRED && i->opnds[1].kind == PTX_O_REG)
    return i->opnds[1].reg;
  if (i->op != PTX_OP_SETP || i->nopnds != 3 || i->nmods != 2
      || ptx_type_kind (ptx_type (i, 0)) == PTX_K_FLOAT)
    return -1;
  ptx_insn x = *i;
  const ptx_mod mods[] = { opposite (i->mods[0]), i->mods[1] };
  x.mods = mods;
  const ptx_insn *k = mods[0] ? find_first (w, &x) : 0;
  return k ? (int64_t) k->opnds[0].reg : -1;
}

/* True if S, which gives a value, may go: its register has another one's place.  */
static bool
is_repeated (repeats *w, ptx_stmt *s)
{
  const ptx_insn *i = &s->insn;
  if (i->op == PTX_OP_MOV && i->nopnds == 2 && ptx_whole_reg (&i->opnds[1])
      && takes_place (w, i, i->opnds[1].reg))
    return true;
  const ptx_insn *k = find_first (w, i);
  if (k && takes_place (w, i, k->opnds[0].reg))
    return true;
  int64_t r = negation_of (w, i);
  if (r >= 0 && w->v[r].inverse)
    return takes_place (w, i, w->v[r].same);
  value *v = &w->v[i->opnds[0].reg];
  if (r >= 0 && declared_at (w, &w->f->regs[r]) <= v->read)
    {
      v->same = (uint32_t) r;
      v->inverse = true;
    }
  first **at = &w->table[hash_of (i) & (w->size - 1)], *n = &w->pool[w->used++];
  *n = (first){ *at, s };
  *at = n;
  return false;
}

/* S, xor of predicates, reads those that operands are the negations of.  */
static void
negate_result (repeats *w, ptx_stmt *s)
{
  ptx_insn *i = &s->insn;
  bool negate = false;
  if (i->op != PTX_OP_XOR || ptx_type (i, 0) != PTX_PRED || !gives_value (w, i))
    return;
  for (unsigned k = 1; k < 3; k++)
    {
      const value *v = &w->v[i->opnds[k].reg];
      negate ^= v->inverse;
      if (v->inverse)
	i->opnds[k].reg = v->same;
    }
  if (!negate)
    return;
  const value *old = &w->v[i->opnds[0].reg];
  uint32_t r = ptx_new_reg (w->f, PTX_PRED, "%px_");
  w->v[r]
    = (value){ .writes = 1, .block = old->block, .at = old->at - 1, .read = old->at, .same = r };
  w->nregs = r + 1;
  ptx_opnd o[] = { i->opnds[0], ptx_reg_opnd (r) };
  ptx_insert_insn (w->f, s, "xor.pred", i->opnds, 3)->insn.opnds[0].reg = r;
  s->insn = ptx_new_insn (w->f->module, "not.pred", o, 2)->insn;
}

bool
ptx_drop_repeats (ptx_func *f)
{
  repeats w = { .f = f, .ndecls = f->ndecls, .nregs = f->nregs, .size = 64 };
  uint32_t insns = 0, made = 0;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    {
      if (s->kind == PTX_ST_TEXT)
	return true;
      insns += s->kind == PTX_ST_INSN;
      made += s->kind == PTX_ST_INSN && s->insn.op == PTX_OP_XOR;
    }
  while (w.size < insns)
    w.size *= 2;
  w.flow = ptx_flow_of (f);
  w.v = calloc (f->nregs + made + 1, sizeof *w.v);
  w.table = calloc (w.size, sizeof *w.table);
  w.pool = calloc (insns + 1, sizeof *w.pool);
  w.gone = calloc (insns + 1, sizeof *w.gone);
  w.declared = calloc (f->ndecls + 1, sizeof *w.declared);
  if (!w.v || !w.table || !w.pool || !w.gone || !w.declared)
    ptx_oom ();
  for (uint32_t r = 0; r < f->nregs; r++)
    w.v[r].same = r;
  each_register (&w, note_value);
  each_register (&w, note_reader);
  w.block = UINT32_MAX, w.at = 0;
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      w.block += ptx_begins_block (s);
      w.at++;
      if (s->kind != PTX_ST_INSN)
	continue;
      replace_readers (&w, &s->insn);
      negate_result (&w, s);
      if (gives_value (&w, &s->insn) && is_repeated (&w, s))
	w.gone[w.ngone++] = s;
    }
  /* Readers that stand before, in loops.  */
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      replace_readers (&w, &s->insn);
  for (uint32_t k = 0; k < w.ngone; k++)
    ptx_remove (f, w.gone[k]);
  ptx_flow_free (w.flow);
  free (w.v);
  free (w.table);
  free (w.pool);
  free (w.gone);
  free (w.declared);
  return true;
}
