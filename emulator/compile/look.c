/* SPDX-License-Identifier: MIT */
/* What is known of a function before it is written as C: which ops can be written, how the lanes of
   each register spread, where registers live, where blocks begin.  */

#include "emulator/compile/gen.h"

#include <stdlib.h>

/* ---- what can be written as C ---- */

#define OP1(name, DT, AT, E) [OPC_##name] = { #name, K_LANES, 1, 0, { sizeof (DT), sizeof (AT) } },
#define OP2(name, DT, AT, BT, E) \
  [OPC_##name] = { #name, K_LANES, 2, 0, { sizeof (DT), sizeof (AT), sizeof (BT) } },
#define OP3(name, DT, AT, BT, CT, E) \
  [OPC_##name] = { #name, K_LANES, 3, 0, { sizeof (DT), sizeof (AT), sizeof (BT), sizeof (CT) } },
#define OP3K(name, DT, AT, BT, CT, E) \
  [OPC_##name] = { #name, K_LANES, 3, 1, { sizeof (DT), sizeof (AT), sizeof (BT), sizeof (CT) } },
#define SETP(name, T, E) [OPC_##name] = { #name, K_SETP, 2, 0, { 0, sizeof (T), sizeof (T) } },
#define SELP(name, T) \
  [OPC_##name] = { #name, K_SELP, 3, 0, { sizeof (T), sizeof (T), sizeof (T), 0 } },
#define PRED_OP(name, E) [OPC_##name] = { #name, K_PRED, 2, 0, { 0 } },
#define FOP1(name, F, E) OP1 (name##_##F, F, F, E)
#define FOP2(name, F, E) OP2 (name##_##F, F, F, F, E)
#define FOP3(name, F, E) OP3 (name##_##F, F, F, F, F, E)
const struct lane_op compile_lane_ops[N_OPS] = {
#include "emulator/run/lane.inc"
};

bool
gen_is_init (const struct gen *g, uint32_t v)
{
  return g->p->v[v].init >= 0;
}

unsigned
gen_width (const struct gen *g, uint32_t v)
{
  return g->p->v[v].bits;
}

const struct ref *
gen_ref_of (const struct gen *g, uint32_t i, uint32_t k)
{
  const struct meta *m = &g->p->meta[i];
  return k < m->n_refs ? &m->refs[k] : &g->p->list[m->list + k - m->n_refs];
}

uint32_t
gen_operand (const struct gen *g, uint32_t i, char field)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0; k < m->n_refs; k++)
    if (m->refs[k].field == field)
      return m->refs[k].vreg;
  return NONE;
}

uint32_t
gen_target_of (const struct gen *g, uint32_t i)
{
  return g->f->ops[i].to - g->f->ops;
}

static void
look_at (struct gen *g, uint32_t i)
{
  struct look *l = &g->look[i];
  const struct meta *m = &g->p->meta[i];
  const struct op_row *row = row_of (&g->f->ops[i]);
  l->kind = K_CALL;
  if (row->fragments)
    {
      /* The fragments' registers are where it finds them.  */
      l->row = row->rows ? g->f->ops[i].g : 0;
      for (uint32_t k = g->f->ops[i].d; k < m->n_list; k++)
	if (!gen_is_init (g, gen_ref_of (g, i, k + m->n_refs)->vreg))
	  g->spread[gen_ref_of (g, i, k + m->n_refs)->vreg] = FRAME;
    }
  if (m->n_list)
    return;
  for (uint32_t k = 0; k < m->n_refs; k++)
    if (g->spread[m->refs[k].vreg] == FRAME)
      return;
  const struct lane_op *lane = &compile_lane_ops[g->f->ops[i].code];
  if (row->nothing)
    l->kind = K_NOTHING;
  else if (row->jump == JUMP_GUARD)
    l->kind = K_GUARD;
  else if (row->jump == JUMP_ALWAYS)
    l->kind = K_GO;
  else if (row->jump == JUMP_IF)
    l->kind = K_IF;
  else if (row->fast)
    {
      l->kind = row->how == LOADED ? K_LOAD : K_STORE;
      l->shared = row->shared;
      l->wide = row->wide;
      l->sign = row->sign;
      l->bits = row->bits;
      l->reg_bits = row->reg_bits;
      l->n = row->n;
    }
  else if (lane->name)
    {
      l->lane = lane;
      l->kind = lane->kind;
      l->line = row->line;
    }
}

/* ---- registers ---- */

enum spread
gen_spread_of_sreg (unsigned shape, uint64_t r, unsigned *need)
{
  if (r == SR_LANEID)
    return ROW;
  if (r >= SR_LM_EQ && r <= SR_LM_GE)
    return EACH;
  if (r > SR_TID_Z)
    return SAME;
  unsigned whole = SHAPE_X << (r - SR_TID_X), half = SHAPE_HALF_X << (r - SR_TID_X);
  *need |= shape & whole ? whole : shape & half;
  return shape & whole ? (r == SR_TID_X ? ROW : SAME) : shape & half ? HALVES : EACH;
}

static enum spread
spread_of_init (const struct gen *g, const struct init *in)
{
  unsigned need = 0;
  return in->kind == I_SREG ? gen_spread_of_sreg (g->shape, in->value, &need) : SAME;
}

/* Returns true if V is 32 x n + lane.  */
static bool
counts_lanes (const struct gen *g, uint32_t v)
{
  const struct vreg *x = &g->p->v[v];
  return g->spread[v] == ROW && x->init >= 0;
}

bool
gen_constant_of (const struct gen *g, uint32_t v, uint64_t *value)
{
  const struct vreg *x = &g->p->v[v];
  const struct init *in = x->init >= 0 ? &g->p->inits[x->init].in : NULL;
  if (!in || (in->kind > I_CONST64 && in->kind != I_PRED))
    return false;
  *value = in->value;
  return true;
}

/* The spread that op I gives its results.  */
static enum spread
spread_of_result (const struct gen *g, uint32_t i)
{
  const struct look *l = &g->look[i];
  const struct meta *m = &g->p->meta[i];
  enum spread worst = NEVER, of[3] = { NEVER, NEVER, NEVER };
  for (uint32_t k = 0; k < n_refs (m); k++)
    {
      const struct ref *r = gen_ref_of (g, i, k);
      if (r->def)
	continue;
      enum spread c = g->spread[r->vreg];
      worst = c > worst ? c : worst;
      if (r->field >= 'a' && r->field <= 'c')
	of[r->field - 'a'] = c;
    }
  enum spread c = EACH;
  switch (l->kind)
    {
    case K_LANES:
      if (worst <= SAME)
	c = worst;
      else if (worst <= HALVES)
	switch (l->line)
	  {
	  case L_ADD:
	  case L_SUB:
	  case L_MOV:
	  case L_EXT_S:
	  case L_EXT_U:
	  case L_LOW: c = worst; break;
	  case L_SHL: c = of[1] <= SAME ? worst : EACH; break;
	  case L_MUL:
	  case L_MAD:
	  case L_WIDE_S:
	  case L_WIDE_U:
	  case L_MAD_WIDE_S:
	  case L_MAD_WIDE_U: c = of[0] <= SAME || of[1] <= SAME ? worst : EACH; break;
	  case L_AND:
	  case L_SHR:
	    {
	      /* Of lanes that are counted, by a power of two.  */
	      uint64_t n;
	      uint32_t a = gen_operand (g, i, 'a'), b = gen_operand (g, i, 'b');
	      if (l->line == L_AND && !counts_lanes (g, a))
		{
		  uint32_t t = a;
		  a = b, b = t;
		}
	      if (!counts_lanes (g, a) || !gen_constant_of (g, b, &n))
		break;
	      if (l->line == L_SHR)
		c = n == 4 ? HALVES : n > 4 ? SAME : EACH;
	      else if (!(n & (n + 1)))
		c = n == HALF - 1 ? HALVES : n >= LANES - 1 ? ROW : EACH;
	      break;
	    }
	  default: break;
	  }
      break;
    case K_SETP:
    case K_SELP:
    case K_PRED: c = worst <= SAME ? worst : EACH; break;
    case K_LOAD: c = of[0] <= SAME ? of[0] : EACH; break;
    default: break;
    }
  if (m->partial && i)
    {
      enum spread p = g->spread[gen_operand (g, i - 1, 'a')];
      c = p <= SAME ? c : EACH;
    }
  return c;
}

static void
find_spreads (struct gen *g)
{
  for (size_t v = 0; v < g->p->n_v; v++)
    {
      const struct vreg *x = &g->p->v[v];
      g->spread[v] = x->pinned || x->bits == 128 ? FRAME
		     : x->init >= 0		 ? spread_of_init (g, &g->p->inits[x->init].in)
						 : NEVER;
    }
  /* Twice: those that stand in the frame are known then.  */
  for (uint32_t i = 0; i < 2 * g->n; i++)
    look_at (g, i % g->n);
  for (bool change = true; change;)
    {
      change = false;
      for (uint32_t i = 0; i < g->n; i++)
	{
	  const struct meta *m = &g->p->meta[i];
	  enum spread c = NEVER;
	  bool known = false;
	  for (uint32_t k = 0; k < n_refs (m); k++)
	    {
	      const struct ref *r = gen_ref_of (g, i, k);
	      if (!r->def || g->spread[r->vreg] == FRAME)
		continue;
	      if (!known)
		c = spread_of_result (g, i);
	      known = true;
	      if (gen_width (g, r->vreg) == 1 && c > SAME)
		c = EACH;
	      if (c > g->spread[r->vreg])
		{
		  g->spread[r->vreg] = c;
		  change = true;
		}
	    }
	}
    }
}

/* ---- steps ---- */

bool
gen_step_known (const struct gen *g, uint32_t v)
{
  return g->step_state[v] == STEP_KNOWN;
}

/* The step of V, an operand of any spread that a step is computed from.  */
static enum step_state
step_of_operand (const struct gen *g, uint32_t v, uint64_t *step)
{
  *step = 0;
  if (g->spread[v] <= SAME)
    return STEP_KNOWN;
  *step = g->step[v];
  return g->step_state[v];
}

/* The step that op I, of lane.inc, gives its result, which is ROW or HALVES: what scalar_step of
   write.c computes.  */
static enum step_state
step_of_result (const struct gen *g, uint32_t i, uint64_t *step)
{
  const struct look *l = &g->look[i];
  uint32_t at[3];
  uint64_t of[3] = { 0, 0, 0 }, by;
  for (int k = 0; k < l->lane->n; k++)
    {
      at[k] = gen_operand (g, i, "abc"[k]);
      enum step_state s = step_of_operand (g, at[k], &of[k]);
      if (s != STEP_KNOWN)
	return s;
    }
  int x = l->lane->n > 1 && g->spread[at[1]] > SAME;
  switch (l->line)
    {
    case L_ADD: *step = of[0] + of[1]; break;
    case L_SUB: *step = of[0] - of[1]; break;
    case L_MUL:
    case L_MAD:
    case L_WIDE_S:
    case L_WIDE_U:
    case L_MAD_WIDE_S:
    case L_MAD_WIDE_U:
      by = 0;
      if (of[x] && !gen_constant_of (g, at[!x], &by))
	return STEP_ANY;
      *step = of[x];
      if (l->line != L_MUL && l->line != L_MAD)
	{
	  *step = (uint64_t) (int64_t) (int32_t) *step;
	  by = l->line == L_WIDE_S || l->line == L_MAD_WIDE_S ? (uint64_t) (int64_t) (int32_t) by
							      : (uint32_t) by;
	}
      *step = *step * by + (l->lane->n == 3 ? of[2] : 0);
      break;
    case L_SHL:
      by = 0;
      if (of[0] && !gen_constant_of (g, at[1], &by))
	return STEP_ANY;
      *step = (uint32_t) by < gen_width (g, gen_operand (g, i, 'd')) ? of[0] << (uint32_t) by : 0;
      break;
    case L_EXT_S:
    case L_EXT_U: *step = (uint64_t) (int64_t) (int32_t) of[0]; break;
    case L_AND: *step = of[x]; break;
    case L_SHR: *step = 0; break;
    default: *step = of[0]; break;
    }
  if (gen_width (g, gen_operand (g, i, 'd')) == 32)
    *step = (uint32_t) *step;
  return STEP_KNOWN;
}

/* Which steps are constants: a step is known until a definition gives another.  */
static void
find_steps (struct gen *g)
{
  for (size_t v = 0; v < g->p->n_v; v++)
    {
      const struct vreg *x = &g->p->v[v];
      g->step[v] = 0;
      g->step_state[v] = STEP_NEVER;
      if (x->init < 0 || (g->spread[v] != ROW && g->spread[v] != HALVES))
	continue;
      /* Lanes are counted by one; of halves only tid.x differs within one (enum shape).  */
      g->step_state[v] = STEP_KNOWN;
      g->step[v] = g->spread[v] == ROW || g->p->inits[x->init].in.value == SR_TID_X;
    }
  for (bool change = true; change;)
    {
      change = false;
      for (uint32_t i = 0; i < g->n; i++)
	{
	  const struct meta *m = &g->p->meta[i];
	  for (uint32_t k = 0; k < n_refs (m); k++)
	    {
	      const struct ref *r = gen_ref_of (g, i, k);
	      uint32_t v = r->vreg;
	      uint64_t step = 0;
	      if (!r->def || (g->spread[v] != ROW && g->spread[v] != HALVES)
		  || g->step_state[v] == STEP_ANY)
		continue;
	      /* What is not computed from lanes is equal in all of them (all_same in write.c).  */
	      enum step_state s
		= g->look[i].kind == K_LANES ? step_of_result (g, i, &step) : STEP_KNOWN;
	      if (s == STEP_NEVER)
		continue;
	      if (g->step_state[v] == STEP_NEVER)
		{
		  g->step_state[v] = s;
		  g->step[v] = step;
		  change = true;
		}
	      else if (s == STEP_ANY || step != g->step[v])
		{
		  g->step_state[v] = STEP_ANY;
		  change = true;
		}
	    }
	}
    }
}

void
gen_classify (struct gen *g)
{
  find_spreads (g);
  find_steps (g);
}

/* ---- which registers live ---- */

bool
gen_liveness (struct gen *g)
{
  size_t words = g->words;
  word *t = malloc ((words + 1) * sizeof *t);
  if (!t)
    return false;
  for (bool change = true; change;)
    {
      change = false;
      for (uint32_t i = g->n; i-- > 0;)
	{
	  const struct meta *m = &g->p->meta[i];
	  const struct op *o = &g->f->ops[i];
	  memset (t, 0, words * sizeof *t);
#define JOIN(k) \
  for (size_t w = 0; w < words; w++) \
  t[w] |= g->live[(k) *words + w]
	  if ((m->flow == FLOW_NEXT || m->flow == FLOW_COND) && i + 1 < g->n)
	    JOIN (i + 1);
	  if (m->flow == FLOW_JUMP || m->flow == FLOW_COND)
	    JOIN (gen_target_of (g, i));
	  for (uint32_t k = 0; m->flow == FLOW_TABLE && k < o->table->n; k++)
	    JOIN (o->table->target[k]);
#undef JOIN
	  for (uint32_t k = 0; !m->partial && k < n_refs (m); k++)
	    {
	      const struct ref *r = gen_ref_of (g, i, k);
	      if (r->def)
		t[r->vreg / 64] &= ~((word) 1 << r->vreg % 64);
	    }
	  for (uint32_t k = 0; k < n_refs (m); k++)
	    {
	      const struct ref *r = gen_ref_of (g, i, k);
	      if ((!r->def || m->partial) && !gen_is_init (g, r->vreg)
		  && g->spread[r->vreg] != FRAME)
		PUT (t, r->vreg);
	    }
	  if (memcmp (t, g->live + i * words, words * sizeof *t))
	    {
	      memcpy (g->live + i * words, t, words * sizeof *t);
	      change = true;
	    }
	}
    }
  free (t);
  return true;
}

void
gen_find_blocks (struct gen *g)
{
  bool parts = false;
  g->leader[0] = g->entry[0] = 1;
  for (uint32_t i = 0; i < g->n; i++)
    {
      const struct meta *m = &g->p->meta[i];
      if ((m->flow == FLOW_JUMP || m->flow == FLOW_COND) && gen_target_of (g, i) <= i)
	g->back[gen_target_of (g, i)] = i;
    }
  for (uint32_t i = 0; i < g->n; i++)
    parts |= g->look[i].kind == K_IF && g->spread[gen_operand (g, i, 'a')] > SAME;
  for (uint32_t i = 0; i < g->n; i++)
    {
      const struct meta *m = &g->p->meta[i];
      uint8_t kind = g->look[i].kind;
      if (m->flow != FLOW_NEXT || m->blocks)
	g->leader[i + 1] = 1;
      if (kind == K_CALL && m->blocks)
	g->entry[i + 1] = 1;
      if (m->flow == FLOW_JUMP || m->flow == FLOW_COND)
	{
	  uint32_t t = gen_target_of (g, i);
	  g->leader[t] = 1;
	  /* Where a loop gives way, and where lanes that parted meet.  */
	  if (t <= i || parts)
	    {
	      g->entry[t] = 1;
	      if (g->look[t].kind == K_NOTHING && g->p->meta[t].flow == FLOW_NEXT && t + 1 < g->n)
		g->leader[t + 1] = g->entry[t + 1] = 1;
	    }
	}
      for (uint32_t k = 0; m->flow == FLOW_TABLE && k < g->f->ops[i].table->n; k++)
	g->leader[g->f->ops[i].table->target[k]] = g->entry[g->f->ops[i].table->target[k]] = 1;
    }
  for (uint32_t i = 0; i < g->n; i++)
    for (uint32_t k = 1; k < g->look[i].row; k++)
      g->leader[i + k] = g->entry[i + k] = 0;
  /* Other joins begin blocks too; what a guard holds does not.  */
  for (uint32_t i = 0; i < g->n; i++)
    if (g->look[i].kind == K_NOTHING)
      g->leader[i] = 1;
  for (uint32_t i = 0; i + 1 < g->n; i++)
    if (g->look[i].kind == K_GUARD)
      g->leader[i + 1] = g->entry[i + 1] = 0;
}

uint32_t
gen_way_to (const struct gen *g, uint32_t i, uint32_t from)
{
  for (; from < i; from++)
    if (g->back[from] >= i)
      break;
  return from;
}
