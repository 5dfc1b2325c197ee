/* SPDX-License-Identifier: MIT */
/* Ops become C: registers, calls of handlers, scalars and vectors.  */

#include "emulator/compile/gen.h"

#include <stdarg.h>
#include <stdio.h>

void
gen_put (struct gen *g, const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  vfprintf (g->out, fmt, ap);
  va_end (ap);
}

uint32_t
gen_chunks (const struct gen *g, uint32_t v)
{
  uint32_t bytes = gen_width (g, v) * LANES / 8;
  return bytes / g->vector;
}

void
gen_scalar (struct gen *g, uint32_t v)
{
  unsigned b = gen_width (g, v);
  uint64_t n;
  if (gen_constant_of (g, v, &n))
    gen_put (g, "((u%u) 0x%llxu%s)", b == 1 ? 32 : b, (unsigned long long) n, b == 64 ? "ll" : "");
  else
    gen_put (g, "%c%u", b == 1 ? 'p' : 'g', v);
}

void
gen_step (struct gen *g, uint32_t v)
{
  if (g->spread[v] != ROW && g->spread[v] != HALVES)
    gen_put (g, "0");
  else
    gen_put (g, "q%u", v);
}

void
gen_half (struct gen *g, uint32_t v)
{
  if (g->spread[v] == HALVES)
    gen_put (g, "h%u", v);
  else if (g->spread[v] == ROW)
    {
      gen_put (g, "(u%u) (", gen_width (g, v));
      gen_scalar (g, v);
      gen_put (g, " + %u * ", HALF);
      gen_step (g, v);
      gen_put (g, ")");
    }
  else
    gen_scalar (g, v);
}

void
gen_all_same (struct gen *g, uint32_t v)
{
  if ((g->spread[v] == ROW || g->spread[v] == HALVES) && !gen_step_known (g, v))
    gen_put (g, " q%u = 0;", v);
  if (g->spread[v] == HALVES)
    gen_put (g, " h%u = g%u;", v, v);
}

uint32_t
gen_array (struct gen *g, uint32_t v)
{
  if (g->inst[v] != NONE)
    return g->inst[v];
  uint32_t t = g->arrays++, b = gen_width (g, v);
  gen_put (g, "  A%u (t%u);", b, t);
  if (g->spread[v] == SAME || g->spread[v] == NEVER)
    {
      gen_put (g, " SAME%u (t%u, ", b, t);
      gen_scalar (g, v);
      gen_put (g, ");\n");
    }
  else if (g->spread[v] == ROW || g->spread[v] == HALVES)
    {
      gen_put (g, " %s%u (t%u, ", g->spread[v] == ROW ? "LINE" : "HALVES", b, t);
      gen_scalar (g, v);
      gen_put (g, ", ");
      gen_step (g, v);
      if (g->spread[v] == HALVES)
	{
	  gen_put (g, ", ");
	  gen_half (g, v);
	}
      gen_put (g, ");\n");
    }
  else
    {
      if (gen_is_init (g, v))
	gen_put (g, " COPY (t%u, R + %u, %u);", t, g->p->v[v].slot, b * LANES / 8);
      else
	for (uint32_t k = 0; k < gen_chunks (g, v); k++)
	  gen_put (g, " COPY ((char *) t%u + %u, &r%u_%u, %u);", t, k * g->vector, v, k, g->vector);
      gen_put (g, "\n");
      g->inst[v] = t;
    }
  return t;
}

/* A new array for the lanes of V.  */
static uint32_t
fresh (struct gen *g, uint32_t v)
{
  uint32_t t = g->arrays++;
  gen_put (g, "  A%u (t%u);\n", gen_width (g, v), t);
  return t;
}

static void
becomes (struct gen *g, uint32_t v, uint32_t t)
{
  g->inst[v] = t;
  g->dirty[v] = 1;
}

void
gen_settle (struct gen *g, uint32_t i, uint32_t j)
{
  for (size_t v = 0; v < g->p->n_v; v++)
    if (g->dirty[v])
      {
	bool lives = (i != NONE && HAS (g->live + i * g->words, v))
		     || (j != NONE && HAS (g->live + j * g->words, v));
	for (uint32_t k = 0; lives && k < gen_chunks (g, v); k++)
	  gen_put (g, "  COPY (&r%zu_%u, (char *) t%u + %u, %u);\n", v, k, g->inst[v],
		   k * g->vector, g->vector);
      }
}

void
gen_store (struct gen *g, uint32_t v)
{
  uint32_t b = gen_width (g, v), slot = g->p->v[v].slot;
  if (gen_is_init (g, v) || g->spread[v] == FRAME)
    return;
  if (b == 1)
    gen_put (g, " *(u32 *) (R + %u) = p%u;", slot, v);
  else if (g->spread[v] == SAME || g->spread[v] == NEVER)
    gen_put (g, " SAME%u ((u%u *) (R + %u), g%u);", b, b, slot, v);
  else if (g->spread[v] == ROW)
    gen_put (g, " LINE%u ((u%u *) (R + %u), g%u, q%u);", b, b, slot, v, v);
  else if (g->spread[v] == HALVES)
    gen_put (g, " HALVES%u ((u%u *) (R + %u), g%u, q%u, h%u);", b, b, slot, v, v, v);
  else if (g->inst[v] != NONE)
    gen_put (g, " COPY (R + %u, t%u, %u);", slot, g->inst[v], b * LANES / 8);
  else
    for (uint32_t k = 0; k < gen_chunks (g, v); k++)
      gen_put (g, " COPY (R + %u, &r%u_%u, %u);", slot + k * g->vector, v, k, g->vector);
}

static bool
defines (const struct gen *g, uint32_t i, uint32_t v)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0; k < n_refs (m); k++)
    if (gen_ref_of (g, i, k)->def && gen_ref_of (g, i, k)->vreg == v)
      return true;
  return false;
}

void
gen_store_live (struct gen *g, uint32_t i, uint32_t but)
{
  EACH_LIVE (v, i)
    if (but == NONE || !defines (g, but, v))
      gen_store (g, v);
}

static void
store_uses (struct gen *g, uint32_t i)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0; k < n_refs (m); k++)
    if (!gen_ref_of (g, i, k)->def || m->partial)
      gen_store (g, gen_ref_of (g, i, k)->vreg);
}

/* Results of op I from the frame.  */
static void
load_defs (struct gen *g, uint32_t i, const uint32_t *to)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0, n = 0; k < n_refs (m); k++)
    {
      const struct ref *r = gen_ref_of (g, i, k);
      uint32_t v = r->vreg, b = gen_width (g, v), slot = g->p->v[v].slot;
      if (!r->def || g->spread[v] == FRAME)
	continue;
      if (b == 1)
	gen_put (g, " p%u = *(u32 *) (R + %u);", v, slot);
      else if (g->spread[v] == EACH)
	gen_put (g, " COPY (t%u, R + %u, %u);", to[n++], slot, b * LANES / 8);
      else
	{
	  gen_put (g, " g%u = ((u%u *) (R + %u))[%s];", v, b, slot,
		   g->part ? "__builtin_ctz (part)" : "0");
	  gen_all_same (g, v);
	}
    }
}

void
gen_call (struct gen *g, uint32_t i, bool guarded, const uint32_t *to)
{
  const struct meta *m = &g->p->meta[i];
  store_uses (g, i);
  if (g->part)
    {
      for (uint32_t k = 0; k < n_refs (m); k++)
	if (gen_ref_of (g, i, k)->def
	    && HAS (g->live + g->part * g->words, gen_ref_of (g, i, k)->vreg))
	  gen_store (g, gen_ref_of (g, i, k)->vreg);
      gen_put (g, "\n    if (NO (!px_run_part (w, O (%u), part))) return 0;\n   ", i);
      load_defs (g, i, to);
      gen_put (g, "\n");
      return;
    }
  if (guarded)
    gen_store (g, gen_operand (g, i - 1, 'a'));
  gen_put (g, "\n    { const void *n = ");
  /* A guard that holds in all lanes leaves the op to the loop.  */
  if (guarded)
    gen_put (g, "m%u + 1 ? CALL (%u) : ", i, i - 1);
  /* What a load of memory that nobody has written gives is traced by the interpreter, and a
     shuffle of a lane that takes no part.  */
  const struct op *o = &g->f->ops[i];
  bool traces = g->traces
		&& ((o->ck == CK_LOAD
		     && (o->space == SP_SHARED || o->space == SP_GLOBAL || o->space == SP_GENERIC))
		    || is_shuffle (o));
  /* After an atomic operation a warp that is looked at may give way to others.  */
  bool yields = g->checked && o->ck == CK_ATOM;
  gen_put (g, "%s (%u); if (NO (n != O (%u)%s)) {", o->ck == CK_NONE ? "HANDLE" : "CALL", i, i + 1,
	   !m->blocks ? (traces ? " || TRACED" : "")
	   : traces   ? " || MOVED || TRACED"
		      : " || MOVED");
  if ((m->blocks || traces || yields) && i + 1 < g->n && m->flow == FLOW_NEXT)
    {
      gen_store_live (g, i + 1, i);
      if (!g->checked && g->entry[i + 1])
	gen_put (g, " LEAVES_AT (%u, n);", i + 1);
    }
  gen_put (g, " return n; } }\n   ");
  load_defs (g, i, to);
  gen_put (g, "\n");
}

void
gen_result_arrays (struct gen *g, uint32_t i, uint32_t *to)
{
  const struct meta *m = &g->p->meta[i];
  uint32_t n = 0;
  for (uint32_t k = 0; k < n_refs (m); k++)
    {
      const struct ref *r = gen_ref_of (g, i, k);
      if (r->def && gen_width (g, r->vreg) != 1 && g->spread[r->vreg] == EACH && n < RESULTS)
	to[n++] = fresh (g, r->vreg);
    }
}

void
gen_results_become (struct gen *g, uint32_t i, const uint32_t *to)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0, n = 0; k < n_refs (m); k++)
    {
      const struct ref *r = gen_ref_of (g, i, k);
      if (r->def && gen_width (g, r->vreg) != 1 && g->spread[r->vreg] == EACH)
	becomes (g, r->vreg, to[n++]);
    }
}

void
gen_leave (struct gen *g, uint32_t i)
{
  gen_store_live (g, i, NONE);
  if (g->part)
    {
      EACH_LIVE (v, g->part)
	if (!HAS (g->live + i * g->words, v))
	  gen_store (g, v);
      gen_leave_part (g, i);
      return;
    }
  gen_put (g, " return CALL (%u);", i);
}

static const char fields[] = "abc";

/* Calls the function of op I on scalars, to z: of lane 0, or of lane 16.  */
static void
scalar_call (struct gen *g, uint32_t i, void (*get) (struct gen *, uint32_t))
{
  const struct look *l = &g->look[i];
  gen_put (g, "s_%s ((void *) &z", l->lane->name);
  for (int k = 0; k < l->lane->n; k++)
    {
      bool pred = l->kind == K_SELP && k == 2;
      if (pred)
	gen_put (g, ", (");
      else
	gen_put (g, ", (void *) V%u (", l->lane->bytes[k + 1] * 8);
      get (g, gen_operand (g, i, fields[k]));
      gen_put (g, ")");
    }
  if (l->lane->imm)
    gen_put (g, ", %lldll", (long long) g->f->ops[i].imm);
  gen_put (g, ");");
}

/* An op of lane.inc whose result is a predicate, of scalars: an expression.  */
static void
scalar_test (struct gen *g, uint32_t i)
{
  const struct look *l = &g->look[i];
  uint32_t a = gen_operand (g, i, 'a'), b = gen_operand (g, i, 'b');
  if (l->kind == K_PRED)
    {
      gen_put (g, "q_%s (", l->lane->name);
      gen_scalar (g, a);
      gen_put (g, ", ");
      b == NONE ? gen_put (g, "0") : gen_scalar (g, b);
      gen_put (g, ")");
      return;
    }
  gen_put (g, "s_%s ((void *) V%u (", l->lane->name, l->lane->bytes[1] * 8);
  gen_scalar (g, a);
  gen_put (g, "), (void *) V%u (", l->lane->bytes[2] * 8);
  gen_scalar (g, b);
  gen_put (g, "))");
}

/* The step of op I's result: X is the operand that has one, Y the factor.  */
static void
scalar_step (struct gen *g, uint32_t i)
{
  const struct look *l = &g->look[i];
  uint32_t a = gen_operand (g, i, 'a'), b = gen_operand (g, i, 'b'), c = gen_operand (g, i, 'c'),
	   d = gen_operand (g, i, 'd');
  bool second = b != NONE && (g->spread[b] == ROW || g->spread[b] == HALVES);
  uint32_t x = second ? b : a, y = second ? a : b, bits = gen_width (g, d);
  switch (l->line)
    {
    case L_ADD:
      gen_step (g, a);
      gen_put (g, " + ");
      gen_step (g, b);
      break;
    case L_SUB:
      gen_step (g, a);
      gen_put (g, " - ");
      gen_step (g, b);
      break;
    case L_MUL:
    case L_MAD:
      gen_put (g, "(u%u) (", bits);
      gen_step (g, x);
      gen_put (g, " * ");
      gen_scalar (g, y);
      gen_put (g, ")");
      break;
    case L_SHL:
      gen_put (g, "({ u%u z; s_%s ((void *) &z, (void *) V%u (", bits, l->lane->name, bits);
      gen_step (g, a);
      gen_put (g, "), (void *) V32 (");
      gen_scalar (g, b);
      gen_put (g, ")); z; })");
      break;
    case L_WIDE_S:
    case L_MAD_WIDE_S:
    case L_WIDE_U:
    case L_MAD_WIDE_U:
      gen_put (g, "(u64) (s64) (s32) ");
      gen_step (g, x);
      gen_put (g, l->line == L_WIDE_S || l->line == L_MAD_WIDE_S ? " * (u64) (s64) (s32) "
								 : " * (u64) ");
      gen_scalar (g, y);
      break;
    case L_EXT_S:
    case L_EXT_U:
      gen_put (g, "(u64) (s64) (s32) ");
      gen_step (g, a);
      break;
    case L_AND: gen_step (g, x); break;
    case L_SHR: gen_put (g, "0"); break;
    default:
      gen_put (g, "(u%u) ", bits);
      gen_step (g, a);
      break;
    }
  if (l->line == L_MAD || l->line == L_MAD_WIDE_S || l->line == L_MAD_WIDE_U)
    {
      gen_put (g, " + ");
      gen_step (g, c);
    }
}

/* An op of lane.inc on scalars: D is not EACH.  */
static void
scalar_op (struct gen *g, uint32_t i)
{
  const struct look *l = &g->look[i];
  uint32_t d = gen_operand (g, i, 'd'), b = gen_width (g, d);
  enum spread worst = NEVER;
  for (int k = 0; k < l->lane->n; k++)
    {
      uint32_t v = gen_operand (g, i, fields[k]);
      worst = g->spread[v] > worst ? g->spread[v] : worst;
    }
  bool stepped = worst == ROW || worst == HALVES;
  gen_put (g, "  {");
  if (stepped && l->line >= L_WIDE_S && l->line <= L_EXT_U)
    for (int k = 0; k < 2 && k < l->lane->n; k++)
      {
	uint32_t v = gen_operand (g, i, fields[k]);
	char sign
	  = l->line == L_WIDE_S || l->line == L_MAD_WIDE_S || l->line == L_EXT_S ? 'S' : 'U';
	if (g->spread[v] != ROW && g->spread[v] != HALVES)
	  continue;
	for (int h = 0; h < (g->spread[v] == HALVES ? 2 : 1); h++)
	  {
	    gen_put (g, " if (NO (!FITS_%c (", sign);
	    h ? gen_half (g, v) : gen_scalar (g, v);
	    gen_put (g, ", ");
	    gen_step (g, v);
	    gen_put (g, ", %d))) {", g->spread[v] == HALVES ? HALF - 1 : LANES - 1);
	    gen_leave (g, g->p->meta[i].partial ? i - 1 : i);
	    gen_put (g, " }\n");
	  }
      }
  gen_put (g, " u%u z; ", b);
  scalar_call (g, i, gen_scalar);
  if (g->spread[d] <= SAME)
    {
      gen_put (g, " g%u = z; }\n", d);
      return;
    }
  bool known = gen_step_known (g, d);
  gen_put (g, " u%u ns = z;", b);
  if (!known)
    {
      gen_put (g, " u%u nq = ", b);
      stepped ? scalar_step (g, i) : gen_put (g, "0");
      gen_put (g, ";");
    }
  if (g->spread[d] == HALVES)
    {
      gen_put (g, " ");
      scalar_call (g, i, gen_half);
      gen_put (g, " h%u = z;", d);
    }
  gen_put (g, " g%u = ns;", d);
  if (!known)
    gen_put (g, " q%u = nq;", d);
  gen_put (g, " }\n");
}

/* An op of lane.inc on arrays, to array T, or as an expression of a predicate.  */
static void
array_op (struct gen *g, uint32_t i, uint32_t t)
{
  const struct look *l = &g->look[i];
  uint32_t at[3] = { 0, 0, 0 };
  for (int k = 0; k < l->lane->n; k++)
    if (!(l->kind == K_SELP && k == 2))
      at[k] = gen_array (g, gen_operand (g, i, fields[k]));
  if (l->kind == K_SETP)
    gen_put (g, "  u32 c%u = v_%s (", t, l->lane->name);
  else
    gen_put (g, "  v_%s ((void *) t%u, ", l->lane->name, t);
  for (int k = 0; k < l->lane->n; k++)
    {
      if (l->kind == K_SELP && k == 2)
	gen_scalar (g, gen_operand (g, i, 'c'));
      else
	gen_put (g, "(void *) t%u", at[k]);
      gen_put (g, "%s", k + 1 < l->lane->n ? ", " : "");
    }
  if (l->lane->imm)
    gen_put (g, ", %lldll", (long long) g->f->ops[i].imm);
  gen_put (g, ");\n");
}

static bool
scalars_only (const struct gen *g, uint32_t i)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0; k < m->n_refs; k++)
    if (!m->refs[k].def && g->spread[m->refs[k].vreg] > SAME)
      return false;
  return true;
}

void
gen_lanes (struct gen *g, uint32_t i, uint32_t p, const char *mask)
{
  const struct look *l = &g->look[i];
  uint32_t d = gen_operand (g, i, 'd');
  if (l->kind == K_PRED || l->kind == K_SETP)
    {
      if (l->kind == K_PRED || scalars_only (g, i))
	{
	  gen_put (g, "  { u32 z = ");
	  scalar_test (g, i);
	  gen_put (g, ";");
	}
      else
	{
	  uint32_t t = g->arrays++;
	  array_op (g, i, t);
	  gen_put (g, "  { u32 z = c%u;", t);
	}
      if (p == NONE)
	gen_put (g, " p%u = z; }\n", d);
      else
	gen_put (g, " p%u = (p%u & ~%s) | (z & %s); }\n", d, d, mask, mask);
      return;
    }
  if (g->spread[d] < EACH)
    {
      if (p != NONE)
	gen_put (g, "  if (%s)\n", mask);
      scalar_op (g, i);
      return;
    }
  uint32_t old = p == NONE ? 0 : gen_array (g, d), t = fresh (g, d);
  array_op (g, i, t);
  if (p != NONE)
    {
      uint32_t u = fresh (g, d);
      gen_put (g, "  PICK%u (t%u, %s, t%u, t%u);\n", gen_width (g, d), u, mask, t, old);
      t = u;
    }
  becomes (g, d, t);
}

void
gen_before_guarded (struct gen *g, uint32_t i, uint32_t p, uint32_t *old)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0, n = 0; p != NONE && k < n_refs (m); k++)
    {
      const struct ref *r = gen_ref_of (g, i, k);
      if (r->def && gen_width (g, r->vreg) != 1 && g->spread[r->vreg] == EACH)
	old[n++] = gen_array (g, r->vreg);
    }
}

void
gen_guard_begins (struct gen *g, uint32_t i, uint32_t p, const char *mask, const uint32_t *to,
		  const uint32_t *old)
{
  const struct meta *m = &g->p->meta[i];
  if (p == NONE)
    return;
  for (uint32_t k = 0, n = 0; k < n_refs (m); k++)
    {
      const struct ref *r = gen_ref_of (g, i, k);
      if (r->def && gen_width (g, r->vreg) != 1 && g->spread[r->vreg] == EACH)
	{
	  gen_put (g, "  COPY (t%u, t%u, sizeof t%u);\n", to[n], old[n], to[n]);
	  n++;
	}
    }
  gen_put (g, "  if (%s) {\n", mask);
}
