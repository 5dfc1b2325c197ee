/* SPDX-License-Identifier: MIT */
/* Loads and stores become C.  Of each there are two texts: what it is where its lanes lie as they do most
   often, and else the call of its handler.  */

#include "emulator/compile/gen.h"

#include <stdio.h>

/* The operands that a load sets, or a store stores.  */
static const char data[] = "defg";

/* A load or store that is written.  */
struct memory
{
  struct gen *g;
  uint32_t i; /* the op */
  const struct look *l;
  const struct op *o;
  const char *mask; /* C of the lanes that execute it where they are not always all; or NULL */
  uint32_t a;	    /* the vreg of its address */
  uint32_t size;    /* bytes of a lane */
  bool load;
  bool same, halves;		 /* of addresses: one for all lanes; two rows of half a warp */
  char type[8];			 /* of C, that memory holds: s8 to u64 */
  char sign;			 /* of it */
  uint32_t to[RESULTS], from[4]; /* arrays of what it loads, and of what it stores */
};

/* Arrays of what M stores.  */
static void
stored_arrays (struct memory *m)
{
  for (int k = 0; !m->load && k < m->l->n; k++)
    m->from[k] = gen_array (m->g, gen_operand (m->g, m->i, data[k]));
}

/* The address of the first lane, if H of lane 16, as variable a0 or a1.  */
static void
write_address (const struct memory *m, int h)
{
  gen_put (m->g, " u%u a%d = ", m->l->wide ? 64 : 32, h);
  h ? gen_half (m->g, m->a) : gen_scalar (m->g, m->a);
  gen_put (m->g, " + (u%u) %lldll;", m->l->wide ? 64 : 32, (long long) m->o->imm);
}

/* The condition that lanes lie one after the other.  */
static void
is_row (const struct memory *m)
{
  gen_put (m->g, " && (");
  gen_step (m->g, m->a);
  gen_put (m->g, " == %u", m->size);
}

/* Begins M where the sanitizer looks on: m0 and m1 are where the lanes' data are, if the checks of a whole
   row find nothing.  */
static void
begin_checked (const struct memory *m)
{
  struct gen *g = m->g;
  uint32_t i = m->i, a = m->a, size = m->size;
  /* What a report shows of a store is in the frame.  */
  for (int k = 0; !m->load && k < m->l->n; k++)
    gen_store (g, gen_operand (g, i, data[k]));
  gen_put (g, "  {");
  for (int h = 0; h < (m->halves ? 2 : 1); h++)
    write_address (m, h);
  gen_put (g, " char *m0 = 0; if (");
  gen_put (g, m->mask ? "%s + 1 == 0" : "1", m->mask);
  if (!m->same)
    {
      is_row (m);
      if (m->halves && m->load)
	gen_put (g, " || q%u == 0", a);
      gen_put (g, ")");
    }
  gen_put (g, ") m0 = ");
  if (!m->l->shared && m->load && !m->halves)
    gen_put (g,
	     "ahead (w, %u, (u64) O (%u) + %d, O (%u), a0) ? (char *) a0 : ", OPEN_SLOT (m->o, 0),
	     i, m->same ? OPEN_ONE_PLACE : OPEN_ROW, i);
  if (g->group[i])
    gen_put (g, "G%u ? grouped (w, O (%u), G%u, a0) : ", g->group[i] - 1, i, g->group[i] - 1);
  else if (m->l->shared && m->load)
    {
      /* Halves may be one row, too.  */
      if (m->halves)
	gen_put (g, "(q%u == %u && a1 - a0 == %u ? ", a, size, size * HALF);
      gen_put (g, "noted (w, O (%u), %u, a0, %u, %u, %d, %u)%s ?: ", i, i,
	       m->same ? size : size * LANES, size, m->same ? ONE_PLACE : __builtin_ctz (size),
	       m->o->ck_scope, m->halves ? " : 0)" : "");
    }
  gen_put (g, "px_rows (w, O (%u), a0, %s, ", i, m->halves ? "a1" : "a0");
  if (m->halves)
    gen_put (g, "2 + (q%u != 0)); char *m1 = m0 + (s64) (s%u) (a1 - a0);", a, m->l->wide ? 64 : 32);
  else
    gen_put (g, "%d);", !m->same);
  gen_put (g, " if (YES (m0 != 0)) {\n");
}

/* Begins M where nothing is checked: m0 and m1 are where the lanes' data are, if they lie in memory.  */
static void
begin_row (const struct memory *m)
{
  struct gen *g = m->g;
  uint32_t a = m->a, size = m->size, group = g->group[m->i];
  gen_put (g, "  {");
  for (int h = 0; h < (m->halves ? 2 : 1); h++)
    {
      write_address (m, h);
      gen_put (g, " char *m%d = ", h);
      if (group)
	{
	  gen_put (g, "SHARED + a%d;", h);
	  continue;
	}
      if (m->l->shared)
	gen_put (g, "shared_at (w, ");
      else
	gen_put (g, "global_at (w, %u, ", m->o->hit);
      gen_put (g, "a%d, ", h);
      if (m->halves)
	gen_put (g, "q%u ? %u : %u, %u);", a, size * HALF, size, size);
      else
	gen_put (g, "%u, %u);", m->same ? size : size * LANES, size);
    }
  if (group)
    gen_put (g, " if (YES (G%u", group - 1);
  else
    gen_put (g, " if (YES (m0 != 0");
  if (!m->same && !group)
    {
      is_row (m);
      if (m->halves)
	gen_put (g, m->load ? " || q%u == 0) && (m1 != 0" : ") && (m1 != 0", a);
      gen_put (g, ")");
    }
  if (m->mask)
    gen_put (g, " && %s + 1 == 0", m->mask);
  gen_put (g, ")) {\n");
}

/* M where its lanes have any addresses, those of array AT.  */
static void
any_lanes (const struct memory *m, uint32_t at)
{
  struct gen *g = m->g;
  unsigned w = m->l->wide ? 64 : 32;
  gen_put (g, "  { A%u (at); LANES at[i] = t%u[i] + (u%u) %lldll; u64 m0 = ", w, at, w,
	   (long long) m->o->imm);
  if (m->l->shared)
    gen_put (g, "lanes_shared%u (w, at, %u);", w, m->size);
  else
    gen_put (g, "lanes_global (w, %u, at, %u);", m->o->hit, m->size);
  gen_put (g, " if (YES (m0 != NOWHERE");
  if (m->mask)
    gen_put (g, " && %s + 1 == 0", m->mask);
  gen_put (g, ")) {\n    if (lanes_row%u (at, %u)) { char *m1 = (char *) (m0 + at[0]);\n", w,
	   m->size);
  for (int row = 1; row >= 0; row--)
    {
      for (int k = 0; k < m->l->n; k++)
	{
	  uint32_t b = gen_width (g, gen_operand (g, m->i, data[k]));
	  char where[40];
	  snprintf (where, sizeof where, row ? "m1)[i * %d + %d]" : "(m0 + at[i]))[%d]",
		    row ? m->l->n : k, k);
	  if (m->load)
	    gen_put (g, "    LANES t%u[i] = (u%u) (%c%u) ((const %s *) %s;\n", m->to[k], b, m->sign,
		     b, m->type, where);
	  else
	    gen_put (g, "    LANES ((%s *) %s = (%s) t%u[i];\n", m->type, where, m->type,
		     m->from[k]);
	}
      if (row)
	gen_put (g, "    } else {\n");
    }
  gen_put (g, "    }\n  } else {\n");
}

/* Stores value K of M: rows, at m0 and m1.  */
static void
store_value (const struct memory *m, int k)
{
  const char *type = m->type;
  int n = m->l->n;
  if (!m->halves)
    gen_put (m->g, "    LANES ((%s *) m0)[i * %u + %u] = (%s) t%u[i];\n", type, n, k, type,
	     m->from[k]);
  else
    gen_put (m->g,
	     "    HALF ((%s *) m0)[i * %u + %u] = (%s) t%u[i];\n"
	     "    HALF ((%s *) m1)[i * %u + %u] = (%s) t%u[i + 16];\n",
	     type, n, k, type, m->from[k], type, n, k, type, m->from[k]);
}

/* Loads value K of M: from one place, or rows, at m0 and m1.  Returns whether it has taken array T.  */
static bool
load_value (const struct memory *m, int k, uint32_t t)
{
  struct gen *g = m->g;
  uint32_t v = gen_operand (g, m->i, data[k]), b = gen_width (g, v), n = m->l->n;
  char sign = m->sign;
  const char *type = m->type;
  if (m->halves)
    {
      gen_put (g, "    if (q%u) {", m->a);
      for (int h = 0; h < 2; h++)
	gen_put (g, " HALF t%u[i + %d] = (u%u) (%c%u) ((const %s *) m%d)[i * %u + %u];", t,
		 h * HALF, b, sign, b, type, h, n, k);
      gen_put (g, " } else {");
      for (int h = 0; h < 2; h++)
	gen_put (g, " u%u x%d = (u%u) (%c%u) ((volatile const %s *) m%d)[%u];", b, h, b, sign, b,
		 type, h, k);
      gen_put (g, " HALF t%u[i] = x0; HALF t%u[i + 16] = x1; }\n", t, t);
    }
  else if (!m->same)
    gen_put (g, "    LANES t%u[i] = (u%u) (%c%u) ((const %s *) m0)[i * %u + %u];\n", t, b, sign, b,
	     type, n, k);
  else if (g->spread[v] == EACH)
    gen_put (g, "    SAME%u (t%u, (u%u) (%c%u) ((volatile const %s *) m0)[%u]);\n", b, t, b, sign,
	     b, type, k);
  else
    {
      gen_put (g, "    g%u = (u%u) (%c%u) ((volatile const %s *) m0)[%u];", v, b, sign, b, type, k);
      gen_all_same (g, v);
      gen_put (g, "\n");
      return false;
    }
  return true;
}

void
gen_memory (struct gen *g, uint32_t i, uint32_t p, const char *mask)
{
  const struct look *l = &g->look[i];
  const struct op *o = &g->f->ops[i];
  uint32_t a = gen_operand (g, i, 'a'), old[RESULTS] = { 0 };
  struct memory m = { .g = g,
		      .i = i,
		      .l = l,
		      .o = o,
		      .mask = p != NONE && g->spread[p] > SAME ? mask : NULL,
		      .a = a,
		      .size = l->bits / 8 * l->n,
		      .load = l->kind == K_LOAD,
		      .same = g->spread[a] <= SAME,
		      .halves = g->spread[a] == HALVES,
		      .sign = l->sign ? 's' : 'u' };
  snprintf (m.type, sizeof m.type, "%c%u", m.sign, l->bits);
  bool check = g->checked && o->space != SP_PARAM;
  bool fast = (m.same ? m.load : g->spread[a] <= HALVES) && !(check && o->ck_sem != ORD_WEAK);
  /* Addresses of 32 bits are those of shared memory, which nobody else accesses meanwhile: one worker
     runs a cluster.  */
  bool lanes = !fast && !m.same && !m.halves && !g->checked && (o->ck_sem == ORD_WEAK || l->shared)
	       && l->wide >= !l->shared;
  uint32_t at = lanes ? gen_array (g, a) : 0;
  if (fast || lanes)
    stored_arrays (&m);
  gen_before_guarded (g, i, p, old);
  gen_result_arrays (g, i, m.to);
  gen_guard_begins (g, i, p, mask, m.to, old);
  if (g->grouped[i])
    gen_group (g, i);
  if (fast)
    {
      check ? begin_checked (&m) : begin_row (&m);
      for (int k = 0, n = 0; k < l->n; k++)
	if (m.load)
	  n += load_value (&m, k, m.to[n]);
	else
	  store_value (&m, k);
      gen_put (g, "  } else {\n");
    }
  else if (lanes)
    any_lanes (&m, at);
  gen_call (g, i, p != NONE, m.to);
  if (fast || lanes)
    gen_put (g, "  } }\n");
  if (p != NONE)
    gen_put (g, "  }\n");
  gen_results_become (g, i, m.to);
}
