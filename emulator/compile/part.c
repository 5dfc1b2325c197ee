/* SPDX-License-Identifier: MIT */
/* What some lanes of a warp execute while the others wait where they meet again.

   A branch forward that lanes take or not leaves to the interpreter, which is slow where a program
   does so in a loop: if (tid.x < n) ....  If the ops that the branch jumps over are a straight line,
   and the place where it goes to is where all meet, they are written a second time, for the lanes
   that do not take it:

     - an op of lane.inc is executed for all lanes; where its result lives on, the other lanes keep
       what they had;
     - what accesses memory or is called is the interpreter's handler, with the mask of the lanes
       (run_part);
     - where the code has to leave (a ROW that would wrap), the warp parts for good (leave_part).

   The interpreter counts three turns for it: where the lanes part, and at the join, where those that
   come are put aside and those that wait come to where they are.  So does this, and slices end where
   they end there.  A warp whose lanes take turns (warp.fair), since they have given way apart, does not
   wait at a join in this slice: its branches are the interpreter's.

   Code that is checked does not do it: what the sanitizer looks at has its own order.  */

#include "emulator/compile/gen.h"

/* More ops than this are not written twice.  */
#define MOST 64
/* Of a slice's turns: what it takes to part, and to meet again.  */
#define PARTS 1
#define MEETS 2

/* Returns true if op I, between a branch and op T where it goes to, can be executed by some lanes.  */
static bool
can_be_part (const struct gen *g, uint32_t i, uint32_t t)
{
  const struct meta *m = &g->p->meta[i];
  switch (g->look[i].kind)
    {
    case K_NOTHING:
    case K_LANES:
    case K_SETP:
    case K_SELP:
    case K_PRED:
    case K_LOAD:
    case K_STORE:
    case K_CALL: break;
    default: return false;
    }
  if (m->blocks || m->flow != FLOW_NEXT || m->n_list || m->partial || g->look[i].row
      || row_of (&g->f->ops[i])->sleeps)
    return false;
  /* A scalar has one value for all lanes: those that wait need theirs.  */
  for (uint32_t k = 0; k < n_refs (m); k++)
    {
      const struct ref *r = gen_ref_of (g, i, k);
      if (!r->def)
	continue;
      if (g->spread[r->vreg] == FRAME
	  || (g->spread[r->vreg] < EACH && HAS (g->live + t * g->words, r->vreg)))
	return false;
    }
  return true;
}

bool
gen_can_part (const struct gen *g, uint32_t i)
{
  uint32_t t = gen_target_of (g, i);
  if (g->checked || t <= i + 1 || t - i > MOST || t >= g->n || !row_of (&g->f->ops[t])->meets)
    return false;
  for (uint32_t k = i + 1; k < t; k++)
    if (!can_be_part (g, k, t))
      return false;
  return true;
}

/* Returns true if a result of op I lives where all meet.  */
static bool
lives_on (const struct gen *g, uint32_t i, uint32_t t)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0; k < n_refs (m); k++)
    if (gen_ref_of (g, i, k)->def && HAS (g->live + t * g->words, gen_ref_of (g, i, k)->vreg))
      return true;
  return false;
}

/* Returns true if op I loads scalars from one address.  */
static bool
loads_scalars (const struct gen *g, uint32_t i)
{
  const struct meta *m = &g->p->meta[i];
  if (g->look[i].kind != K_LOAD || g->spread[gen_operand (g, i, 'a')] > SAME)
    return false;
  for (uint32_t k = 0; k < n_refs (m); k++)
    if (gen_ref_of (g, i, k)->def && g->spread[gen_ref_of (g, i, k)->vreg] > SAME)
      return false;
  return true;
}

/* The turns that lanes take from op I on until they have met the others at op T: at joins between, which
   nobody else comes to, one each.  Where op T follows such a join, they meet at that.  */
static uint32_t
turns (const struct gen *g, uint32_t i, uint32_t t)
{
  uint32_t n = row_of (&g->f->ops[t - 1])->meets ? 0 : MEETS;
  for (; i < t; i++)
    n += row_of (&g->f->ops[i])->meets;
  return n;
}

void
gen_leave_part (struct gen *g, uint32_t i)
{
  gen_put (g, " FUEL += %u; return px_leave_part (w, O (%u), O (%u), part);", turns (g, i, g->part),
	   i, g->part);
}

void
gen_part (struct gen *g, uint32_t i, uint32_t p)
{
  uint32_t t = gen_target_of (g, i), to[RESULTS];
  uint32_t all = PARTS + turns (g, i + 1, t);
  gen_put (g, " const u32 part = ~c; if (NO (FUEL <= %u || FAIR)) {", all);
  gen_leave (g, i);
  gen_put (g, " } FUEL -= %u;\n", all);
  g->part = t;
  for (size_t v = 0; v < g->p->n_v; v++)
    {
      g->inst[v] = NONE;
      g->dirty[v] = 0;
    }
  for (uint32_t k = i + 1; k < t; k++)
    switch (g->look[k].kind)
      {
      case K_NOTHING: break;
      case K_LANES:
      case K_SETP:
      case K_SELP:
      case K_PRED: gen_lanes (g, k, lives_on (g, k, t) ? p : NONE, "part"); break;
      default:
	if (loads_scalars (g, k))
	  {
	    gen_memory (g, k, NONE, NULL);
	    break;
	  }
	gen_result_arrays (g, k, to);
	gen_call (g, k, false, to);
	gen_results_become (g, k, to);
      }
  gen_settle (g, t, NONE);
  gen_put (g, "  goto B%u;\n", t);
  g->part = 0;
}
