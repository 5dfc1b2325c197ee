/* SPDX-License-Identifier: MIT */
/* Address spaces of generic accesses.

   Each register has one tag, flow-insensitive: what all its definitions agree on
   (ptx-int.h).  Tags are only raised, NONE < READONLY < GLOBAL < ANY < MIXED
   and NONE < SHARED, LOCAL, CONST, PARAM < ANY, so the iteration ends.
   Definitions:

     cvta.S d, a              S
     ld.param of a pointer    GLOBAL or READONLY, in entries, for the caller's pointers
     mov, selp, and -2^k      join of the sources; a constant is ANY
     add, mad                 the tag of the one addend that is a pointer; ANY
                              for two pointers or none
     sub                      the tag of the first operand; two pointers of one
                              space: ANY; another pointer subtracted, also GLOBAL
                              from READONLY or the reverse: MIXED
     loads, atomics, calls    ANY
     anything else            MIXED if it reads a pointer, else ANY

   A value computed with a MIXED number is MIXED: s + (g - s) has the address
   g, and GCC makes such sums of the addresses of two arrays that one loop
   visits.

   A register whose tag is SHARED, LOCAL, CONST or PARAM holds the generic
   address less the base of that window, that is, an address in the space.  The
   cvta that made it becomes a mov; accesses through it name the space;
   arithmetic whose result has the same tag, and comparison or difference of two
   such registers, do not change.  Every other use (a stored value, an
   argument, a comparison with null, a mixed definition, an instruction that
   requires generic addresses) reads a new register, which a cvta before it makes
   generic again.  The position of a definition in the function is irrelevant.

   Addresses in global memory are generic addresses too (6.4.1.1), so GLOBAL
   changes accesses only.

   If the name of a variable is an address (GCC's memory operands of asm), the access gets the
   variable's space.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

/* A definition whose tag depends on its sources.  */
typedef enum flow
{
  F_OTHER,
  F_COPY,
  F_JOIN,
  F_ADD,
  F_SUB,
  F_NUMBER
} flow;
typedef struct transfer
{
  flow flow;
  uint32_t dest;
  int a, b, c; /* operands, -1: none; F_ADD: c is not an addend */
} transfer;

static bool
windowed (unsigned tag)
{
  return tag >= PTX_TAG_SHARED && tag <= PTX_TAG_PARAM;
}

static bool
is_pointer_tag (unsigned tag)
{
  return tag > PTX_TAG_NONE && tag < PTX_TAG_ANY;
}

static unsigned
join_tags (unsigned a, unsigned b)
{
  if (a == b || b == PTX_TAG_NONE)
    return a;
  if (a == PTX_TAG_NONE)
    return b;
  if (a == PTX_TAG_MIXED || b == PTX_TAG_MIXED)
    return PTX_TAG_MIXED;
  return (a == PTX_TAG_READONLY && b == PTX_TAG_GLOBAL)
	     || (a == PTX_TAG_GLOBAL && b == PTX_TAG_READONLY)
	   ? PTX_TAG_GLOBAL
	   : PTX_TAG_ANY;
}

static unsigned
space_tag (ptx_mod space)
{
  switch (space)
    {
    case PTX_M_GLOBAL: return PTX_TAG_GLOBAL;
    case PTX_M_SHARED: return PTX_TAG_SHARED;
    case PTX_M_LOCAL: return PTX_TAG_LOCAL;
    case PTX_M_CONST: return PTX_TAG_CONST;
    case PTX_M_PARAM: return PTX_TAG_PARAM;
    }
  return PTX_TAG_ANY;
}

static const struct
{
  ptx_mod space;
  const char *cvta;
} tags[] = { [PTX_TAG_READONLY] = { PTX_M_GLOBAL, "cvta.global.u64" },
	     [PTX_TAG_GLOBAL] = { PTX_M_GLOBAL, "cvta.global.u64" },
	     [PTX_TAG_SHARED] = { PTX_M_SHARED, "cvta.shared.u64" },
	     [PTX_TAG_LOCAL] = { PTX_M_LOCAL, "cvta.local.u64" },
	     [PTX_TAG_CONST] = { PTX_M_CONST, "cvta.const.u64" },
	     [PTX_TAG_PARAM] = { PTX_M_PARAM, "cvta.param.u64" } };

static bool
is_reg (const ptx_opnd *o)
{
  return o->kind == PTX_O_REG && !o->sel && !o->flags;
}

/* Return true if the result of the instruction, in a 64-bit register, depends only on the
   registers that it reads.  */
static bool
computes_only (const ptx_insn *i)
{
  return i->op && i->op != PTX_OP_CALL && i->op != PTX_OP_CVTA
	 && !(ptx_opinfos ()[i->op].flags & (PTX_READS | PTX_WRITES | PTX_CONTROL));
}

/* Determine how the destination of i, a 64-bit register, gets its tag from registers.  */
static transfer
transfer_of (const ptx_insn *i)
{
  transfer t = { F_OTHER, 0, -1, -1, -1 };
  unsigned n = i->nopnds;
  if (n < 2 || !is_reg (&i->opnds[0]) || !computes_only (i))
    return t;
  t = (transfer){ F_NUMBER, i->opnds[0].reg, 1, n > 2 ? 2 : -1, n > 3 ? 3 : -1 };
  if (i->op == PTX_OP_MAD)
    {
      if (n == 4 && (ptx_has (i, PTX_M_WIDE) || ptx_has (i, PTX_M_LO)) && !ptx_has (i, PTX_M_CC))
	t = (transfer){ F_ADD, t.dest, 3, -1, -1 };
      return t;
    }
  if (ptx_bits (ptx_type (i, 0)) != 64 || ptx_type_kind (ptx_type (i, 0)) == PTX_K_FLOAT
      || ptx_ntypes (i) != 1)
    return t;
  switch (i->op)
    {
    case PTX_OP_MOV:
      if (n == 2 && is_reg (&i->opnds[1]))
	t = (transfer){ F_COPY, t.dest, 1, -1, -1 };
      break;
    case PTX_OP_SELP:
      if (n == 4)
	t = (transfer){ F_JOIN, t.dest, 1, 2, -1 };
      break;
    case PTX_OP_ADD:
    case PTX_OP_SUB:
      if (n == 3 && i->nmods == 1)
	t = (transfer){ i->op == PTX_OP_ADD ? F_ADD : F_SUB, t.dest, 1, 2, -1 };
      break;
    case PTX_OP_AND:
      if (n != 3 || i->opnds[2].kind != PTX_O_IMM || !is_reg (&i->opnds[1]))
	break;
      /* Alignment downwards keeps the tag; the low bits are a number.  */
      if (i->opnds[2].i < 0 && i->opnds[2].i >= -4096 && !(-i->opnds[2].u & (-i->opnds[2].u - 1)))
	t = (transfer){ F_COPY, t.dest, 1, -1, -1 };
      else if (i->opnds[2].u < 4096)
	t = (transfer){ F_NUMBER, t.dest, -1, -1, -1 };
      break;
    }
  return t;
}

/* A constant makes ANY in a mov or selp; in arithmetic it is a number: for both this gives ANY.  */
static unsigned
tag_of (const uint8_t *tag, const ptx_insn *i, int k)
{
  return k >= 0 && is_reg (&i->opnds[k]) ? tag[i->opnds[k].reg] : PTX_TAG_ANY;
}

static unsigned
eval (const uint8_t *tag, const ptx_insn *i, const transfer *t)
{
  unsigned a = tag_of (tag, i, t->a), b = tag_of (tag, i, t->b), c = tag_of (tag, i, t->c);
  if (a == PTX_TAG_MIXED || b == PTX_TAG_MIXED || c == PTX_TAG_MIXED)
    return PTX_TAG_MIXED;
  switch (t->flow)
    {
    case F_COPY: return a;
    case F_JOIN: return join_tags (a, b);
    case F_ADD:
      if (is_pointer_tag (a) && is_pointer_tag (b))
	return PTX_TAG_ANY;
      if (is_pointer_tag (a) || is_pointer_tag (b))
	return is_pointer_tag (a) ? a : b;
      return a == PTX_TAG_NONE || b == PTX_TAG_NONE ? PTX_TAG_NONE : PTX_TAG_ANY;
    case F_SUB:
      if (is_pointer_tag (b))
	return a == PTX_TAG_NONE	      ? PTX_TAG_NONE
	       : is_pointer_tag (a) && a == b ? PTX_TAG_ANY
					      : PTX_TAG_MIXED;
      return a;
    default:
      return is_pointer_tag (a) || is_pointer_tag (b) || is_pointer_tag (c) ? PTX_TAG_MIXED
									    : PTX_TAG_ANY;
    }
}

static unsigned
load_tag (const ptx_func *f, const ptx_insn *i, const ptx_pointer_param *p, unsigned n)
{
  if (!f->entry || i->op != PTX_OP_LD || ptx_space (i) != PTX_M_PARAM || i->nopnds != 2
      || ptx_vec (i) != 1 || ptx_bits (ptx_type (i, 0)) != 64 || i->opnds[1].kind != PTX_O_ADDR
      || i->opnds[1].base != PTX_O_SYM)
    return PTX_TAG_ANY;
  for (unsigned k = 0; k < n; k++)
    if (p[k].index < f->sig.nparams && f->sig.params[p[k].index]->sym == i->opnds[1].sym
	&& i->opnds[1].off == p[k].offset)
      return p[k].readonly ? PTX_TAG_READONLY : PTX_TAG_GLOBAL;
  return PTX_TAG_ANY;
}

/* The transfers of a function and, for each register, those that read it.  */
typedef struct graph
{
  transfer *t;
  const ptx_insn **insn;
  uint32_t n, cap, cap_insn;
  uint32_t *start, *readers; /* readers[start[r] … start[r + 1] - 1]  */
} graph;

static void
raise_written (void *closure, ptx_opnd *o, bool written)
{
  uint8_t *tag = closure;
  if (written)
    tag[o->reg] = join_tags (tag[o->reg], PTX_TAG_ANY);
}

static void
count_readers (const graph *g, uint32_t *at, bool fill)
{
  for (uint32_t k = 0; k < g->n; k++)
    for (int side = 0; side < 3; side++)
      {
	int opnd = side == 0 ? g->t[k].a : side == 1 ? g->t[k].b : g->t[k].c;
	if (opnd < 0 || !is_reg (&g->insn[k]->opnds[opnd]))
	  continue;
	uint32_t r = g->insn[k]->opnds[opnd].reg;
	if (fill)
	  g->readers[at[r]++] = k;
	else
	  at[r + 1]++;
      }
}

uint8_t *
ptx_space_tags (ptx_func *f, const ptx_pointer_param *pointers, unsigned n)
{
  uint8_t *tag = calloc (f->nregs + 1, 1);
  graph g = { 0 };
  if (!tag)
    ptx_oom ();
  for (uint32_t r = 0; r < f->nregs; r++)
    if (f->regs[r].param || ptx_bits (f->regs[r].type) != 64)
      tag[r] = PTX_TAG_ANY;

  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      if (s->kind != PTX_ST_INSN)
	continue;
      ptx_insn *i = &s->insn;
      transfer t = transfer_of (i);
      if (t.flow != F_OTHER && ptx_bits (f->regs[t.dest].type) == 64)
	{
	  g.t = ptx_grow (g.t, g.n, &g.cap, sizeof *g.t);
	  g.insn = ptx_grow (g.insn, g.n, &g.cap_insn, sizeof *g.insn);
	  g.t[g.n] = t;
	  g.insn[g.n++] = i;
	  continue;
	}
      unsigned fresh = PTX_TAG_ANY;
      if (i->op == PTX_OP_CVTA && i->nopnds == 2 && ptx_bits (ptx_type (i, 0)) == 64
	  && (is_reg (&i->opnds[1]) || i->opnds[1].kind == PTX_O_SYM))
	fresh = space_tag (ptx_space (i));
      else
	fresh = load_tag (f, i, pointers, n);
      if (fresh != PTX_TAG_ANY && is_reg (&i->opnds[0]))
	tag[i->opnds[0].reg] = join_tags (tag[i->opnds[0].reg], fresh);
      else
	ptx_visit_regs (i, raise_written, tag);
    }

  /* The worklist of transfers; each is in it at most once.  */
  g.start = calloc (f->nregs + 2, sizeof *g.start);
  uint32_t *at = calloc (f->nregs + 2, sizeof *at);
  uint32_t *queue = calloc (g.n + 1, sizeof *queue);
  uint8_t *queued = calloc (g.n + 1, 1);
  if (!g.start || !at || !queue || !queued)
    ptx_oom ();
  count_readers (&g, g.start, false);
  for (uint32_t r = 0; r < f->nregs; r++)
    g.start[r + 1] += g.start[r];
  memcpy (at, g.start, (f->nregs + 1) * sizeof *at);
  g.readers = calloc (g.start[f->nregs] + 1, sizeof *g.readers);
  if (!g.readers)
    ptx_oom ();
  count_readers (&g, at, true);
  uint32_t head = 0, used = g.n;
  for (uint32_t k = 0; k < g.n; k++)
    {
      queue[k] = k;
      queued[k] = 1;
    }
  while (used)
    {
      uint32_t k = queue[head];
      head = head + 1 < g.n ? head + 1 : 0;
      used--;
      queued[k] = 0;
      uint32_t d = g.t[k].dest;
      unsigned now = join_tags (tag[d], eval (tag, g.insn[k], &g.t[k]));
      if (now == tag[d])
	continue;
      tag[d] = now;
      for (uint32_t r = g.start[d]; r < g.start[d + 1]; r++)
	if (!queued[g.readers[r]])
	  {
	    queued[g.readers[r]] = 1;
	    queue[(head + used++) % g.n] = g.readers[r];
	  }
    }
  free (g.t);
  free (g.insn);
  free (g.start);
  free (g.readers);
  free (at);
  free (queue);
  free (queued);
  for (uint32_t r = 0; r < f->nregs; r++)
    if (tag[r] == PTX_TAG_NONE)
      tag[r] = PTX_TAG_ANY;
  return tag;
}

/* ---- Rewriting ---- */

typedef struct rewrite
{
  ptx_func *f;
  ptx_stmt *s;
  uint8_t *tag;
  uint32_t nregs; /* registers that have a tag  */
  struct
  {
    uint32_t reg, generic;
  } made[8]; /* registers made generic for the current statement */
  unsigned nmade;
} rewrite;

static unsigned
tag_reg (const rewrite *w, uint32_t reg)
{
  return reg < w->nregs ? w->tag[reg] : PTX_TAG_ANY;
}

/* Operand k may be a register that was made here, which has no tag.  */
static unsigned
tag_opnd (const rewrite *w, const ptx_insn *i, int k)
{
  return is_reg (&i->opnds[k]) ? tag_reg (w, i->opnds[k].reg) : PTX_TAG_ANY;
}

/* Make *reg generic before the statement if it is an address in a window.  */
static void
generic (rewrite *w, uint32_t *reg)
{
  unsigned tag = tag_reg (w, *reg);
  if (!windowed (tag))
    return;
  for (unsigned k = 0; k < w->nmade; k++)
    if (w->made[k].reg == *reg)
      {
	*reg = w->made[k].generic;
	return;
      }
  uint32_t r = ptx_new_reg (w->f, PTX_B64, "%px_");
  ptx_opnd o[] = { ptx_reg_opnd (r), ptx_reg_opnd (*reg) };
  ptx_stmt *s = ptx_new_insn (w->f->module, tags[tag].cvta, o, 2);
  s->pos = w->s->pos;
  ptx_insert_before (w->f, w->s, s);
  if (w->nmade < sizeof w->made / sizeof *w->made)
    {
      w->made[w->nmade].reg = *reg;
      w->made[w->nmade++].generic = r;
    }
  *reg = r;
}

static void
generic_read (void *closure, ptx_opnd *o, bool written)
{
  if (!written)
    generic (closure, &o->reg);
}

static void
add_mods (rewrite *w, ptx_insn *i, ptx_mod space, ptx_mod nc)
{
  ptx_mod mods[260];
  unsigned n = 0, k = 0;
  while (k < i->nmods
	 && (ptx_mod_class (i->mods[k]) == PTX_C_SEM || ptx_mod_class (i->mods[k]) == PTX_C_SCOPE))
    mods[n++] = i->mods[k++];
  mods[n++] = space;
  if (nc)
    mods[n++] = nc;
  while (k < i->nmods && n < 255)
    mods[n++] = i->mods[k++];
  ptx_replace_mods (w->f->module, i, mods, n);
}

/* Return true if this kind of access may name the space of that tag.  */
static bool
allowed (const ptx_insn *i, unsigned tag)
{
  ptx_mod sem = ptx_get (i, PTX_C_SEM);
  bool plain = !sem || sem == PTX_M_WEAK;
  if (sem == PTX_M_MMIO || ptx_get (i, PTX_C_HINT) || i->nmods > 250)
    return false;
  switch (tag)
    {
    case PTX_TAG_READONLY:
    case PTX_TAG_GLOBAL: return true;
    case PTX_TAG_SHARED: return !ptx_get (i, PTX_C_EVICT) && !ptx_get (i, PTX_C_PREFETCH);
    case PTX_TAG_LOCAL:
      return plain && (i->op == PTX_OP_LD || i->op == PTX_OP_ST) && !ptx_get (i, PTX_C_EVICT)
	     && !ptx_get (i, PTX_C_PREFETCH);
    case PTX_TAG_CONST:
    case PTX_TAG_PARAM:
      return plain && i->op == PTX_OP_LD && !ptx_get (i, PTX_C_CACHE) && !ptx_get (i, PTX_C_EVICT)
	     && !ptx_get (i, PTX_C_PREFETCH);
    }
  return false;
}

/* Return the operand that is the address of a generic access, or 0.  */
static ptx_opnd *
access_address (ptx_insn *i)
{
  if ((i->op != PTX_OP_LD && i->op != PTX_OP_ST && i->op != PTX_OP_ATOM && i->op != PTX_OP_RED)
      || ptx_space (i))
    return 0;
  for (unsigned k = 0; k < i->nopnds; k++)
    if (i->opnds[k].kind == PTX_O_ADDR)
      return i->opnds[k].base == PTX_O_REG || i->opnds[k].base == PTX_O_SYM ? &i->opnds[k] : 0;
  return 0;
}

/* Return the tag of an address: a variable's name is an address in its own space.  */
static unsigned
address_tag (rewrite *w, const ptx_opnd *addr)
{
  if (addr->base == PTX_O_REG)
    return tag_reg (w, addr->reg);
  return addr->sym->kind == PTX_S_VAR && addr->sym->var ? space_tag (addr->sym->var->space)
							: PTX_TAG_ANY;
}

static void
convert_access (rewrite *w)
{
  ptx_insn *i = &w->s->insn;
  transfer t = transfer_of (i);
  if (t.flow != F_OTHER && t.flow != F_NUMBER)
    {
      unsigned d = tag_reg (w, t.dest);
      for (unsigned k = 1; k < i->nopnds; k++)
	{
	  if (!is_reg (&i->opnds[k]))
	    continue;
	  unsigned tag = tag_reg (w, i->opnds[k].reg);
	  bool flows = (int) k == t.a || (int) k == t.b;
	  if (flows && tag == d)
	    continue;
	  if (t.flow == F_SUB && windowed (tag) && tag_opnd (w, i, 1) == tag
	      && tag_opnd (w, i, 2) == tag)
	    continue;
	  generic (w, &i->opnds[k].reg);
	}
      return;
    }
  if ((i->op == PTX_OP_CVTA || i->op == PTX_OP_CVTA_TO) && i->nopnds == 2 && is_reg (&i->opnds[0])
      && ptx_bits (ptx_type (i, 0)) == 64)
    {
      unsigned space = space_tag (ptx_space (i));
      unsigned mine = i->op == PTX_OP_CVTA    ? tag_reg (w, i->opnds[0].reg)
		      : is_reg (&i->opnds[1]) ? tag_reg (w, i->opnds[1].reg)
					      : PTX_TAG_ANY;
      if (windowed (mine) && mine == space)
	{
	  ptx_mod type = ptx_type (i, 0);
	  i->op = PTX_OP_MOV;
	  ptx_replace_mods (w->f->module, i, &type, 1);
	  return;
	}
    }
  if (i->op == PTX_OP_SETP && i->nopnds == 3 && ptx_ntypes (i) == 1 && is_reg (&i->opnds[1])
      && is_reg (&i->opnds[2]) && tag_reg (w, i->opnds[1].reg) == tag_reg (w, i->opnds[2].reg))
    return;
  ptx_opnd *addr = access_address (i);
  if (addr)
    {
      unsigned tag = address_tag (w, addr);
      if (is_pointer_tag (tag) && allowed (i, tag))
	{
	  ptx_opnd whole = *addr;
	  ptx_mod sem = ptx_get (i, PTX_C_SEM);
	  bool nc = tag == PTX_TAG_READONLY && i->op == PTX_OP_LD && !sem;
	  add_mods (w, i, tags[tag].space, nc ? PTX_M_NC : PTX_NOMOD);
	  /* Every other operand must be generic, the address itself not.  */
	  addr->base = PTX_O_NONE;
	  ptx_visit_regs (i, generic_read, w);
	  *addr = whole;
	  return;
	}
    }
  ptx_visit_regs (i, generic_read, w);
}

bool
ptx_infer_spaces (ptx_func *f, const ptx_pointer_param *pointers, unsigned n)
{
  if (!f->defined || f->module->address_size == 32)
    return true;
  rewrite w = { .f = f, .nregs = f->nregs };
  w.tag = ptx_space_tags (f, pointers, n);
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      {
	w.s = s;
	w.nmade = 0;
	convert_access (&w);
      }
  free (w.tag);
  return true;
}
