/* SPDX-License-Identifier: MIT */
/* Accesses of shared memory that are looked at together.

   Without the sanitizer: whether the addresses may be used is found out once for all accesses of a
   block by one register and constants; if not, each is the interpreter's.

   With it, of reads:
   A loop over a tile that is unrolled reads many places by one register and constants.  If all
   these reads are made where one of them is, and nothing else that concerns the sanitizer is done
   between them but reads, one call at the first says of all that they are quiet, and notes them
   (notes_group in notes.c).  Code that leaves between two of them has noted reads that it has not made
   yet: they are made where it continues, before the warp does anything else that counts.  */

#include "emulator/compile/gen.h"

#include <stdlib.h>

/* Fewer are not worth the call, or the comparison.  */
#define LEAST 3
#define LEAST_UNCHECKED 2

static bool
defines_base (const struct gen *g, uint32_t i, uint32_t v)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0; k < n_refs (m); k++)
    if (gen_ref_of (g, i, k)->def && gen_ref_of (g, i, k)->vreg == v)
      return true;
  return false;
}

/* Returns true if op I, no guard, may be executed between reads of a group.  */
static bool
may_be_between (const struct gen *g, uint32_t i)
{
  const struct op *o = &g->f->ops[i];
  switch (g->look[i].kind)
    {
    case K_LANES:
    case K_SETP:
    case K_SELP:
    case K_PRED:
    case K_GUARD:
    case K_NOTHING: return true;
    case K_LOAD: return o->space == SP_PARAM || o->ck_sem == ORD_WEAK;
    default: return false;
    }
}

/* Returns true if op I, which no guard holds, is an access of the kind that groups have.  */
static bool
may_be_grouped (const struct gen *g, uint32_t i)
{
  const struct look *l = &g->look[i];
  const struct op *o = &g->f->ops[i];
  if (!g->checked && l->kind == K_STORE && l->shared)
    return (g->spread[gen_operand (g, i, 'a')] == ROW
	    || g->spread[gen_operand (g, i, 'a')] == HALVES)
	   && o->imm == (int32_t) o->imm;
  return l->kind == K_LOAD && l->shared && o->space == SP_SHARED && o->ck_sem == ORD_WEAK
	 && g->spread[gen_operand (g, i, 'a')] <= HALVES && o->imm == (int32_t) o->imm;
}

/* The bytes of a lane that op I accesses.  */
static uint32_t
size_of (const struct gen *g, uint32_t i)
{
  return g->look[i].bits / 8 * g->look[i].n;
}

/* Returns true if accesses J and I may be of one group.  */
static bool
of_one_group (const struct gen *g, uint32_t j, uint32_t i)
{
  const struct op *a = &g->f->ops[j], *b = &g->f->ops[i];
  uint32_t size = size_of (g, i);
  return gen_operand (g, j, 'a') == gen_operand (g, i, 'a') && size_of (g, j) == size
	 && g->look[j].kind == g->look[i].kind && (!g->checked || a->ck_scope == b->ck_scope)
	 && g->look[j].wide == g->look[i].wide && !((a->imm - b->imm) & (size - 1));
}

void
gen_find_groups (struct gen *g, uint32_t first, uint32_t last)
{
  bool guarded = false;
  for (uint32_t i = first; i <= last; i++)
    {
      bool mine = !guarded && may_be_grouped (g, i);
      guarded = g->look[i].kind == K_GUARD;
      /* Those that begin at BEGUN or later may continue, if their register has not been set since.  */
      if (g->checked && !may_be_between (g, i))
	{
	  first = i + 1;
	  continue;
	}
      if (!mine)
	continue;
      uint32_t j = i, base = gen_operand (g, i, 'a');
      for (uint32_t k = i; k-- > first && !defines_base (g, k, base);)
	if (g->group[k] == k + 1 && of_one_group (g, k, i))
	  {
	    j = k;
	    break;
	  }
      g->group[i] = j + 1;
      g->grouped[j]++;
    }
}

struct gathered
{
  int32_t imm;
  uint32_t op;
};

static int
by_imm (const void *a, const void *b)
{
  const struct gathered *x = a, *y = b;
  return x->imm < y->imm ? -1 : x->imm > y->imm;
}

/* Of the group of N accesses, ALL, the first of which is op I: says whether their addresses may be
   used.  */
static void
unchecked_group (struct gen *g, uint32_t i, const struct gathered *all, uint32_t n)
{
  uint32_t a = gen_operand (g, i, 'a'), size = size_of (g, i);
  enum spread spread = g->spread[a];
  gen_put (g, "  const int G%u = 1", i);
  if (spread > SAME)
    gen_put (g,
	     g->look[i].kind == K_STORE || spread == ROW ? " && q%u == %u"
							 : " && (q%u == %u || q%u == 0)",
	     a, size, a);
  for (int h = 0; h < (spread == HALVES ? 2 : 1); h++)
    {
      gen_put (g, " && group_at (w, ");
      h ? gen_half (g, a) : gen_scalar (g, a);
      gen_put (g, ", %d, %d, ", all[0].imm, all[n - 1].imm);
      if (spread == HALVES)
	gen_put (g, "q%u ? %u : %u", a, size * HALF, size);
      else
	gen_put (g, "%u", spread == ROW ? size * LANES : size);
      gen_put (g, ", %u)", size);
    }
  gen_put (g, ";\n");
}

void
gen_group (struct gen *g, uint32_t i)
{
  const struct look *l = &g->look[i];
  const struct op *o = &g->f->ops[i];
  uint32_t n = 0, a = gen_operand (g, i, 'a'), size = size_of (g, i), pieces = 0;
  uint32_t least = g->checked ? LEAST : LEAST_UNCHECKED;
  struct gathered *all = g->grouped[i] < least ? NULL : malloc (g->grouped[i] * sizeof *all);
  for (uint32_t k = i; k < g->n && n < g->grouped[i]; k++)
    if (g->group[k] == i + 1)
      {
	if (!all)
	  {
	    g->group[k] = 0;
	    n++;
	  }
	else
	  all[n++] = (struct gathered){ g->f->ops[k].imm, k };
      }
  if (!all)
    return;
  qsort (all, n, sizeof *all, by_imm);
  if (!g->checked)
    {
      unchecked_group (g, i, all, n);
      free (all);
      return;
    }
  gen_put (g, "  static const struct group_read R%u[] = {", i);
  for (uint32_t k = 0; k < n; k++)
    gen_put (g, " { %d, %u },", all[k].imm, all[k].op);
  gen_put (g, " };\n  static const struct group_piece P%u[] = {", i);
  for (uint32_t k = 0; k < n; pieces++)
    {
      uint32_t from = k++;
      while (k < n && (int64_t) all[k].imm - all[k - 1].imm < REGION)
	k++;
      gen_put (g, " { %d, %d },", all[from].imm, all[k - 1].imm);
    }
  free (all);
  gen_put (
    g,
    " };\n  static const struct read_group S%u = { R%u, P%u, %u, %u, %u, %u };\n  char *G%u = ", i,
    i, i, n, pieces, size, o->ck_scope, i);
  if (g->spread[a] > SAME)
    {
      gen_put (g, "(");
      gen_step (g, a);
      gen_put (g, " == %u", size);
      if (g->spread[a] == HALVES)
	gen_put (g, " || q%u == 0", a);
      gen_put (g, ") ? ");
    }
  gen_put (g, "px_group (w, &S%u, (u%u) ", i, l->wide ? 64 : 32);
  gen_scalar (g, a);
  gen_put (g, ", (u%u) ", l->wide ? 64 : 32);
  gen_half (g, a);
  if (g->spread[a] == HALVES)
    gen_put (g, ", 2 + (q%u != 0))", a);
  else
    gen_put (g, ", %d)", g->spread[a] > SAME);
  gen_put (g, "%s;\n", g->spread[a] > SAME ? " : 0" : "");
}
