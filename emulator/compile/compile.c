/* SPDX-License-Identifier: MIT */
/* A decoded function as C.

   The code runs for a whole warp of which all lanes stand at one place; whatever is not
   so is the interpreter's, and so is every op that is not of lane.inc, a plain load or
   store, or a branch: the code calls that op's own handler.  It is entered at the op
   that begins a block (op.run), from the interpreter's loop, and leaves to it with all
   registers that live in the frame.  Branches count and give way as those of exec.inc.

   A register is one of these by all that define it (enum spread):

     SAME	equal in all lanes: a scalar
     ROW	base + lane * step, modulo its size: two scalars
     HALVES	the same from lane 0 and from lane 16 on, with one step: three scalars
     EACH	32 lanes, in vectors of the machine between blocks, in an array within one,
		which the compiler of C keeps in registers
     BITS	a predicate, 32 bits; all equal where SAME is
     FRAME	in the frame only: what asynchronous operations use, 128 bits

   A place where a ROW or HALVES would wrap, and an entry whose registers are not of their spread,
   go on in the interpreter.

   A device that checks has a form of its own: what the sanitizer looks at before the
   interpreter executes it, it looks at here (px_step, px_rows: check.c), in the same order,
   and slices end where they end there.  So reports are the same, and a seed's run is.  */

#define _GNU_SOURCE
#include "emulator/sanitize/check.h"
#include "emulator/compile/compile.h"
#include "emulator/code/decode.h"
#include "emulator/run/device.h"
#include "emulator/run/rows.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

/* An op with more results than RESULTS has them in the frame.  */
enum
{
  MAX_OPS = 6000,
  MAX_VREGS = 8000,
  RESULTS = 160
};

typedef uint64_t word;
#define HAS(set, i) ((set)[(i) / 64] >> (i) % 64 & 1)
#define PUT(set, i) ((set)[(i) / 64] |= (word) 1 << (i) % 64)

/* ---- what can be written as C ---- */

enum kind
{
  K_CALL,
  K_LANES,
  K_SETP,
  K_SELP,
  K_PRED,
  K_LOAD,
  K_STORE,
  K_GUARD,
  K_GO,
  K_IF,
  K_NOTHING
};

struct lane_op
{
  const char *name;	/* NULL: it is none */
  uint8_t kind, n, imm; /* n: operands */
  uint8_t bytes[4];	/* of D, A, B, C */
};

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
static const struct lane_op lane_ops[N_OPS] = {
#include "emulator/run/lane.inc"
};

enum spread
{
  NEVER,
  SAME,
  ROW,
  HALVES,
  EACH,
  FRAME
};
enum
{
  HALF = LANES / 2
};

/* One op, looked at.  */
struct look
{
  uint8_t kind, line;
  uint32_t row; /* mma's that run at once from here on; 0 */
  const struct lane_op *lane;
  /* Loads and stores.  */
  bool shared, wide, sign; /* wide: a 64-bit address */
  uint8_t bits, reg_bits, n;
};

struct gen
{
  const px_emu_func *f;
  const struct plan *p;
  unsigned shape;
  bool checked, traces; /* the sanitizer looks on; at initialisation, too */
  uint32_t n;		/* ops */
  size_t words;
  word *live; /* [op][words]: alive before it */
  uint8_t *leader, *entry, *spread;
  uint32_t *back; /* the last op that branches back to an op, or 0 */
  struct look *look;
  uint32_t *inst;  /* of a vreg in the block, or NONE */
  uint8_t *dirty;  /* its array is newer than its vectors */
  uint32_t arrays; /* made so far */
  uint32_t vector; /* bytes of the machine's */
  FILE *out;
};

static bool
is_init (const struct gen *g, uint32_t v)
{
  return g->p->v[v].init >= 0;
}

static unsigned
width (const struct gen *g, uint32_t v)
{
  return g->p->v[v].bits;
}

static const struct ref *
ref_of (const struct gen *g, uint32_t i, uint32_t k)
{
  const struct meta *m = &g->p->meta[i];
  return k < m->n_refs ? &m->refs[k] : &g->p->list[m->list + k - m->n_refs];
}

static uint32_t
operand (const struct gen *g, uint32_t i, char field)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0; k < m->n_refs; k++)
    if (m->refs[k].field == field)
      return m->refs[k].vreg;
  return NONE;
}

static uint32_t
target_of (const struct gen *g, uint32_t i)
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
	if (!is_init (g, ref_of (g, i, k + m->n_refs)->vreg))
	  g->spread[ref_of (g, i, k + m->n_refs)->vreg] = FRAME;
    }
  if (m->n_list)
    return;
  for (uint32_t k = 0; k < m->n_refs; k++)
    if (g->spread[m->refs[k].vreg] == FRAME)
      return;
  const struct lane_op *lane = &lane_ops[g->f->ops[i].code];
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

/* The spread of special register R; *NEED gets what it rests on.  */
static enum spread
spread_of_sreg (unsigned shape, uint64_t r, unsigned *need)
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
  return in->kind == I_SREG ? spread_of_sreg (g->shape, in->value, &need) : SAME;
}

/* Is V 32 x n + lane?  */
static bool
counts_lanes (const struct gen *g, uint32_t v)
{
  const struct vreg *x = &g->p->v[v];
  return g->spread[v] == ROW && x->init >= 0;
}

/* Is V a constant?  */
static bool
constant_of (const struct gen *g, uint32_t v, uint64_t *value)
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
      const struct ref *r = ref_of (g, i, k);
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
	      uint32_t a = operand (g, i, 'a'), b = operand (g, i, 'b');
	      if (l->line == L_AND && !counts_lanes (g, a))
		{
		  uint32_t t = a;
		  a = b, b = t;
		}
	      if (!counts_lanes (g, a) || !constant_of (g, b, &n))
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
      enum spread p = g->spread[operand (g, i - 1, 'a')];
      c = p <= SAME ? c : EACH;
    }
  return c;
}

static void
classify (struct gen *g)
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
	      const struct ref *r = ref_of (g, i, k);
	      if (!r->def || g->spread[r->vreg] == FRAME)
		continue;
	      if (!known)
		c = spread_of_result (g, i);
	      known = true;
	      if (width (g, r->vreg) == 1 && c > SAME)
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

/* ---- which registers live ---- */

static bool
liveness (struct gen *g)
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
	    JOIN (target_of (g, i));
	  for (uint32_t k = 0; m->flow == FLOW_TABLE && k < o->table->n; k++)
	    JOIN (o->table->target[k]);
#undef JOIN
	  for (uint32_t k = 0; !m->partial && k < n_refs (m); k++)
	    {
	      const struct ref *r = ref_of (g, i, k);
	      if (r->def)
		t[r->vreg / 64] &= ~((word) 1 << r->vreg % 64);
	    }
	  for (uint32_t k = 0; k < n_refs (m); k++)
	    {
	      const struct ref *r = ref_of (g, i, k);
	      if ((!r->def || m->partial) && !is_init (g, r->vreg) && g->spread[r->vreg] != FRAME)
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

#define EACH_LIVE(v, i) \
  for (size_t w_ = 0; w_ < g->words; w_++) \
    for (word s_ = g->live[(i) *g->words + w_]; s_; s_ &= s_ - 1) \
      for (uint32_t v = w_ * 64 + __builtin_ctzll (s_), once_ = 1; once_; once_ = 0)

static void
find_blocks (struct gen *g)
{
  bool parts = false;
  g->leader[0] = g->entry[0] = 1;
  for (uint32_t i = 0; i < g->n; i++)
    {
      const struct meta *m = &g->p->meta[i];
      if ((m->flow == FLOW_JUMP || m->flow == FLOW_COND) && target_of (g, i) <= i)
	g->back[target_of (g, i)] = i;
    }
  for (uint32_t i = 0; i < g->n; i++)
    parts |= g->look[i].kind == K_IF && g->spread[operand (g, i, 'a')] > SAME;
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
	  uint32_t t = target_of (g, i);
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

/* Code is entered within loops, too.  A loop of C has one entry all the same, or the
   compiler would not vectorise in it: who enters comes by the heads of all loops around,
   from the outermost inward, and E says where to.  The head of a loop in ops [FROM, I] that
   holds I, the first such; or I.  */
static uint32_t
way_to (const struct gen *g, uint32_t i, uint32_t from)
{
  for (; from < i; from++)
    if (g->back[from] >= i)
      break;
  return from;
}

/* ---- writing ---- */

static void __attribute__ ((format (printf, 2, 3))) put (struct gen *g, const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  vfprintf (g->out, fmt, ap);
  va_end (ap);
}

static uint32_t
chunks (const struct gen *g, uint32_t v)
{
  uint32_t bytes = width (g, v) * LANES / 8;
  return bytes / g->vector;
}

/* The scalar that V is or begins with.  */
static void
scalar (struct gen *g, uint32_t v)
{
  unsigned b = width (g, v);
  uint64_t n;
  if (constant_of (g, v, &n))
    put (g, "((u%u) 0x%llxu%s)", b == 1 ? 32 : b, (unsigned long long) n, b == 64 ? "ll" : "");
  else
    put (g, "%c%u", b == 1 ? 'p' : 'g', v);
}

/* The step from lane to lane.  */
static void
step (struct gen *g, uint32_t v)
{
  if (g->spread[v] != ROW && g->spread[v] != HALVES)
    put (g, "0");
  else if (g->spread[v] == ROW && is_init (g, v))
    put (g, "1");
  else
    put (g, "q%u", v);
}

/* What lane 16 has.  */
static void
half (struct gen *g, uint32_t v)
{
  if (g->spread[v] == HALVES)
    put (g, "h%u", v);
  else if (g->spread[v] == ROW)
    {
      put (g, "(u%u) (", width (g, v));
      scalar (g, v);
      put (g, " + %u * ", HALF);
      step (g, v);
      put (g, ")");
    }
  else
    scalar (g, v);
}

/* Scalar V has just been set: it is all of V.  */
static void
all_same (struct gen *g, uint32_t v)
{
  if (g->spread[v] == ROW || g->spread[v] == HALVES)
    put (g, " q%u = 0;", v);
  if (g->spread[v] == HALVES)
    put (g, " h%u = g%u;", v, v);
}

/* Makes an array of the lanes of V, of a spread with values; its number.  */
static uint32_t
array (struct gen *g, uint32_t v)
{
  if (g->inst[v] != NONE)
    return g->inst[v];
  uint32_t t = g->arrays++, b = width (g, v);
  put (g, "  A%u (t%u);", b, t);
  if (g->spread[v] == SAME || g->spread[v] == NEVER)
    {
      put (g, " SAME%u (t%u, ", b, t);
      scalar (g, v);
      put (g, ");\n");
    }
  else if (g->spread[v] == ROW || g->spread[v] == HALVES)
    {
      put (g, " %s%u (t%u, ", g->spread[v] == ROW ? "LINE" : "HALVES", b, t);
      scalar (g, v);
      put (g, ", ");
      step (g, v);
      if (g->spread[v] == HALVES)
	{
	  put (g, ", ");
	  half (g, v);
	}
      put (g, ");\n");
    }
  else
    {
      if (is_init (g, v))
	put (g, " COPY (t%u, R + %u, %u);", t, g->p->v[v].slot, b * LANES / 8);
      else
	for (uint32_t k = 0; k < chunks (g, v); k++)
	  put (g, " COPY ((char *) t%u + %u, &r%u_%u, %u);", t, k * g->vector, v, k, g->vector);
      put (g, "\n");
      g->inst[v] = t;
    }
  return t;
}

/* A new array for the lanes of V.  */
static uint32_t
fresh (struct gen *g, uint32_t v)
{
  uint32_t t = g->arrays++;
  put (g, "  A%u (t%u);\n", width (g, v), t);
  return t;
}

static void
becomes (struct gen *g, uint32_t v, uint32_t t)
{
  g->inst[v] = t;
  g->dirty[v] = 1;
}

/* The vectors of what the block has defined, as far as it lives at op I.  */
static void
settle (struct gen *g, uint32_t i, uint32_t j)
{
  for (size_t v = 0; v < g->p->n_v; v++)
    if (g->dirty[v])
      {
	bool lives = (i != NONE && HAS (g->live + i * g->words, v))
		     || (j != NONE && HAS (g->live + j * g->words, v));
	for (uint32_t k = 0; lives && k < chunks (g, v); k++)
	  put (g, "  COPY (&r%zu_%u, (char *) t%u + %u, %u);\n", v, k, g->inst[v], k * g->vector,
	       g->vector);
      }
}

/* V to the frame.  */
static void
store (struct gen *g, uint32_t v)
{
  uint32_t b = width (g, v), slot = g->p->v[v].slot;
  if (is_init (g, v) || g->spread[v] == FRAME)
    return;
  if (b == 1)
    put (g, " *(u32 *) (R + %u) = p%u;", slot, v);
  else if (g->spread[v] == SAME || g->spread[v] == NEVER)
    put (g, " SAME%u ((u%u *) (R + %u), g%u);", b, b, slot, v);
  else if (g->spread[v] == ROW)
    put (g, " LINE%u ((u%u *) (R + %u), g%u, q%u);", b, b, slot, v, v);
  else if (g->spread[v] == HALVES)
    put (g, " HALVES%u ((u%u *) (R + %u), g%u, q%u, h%u);", b, b, slot, v, v, v);
  else if (g->inst[v] != NONE)
    put (g, " COPY (R + %u, t%u, %u);", slot, g->inst[v], b * LANES / 8);
  else
    for (uint32_t k = 0; k < chunks (g, v); k++)
      put (g, " COPY (R + %u, &r%u_%u, %u);", slot + k * g->vector, v, k, g->vector);
}

static bool
defines (const struct gen *g, uint32_t i, uint32_t v)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0; k < n_refs (m); k++)
    if (ref_of (g, i, k)->def && ref_of (g, i, k)->vreg == v)
      return true;
  return false;
}

/* All that lives before op I, but what op BUT defines, to the frame.  */
static void
store_live (struct gen *g, uint32_t i, uint32_t but)
{
  EACH_LIVE (v, i)
    if (but == NONE || !defines (g, but, v))
      store (g, v);
}

static void
store_uses (struct gen *g, uint32_t i)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0; k < n_refs (m); k++)
    if (!ref_of (g, i, k)->def || m->partial)
      store (g, ref_of (g, i, k)->vreg);
}

/* Results of op I from the frame.  */
static void
load_defs (struct gen *g, uint32_t i, const uint32_t *to)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0, n = 0; k < n_refs (m); k++)
    {
      const struct ref *r = ref_of (g, i, k);
      uint32_t v = r->vreg, b = width (g, v), slot = g->p->v[v].slot;
      if (!r->def || g->spread[v] == FRAME)
	continue;
      if (b == 1)
	put (g, " p%u = *(u32 *) (R + %u);", v, slot);
      else if (g->spread[v] == EACH)
	put (g, " COPY (t%u, R + %u, %u);", to[n++], slot, b * LANES / 8);
      else
	{
	  put (g, " g%u = *(u%u *) (R + %u);", v, b, slot);
	  all_same (g, v);
	}
    }
}

/* Calls the handler of op I, of the guard before it if GUARDED.  TO: arrays of its
   results that are EACH.  */
static void
call (struct gen *g, uint32_t i, bool guarded, const uint32_t *to)
{
  const struct meta *m = &g->p->meta[i];
  store_uses (g, i);
  if (guarded)
    store (g, operand (g, i - 1, 'a'));
  put (g, "\n    { const void *n = ");
  /* A guard that holds in all lanes leaves the op to the loop.  */
  if (guarded)
    put (g, "m%u + 1 ? CALL (%u) : ", i, i - 1);
  /* What a load of shared memory that nobody has written gives is traced by the interpreter, and
     a shuffle of a lane that takes no part.  */
  const struct op *o = &g->f->ops[i];
  bool traces = g->traces
		&& ((o->ck == CK_LOAD && (o->space == SP_SHARED || o->space == SP_GENERIC))
		    || is_shuffle (o));
  put (g, "%s (%u); if (NO (n != O (%u)%s)) {", o->ck == CK_NONE ? "HANDLE" : "CALL", i, i + 1,
       !m->blocks ? (traces ? " || TRACED" : "")
       : traces	  ? " || MOVED || TRACED"
		  : " || MOVED");
  if ((m->blocks || traces) && i + 1 < g->n && m->flow == FLOW_NEXT)
    store_live (g, i + 1, i);
  put (g, " return n; } }\n   ");
  load_defs (g, i, to);
  put (g, "\n");
}

/* Arrays for the results of op I that are EACH, in order.  */
static void
result_arrays (struct gen *g, uint32_t i, uint32_t *to)
{
  const struct meta *m = &g->p->meta[i];
  uint32_t n = 0;
  for (uint32_t k = 0; k < n_refs (m); k++)
    {
      const struct ref *r = ref_of (g, i, k);
      if (r->def && width (g, r->vreg) != 1 && g->spread[r->vreg] == EACH && n < RESULTS)
	to[n++] = fresh (g, r->vreg);
    }
}

static void
results_become (struct gen *g, uint32_t i, const uint32_t *to)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0, n = 0; k < n_refs (m); k++)
    {
      const struct ref *r = ref_of (g, i, k);
      if (r->def && width (g, r->vreg) != 1 && g->spread[r->vreg] == EACH)
	becomes (g, r->vreg, to[n++]);
    }
}

/* Leaves at op I: the interpreter goes on there.  */
static void
leave (struct gen *g, uint32_t i)
{
  store_live (g, i, NONE);
  put (g, " return CALL (%u);", i);
}

static const char fields[] = "abc";

/* Calls the function of op I on scalars, to z: of lane 0, or of lane 16.  */
static void
scalar_call (struct gen *g, uint32_t i, void (*get) (struct gen *, uint32_t))
{
  const struct look *l = &g->look[i];
  put (g, "s_%s ((void *) &z", l->lane->name);
  for (int k = 0; k < l->lane->n; k++)
    {
      bool pred = l->kind == K_SELP && k == 2;
      if (pred)
	put (g, ", (");
      else
	put (g, ", (void *) V%u (", l->lane->bytes[k + 1] * 8);
      get (g, operand (g, i, fields[k]));
      put (g, ")");
    }
  if (l->lane->imm)
    put (g, ", %lldll", (long long) g->f->ops[i].imm);
  put (g, ");");
}

/* An op of lane.inc whose result is a predicate, of scalars: an expression.  */
static void
scalar_test (struct gen *g, uint32_t i)
{
  const struct look *l = &g->look[i];
  uint32_t a = operand (g, i, 'a'), b = operand (g, i, 'b');
  if (l->kind == K_PRED)
    {
      put (g, "q_%s (", l->lane->name);
      scalar (g, a);
      put (g, ", ");
      b == NONE ? put (g, "0") : scalar (g, b);
      put (g, ")");
      return;
    }
  put (g, "s_%s ((void *) V%u (", l->lane->name, l->lane->bytes[1] * 8);
  scalar (g, a);
  put (g, "), (void *) V%u (", l->lane->bytes[2] * 8);
  scalar (g, b);
  put (g, "))");
}

/* The step of op I's result: X is the operand that has one, Y the factor.  */
static void
scalar_step (struct gen *g, uint32_t i)
{
  const struct look *l = &g->look[i];
  uint32_t a = operand (g, i, 'a'), b = operand (g, i, 'b'), c = operand (g, i, 'c'),
	   d = operand (g, i, 'd');
  bool second = b != NONE && (g->spread[b] == ROW || g->spread[b] == HALVES);
  uint32_t x = second ? b : a, y = second ? a : b, bits = width (g, d);
  switch (l->line)
    {
    case L_ADD:
      step (g, a);
      put (g, " + ");
      step (g, b);
      break;
    case L_SUB:
      step (g, a);
      put (g, " - ");
      step (g, b);
      break;
    case L_MUL:
    case L_MAD:
      put (g, "(u%u) (", bits);
      step (g, x);
      put (g, " * ");
      scalar (g, y);
      put (g, ")");
      break;
    case L_SHL:
      put (g, "({ u%u z; s_%s ((void *) &z, (void *) V%u (", bits, l->lane->name, bits);
      step (g, a);
      put (g, "), (void *) V32 (");
      scalar (g, b);
      put (g, ")); z; })");
      break;
    case L_WIDE_S:
    case L_MAD_WIDE_S:
    case L_WIDE_U:
    case L_MAD_WIDE_U:
      put (g, "(u64) (s64) (s32) ");
      step (g, x);
      put (g,
	   l->line == L_WIDE_S || l->line == L_MAD_WIDE_S ? " * (u64) (s64) (s32) " : " * (u64) ");
      scalar (g, y);
      break;
    case L_EXT_S:
    case L_EXT_U:
      put (g, "(u64) (s64) (s32) ");
      step (g, a);
      break;
    case L_AND: step (g, x); break;
    case L_SHR: put (g, "0"); break;
    default:
      put (g, "(u%u) ", bits);
      step (g, a);
      break;
    }
  if (l->line == L_MAD || l->line == L_MAD_WIDE_S || l->line == L_MAD_WIDE_U)
    {
      put (g, " + ");
      step (g, c);
    }
}

/* An op of lane.inc on scalars: D is not EACH.  */
static void
scalar_op (struct gen *g, uint32_t i)
{
  const struct look *l = &g->look[i];
  uint32_t d = operand (g, i, 'd'), b = width (g, d);
  enum spread worst = NEVER;
  for (int k = 0; k < l->lane->n; k++)
    {
      uint32_t v = operand (g, i, fields[k]);
      worst = g->spread[v] > worst ? g->spread[v] : worst;
    }
  bool stepped = worst == ROW || worst == HALVES;
  put (g, "  {");
  if (stepped && l->line >= L_WIDE_S && l->line <= L_EXT_U)
    for (int k = 0; k < 2 && k < l->lane->n; k++)
      {
	uint32_t v = operand (g, i, fields[k]);
	char sign
	  = l->line == L_WIDE_S || l->line == L_MAD_WIDE_S || l->line == L_EXT_S ? 'S' : 'U';
	if (g->spread[v] != ROW && g->spread[v] != HALVES)
	  continue;
	for (int h = 0; h < (g->spread[v] == HALVES ? 2 : 1); h++)
	  {
	    put (g, " if (NO (!FITS_%c (", sign);
	    h ? half (g, v) : scalar (g, v);
	    put (g, ", ");
	    step (g, v);
	    put (g, ", %d))) {", g->spread[v] == HALVES ? HALF - 1 : LANES - 1);
	    leave (g, g->p->meta[i].partial ? i - 1 : i);
	    put (g, " }\n");
	  }
      }
  put (g, " u%u z; ", b);
  scalar_call (g, i, scalar);
  if (g->spread[d] <= SAME)
    {
      put (g, " g%u = z; }\n", d);
      return;
    }
  put (g, " u%u ns = z, nq = ", b);
  stepped ? scalar_step (g, i) : put (g, "0");
  put (g, ";");
  if (g->spread[d] == HALVES)
    {
      put (g, " ");
      scalar_call (g, i, half);
      put (g, " h%u = z;", d);
    }
  put (g, " g%u = ns; q%u = nq; }\n", d, d);
}

/* An op of lane.inc on arrays, to array T, or as an expression of a predicate.  */
static void
array_op (struct gen *g, uint32_t i, uint32_t t)
{
  const struct look *l = &g->look[i];
  uint32_t at[3] = { 0, 0, 0 };
  for (int k = 0; k < l->lane->n; k++)
    if (!(l->kind == K_SELP && k == 2))
      at[k] = array (g, operand (g, i, fields[k]));
  if (l->kind == K_SETP)
    put (g, "  u32 c%u = v_%s (", t, l->lane->name);
  else
    put (g, "  v_%s ((void *) t%u, ", l->lane->name, t);
  for (int k = 0; k < l->lane->n; k++)
    {
      if (l->kind == K_SELP && k == 2)
	scalar (g, operand (g, i, 'c'));
      else
	put (g, "(void *) t%u", at[k]);
      put (g, "%s", k + 1 < l->lane->n ? ", " : "");
    }
  if (l->lane->imm)
    put (g, ", %lldll", (long long) g->f->ops[i].imm);
  put (g, ");\n");
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

/* An op of lane.inc; P: where a guard holds, NONE: everywhere.  MASK: the C of it.  */
static void
lanes (struct gen *g, uint32_t i, uint32_t p, const char *mask)
{
  const struct look *l = &g->look[i];
  uint32_t d = operand (g, i, 'd');
  if (l->kind == K_PRED || l->kind == K_SETP)
    {
      if (l->kind == K_PRED || scalars_only (g, i))
	{
	  put (g, "  { u32 z = ");
	  scalar_test (g, i);
	  put (g, ";");
	}
      else
	{
	  uint32_t t = g->arrays++;
	  array_op (g, i, t);
	  put (g, "  { u32 z = c%u;", t);
	}
      if (p == NONE)
	put (g, " p%u = z; }\n", d);
      else
	put (g, " p%u = (p%u & ~%s) | (z & %s); }\n", d, d, mask, mask);
      return;
    }
  if (g->spread[d] < EACH)
    {
      if (p != NONE)
	put (g, "  if (%s)\n", mask);
      scalar_op (g, i);
      return;
    }
  uint32_t old = p == NONE ? 0 : array (g, d), t = fresh (g, d);
  array_op (g, i, t);
  if (p != NONE)
    {
      uint32_t u = fresh (g, d);
      put (g, "  PICK%u (t%u, %s, t%u, t%u);\n", width (g, d), u, mask, t, old);
      t = u;
    }
  becomes (g, d, t);
}

/* Results of op I keep what they were where guard P does not hold: OLD are the arrays of
   that, TO the new ones.  */
static void
before_guarded (struct gen *g, uint32_t i, uint32_t p, uint32_t *old)
{
  const struct meta *m = &g->p->meta[i];
  for (uint32_t k = 0, n = 0; p != NONE && k < n_refs (m); k++)
    {
      const struct ref *r = ref_of (g, i, k);
      if (r->def && width (g, r->vreg) != 1 && g->spread[r->vreg] == EACH)
	old[n++] = array (g, r->vreg);
    }
}

static void
guard_begins (struct gen *g, uint32_t i, uint32_t p, const char *mask, const uint32_t *to,
	      const uint32_t *old)
{
  const struct meta *m = &g->p->meta[i];
  if (p == NONE)
    return;
  for (uint32_t k = 0, n = 0; k < n_refs (m); k++)
    {
      const struct ref *r = ref_of (g, i, k);
      if (r->def && width (g, r->vreg) != 1 && g->spread[r->vreg] == EACH)
	{
	  put (g, "  COPY (t%u, t%u, sizeof t%u);\n", to[n], old[n], to[n]);
	  n++;
	}
    }
  put (g, "  if (%s) {\n", mask);
}

static const char *
memory_type (const struct look *l)
{
  static char text[8];
  snprintf (text, sizeof text, "%c%u", l->sign ? 's' : 'u', l->bits);
  return text;
}

/* A load or a store; P, MASK as of lanes.  Lanes that read one place, or read or write
   one behind the other, are done here.  */
static void
memory (struct gen *g, uint32_t i, uint32_t p, const char *mask)
{
  const struct look *l = &g->look[i];
  const struct op *o = &g->f->ops[i];
  uint32_t a = operand (g, i, 'a'), size = l->bits / 8 * l->n, to[RESULTS], from[4] = { 0 },
	   old[RESULTS] = { 0 };
  static const char data[] = "defg";
  bool load = l->kind == K_LOAD, same = g->spread[a] <= SAME, halves = g->spread[a] == HALVES;
  bool fast = same ? load : g->spread[a] <= HALVES;
  bool check = g->checked && o->space != SP_CONST && o->space != SP_PARAM;
  fast = fast && !(check && o->ck_sem != ORD_WEAK);
  const char *mt = memory_type (l);
  char sign = l->sign ? 's' : 'u';
  for (int k = 0; !load && fast && k < l->n; k++)
    from[k] = array (g, operand (g, i, data[k]));
  before_guarded (g, i, p, old);
  result_arrays (g, i, to);
  guard_begins (g, i, p, mask, to, old);
  if (fast && check)
    {
      /* What a report shows of a store is in the frame.  */
      for (int k = 0; !load && k < l->n; k++)
	store (g, operand (g, i, data[k]));
      put (g, "  {");
      for (int h = 0; h < (halves ? 2 : 1); h++)
	{
	  put (g, " u%u a%d = ", l->wide ? 64 : 32, h);
	  h ? half (g, a) : scalar (g, a);
	  put (g, " + (u%u) %lldll;", l->wide ? 64 : 32, (long long) o->imm);
	}
      put (g, " char *m0 = 0; if (");
      put (g, p != NONE && g->spread[p] > SAME ? "%s + 1 == 0" : "1", mask);
      if (!same)
	{
	  put (g, " && (");
	  step (g, a);
	  put (g, " == %u", size);
	  if (halves && load)
	    put (g, " || q%u == 0", a);
	  put (g, ")");
	}
      put (g, ") m0 = ");
      if (!l->shared && load && !halves)
	put (g, "ahead (w, %u, (u64) O (%u) + %d, O (%u), a0) ? (char *) a0 : ", OPEN_SLOT (o, 0),
	     i, same ? OPEN_ALIKE : OPEN_ROW, i);
      if (l->shared && load)
	{
	  /* Halves may be one row, too.  */
	  if (halves)
	    put (g, "(q%u == %u && a1 - a0 == %u ? ", a, size, size * HALF);
	  put (g, "noted (w, O (%u), %u, a0, %u, %u, %d, %u)%s ?: ", i, i,
	       same ? size : size * LANES, size, same ? ALIKE : __builtin_ctz (size), o->ck_scope,
	       halves ? " : 0)" : "");
	}
      put (g, "px_rows (w, O (%u), a0, %s, ", i, halves ? "a1" : "a0");
      if (halves)
	put (g, "2 + (q%u != 0));", a);
      else
	put (g, "%d);", !same);
      if (halves)
	put (g, " char *m1 = m0 + (s64) (s%u) (a1 - a0);", l->wide ? 64 : 32);
      put (g, " if (YES (m0 != 0)) {\n");
    }
  else if (fast)
    {
      put (g, "  {");
      for (int h = 0; h < (halves ? 2 : 1); h++)
	{
	  put (g, " u%u a%d = ", l->wide ? 64 : 32, h);
	  h ? half (g, a) : scalar (g, a);
	  put (g, " + (u%u) %lldll; char *m%d = ", l->wide ? 64 : 32, (long long) o->imm, h);
	  if (l->shared)
	    put (g, "shared_at (w, ");
	  else
	    put (g, "global_at (w, %u, ", o->hit);
	  put (g, "a%d, ", h);
	  if (halves)
	    put (g, "q%u ? %u : %u, %u);", a, size * HALF, size, size);
	  else
	    put (g, "%u, %u);", same ? size : size * LANES, size);
	}
      put (g, " if (YES (m0 != 0");
      if (!same)
	{
	  put (g, " && (");
	  step (g, a);
	  put (g, " == %u", size);
	  if (halves)
	    put (g, load ? " || q%u == 0) && (m1 != 0" : ") && (m1 != 0", a);
	  put (g, ")");
	}
      if (p != NONE && g->spread[p] > SAME)
	put (g, " && %s + 1 == 0", mask);
      put (g, ")) {\n");
    }
  if (fast)
    {
      for (int k = 0, n = 0; k < l->n; k++)
	{
	  uint32_t v = operand (g, i, data[k]), b = width (g, v);
	  if (!load && halves)
	    put (g,
		 "    HALF ((%s *) m0)[i * %u + %u] = (%s) t%u[i];\n    HALF ((%s *) m1)[i * %u + "
		 "%u] = (%s) t%u[i + 16];\n",
		 mt, l->n, k, mt, from[k], mt, l->n, k, mt, from[k]);
	  else if (!load)
	    put (g, "    LANES ((%s *) m0)[i * %u + %u] = (%s) t%u[i];\n", mt, l->n, k, mt,
		 from[k]);
	  else if (halves)
	    {
	      put (g, "    if (q%u) {", a);
	      for (int h = 0; h < 2; h++)
		put (g, " HALF t%u[i + %d] = (u%u) (%c%u) ((const %s *) m%d)[i * %u + %u];", to[n],
		     h * HALF, b, sign, b, mt, h, l->n, k);
	      put (g, " } else {");
	      for (int h = 0; h < 2; h++)
		put (g, " u%u x%d = (u%u) (%c%u) ((volatile const %s *) m%d)[%u];", b, h, b, sign,
		     b, mt, h, k);
	      put (g, " HALF t%u[i] = x0; HALF t%u[i + 16] = x1; }\n", to[n], to[n]);
	      n++;
	    }
	  else if (!same)
	    put (g, "    LANES t%u[i] = (u%u) (%c%u) ((const %s *) m0)[i * %u + %u];\n", to[n++], b,
		 sign, b, mt, l->n, k);
	  else if (g->spread[v] == EACH)
	    put (g, "    SAME%u (t%u, (u%u) (%c%u) ((volatile const %s *) m0)[%u]);\n", b, to[n++],
		 b, sign, b, mt, k);
	  else
	    {
	      put (g, "    g%u = (u%u) (%c%u) ((volatile const %s *) m0)[%u];", v, b, sign, b, mt,
		   k);
	      all_same (g, v);
	      put (g, "\n");
	    }
	}
      put (g, "  } else {\n");
    }
  call (g, i, p != NONE, to);
  if (fast)
    put (g, "  } }\n");
  if (p != NONE)
    put (g, "  }\n");
  results_become (g, i, to);
}

/* ---- a function ---- */

static void
declare (struct gen *g)
{
  for (uint32_t v = 0; v < g->p->n_v; v++)
    {
      const struct vreg *x = &g->p->v[v];
      if (g->spread[v] == FRAME || x->slot == NONE)
	continue;
      if (x->init >= 0)
	{
	  const struct init *in = &g->p->inits[x->init].in;
	  if (g->spread[v] == EACH || in->kind <= I_CONST64 || in->kind == I_PRED)
	    continue;
	  put (g, "  const u%u %c%u = *(u%u *) (R + %u);\n", x->bits == 1 ? 32 : x->bits,
	       x->bits == 1 ? 'p' : 'g', v, x->bits == 1 ? 32 : x->bits, x->slot);
	  if (g->spread[v] == HALVES)
	    put (g,
		 "  const u32 h%u = ((u32 *) (R + %u))[%u], q%u = ((u32 *) (R + %u))[1] - g%u;\n",
		 v, x->slot, HALF, v, x->slot, v);
	}
      else if (x->bits == 1)
	put (g, "  u32 p%u;\n", v);
      else if (g->spread[v] <= SAME)
	put (g, "  u%u g%u;\n", x->bits, v);
      else if (g->spread[v] == ROW)
	put (g, "  u%u g%u, q%u;\n", x->bits, v, v);
      else if (g->spread[v] == HALVES)
	put (g, "  u%u g%u, q%u, h%u;\n", x->bits, v, v, v);
      else
	for (uint32_t k = 0; k < chunks (g, v); k++)
	  put (g, "  vec r%u_%u;\n", v, k);
    }
}

static void
entries (struct gen *g)
{
  put (g, "  switch (e) {\n");
  for (uint32_t i = 0; i < g->n; i++)
    {
      if (!g->entry[i])
	continue;
      put (g, "  case %u:\n", i);
      EACH_LIVE (v, i)
	{
	  uint32_t b = width (g, v), slot = g->p->v[v].slot;
	  if (b == 1)
	    {
	      put (g, "    p%u = *(u32 *) (R + %u);", v, slot);
	      if (g->spread[v] <= SAME)
		put (g, " if (p%u + 1 > 1) return CALL (%u);", v, i);
	    }
	  else if (g->spread[v] == EACH)
	    for (uint32_t k = 0; k < chunks (g, v); k++)
	      put (g, "    COPY (&r%u_%u, R + %u, %u);", v, k, slot + k * g->vector, g->vector);
	  else
	    {
	      put (g, "    g%u = ((u%u *) (R + %u))[0];", v, b, slot);
	      if (g->spread[v] == HALVES)
		put (g, " h%u = ((u%u *) (R + %u))[%u];", v, b, slot, HALF);
	      if (g->spread[v] > SAME)
		put (g, " q%u = ((u%u *) (R + %u))[1] - g%u;", v, b, slot, v);
	      put (g, " if (!is_halves%u (R + %u, g%u, ", b, slot, v);
	      step (g, v);
	      put (g, ", ");
	      half (g, v);
	      put (g, ")) return CALL (%u);", i);
	    }
	  put (g, "\n");
	}
      put (g, "    goto B%u;\n", way_to (g, i, 0));
    }
  put (g, "  }\n  __builtin_unreachable ();\n");
}

/* The branch at op I ends a block.  */
static void
branch_op (struct gen *g, uint32_t i)
{
  uint32_t t = target_of (g, i);
  bool cond = g->look[i].kind == K_IF, back = row_of (&g->f->ops[i])->back;
  settle (g, t, cond && i + 1 < g->n ? i + 1 : NONE);
  if (cond)
    {
      uint32_t p = operand (g, i, 'a');
      put (g, "  { u32 c = %s", g->f->ops[i].flags & 1 ? "~" : "");
      scalar (g, p);
      put (g, "; if (c) {");
      if (g->spread[p] > SAME)
	{
	  put (g, " if (NO (~c)) {");
	  leave (g, i);
	  put (g, " }");
	}
      put (g, "\n");
    }
  if (back)
    {
      put (g, "    BARRIER if (NO (--FUEL <= 0)) {");
      store_live (g, t, NONE);
      put (g, " return px_resched (w, O (%u)); }\n", t);
    }
  put (g, "    goto B%u;\n", t);
  if (cond)
    put (g, "  } }\n  goto B%u;\n", i + 1);
}

/* The op at I, with the guard before it, if any.  */
static void
one_op (struct gen *g, uint32_t i, uint32_t p)
{
  char mask[16];
  snprintf (mask, sizeof mask, "m%u", i);
  if (p != NONE)
    {
      put (g, "  u32 %s = %s", mask, g->f->ops[i - 1].flags & 1 ? "~" : "");
      scalar (g, p);
      put (g, ";\n");
    }
  switch (g->look[i].kind)
    {
    case K_NOTHING: break;
    case K_LANES:
    case K_SETP:
    case K_SELP:
    case K_PRED: lanes (g, i, p, mask); break;
    case K_LOAD:
    case K_STORE: memory (g, i, p, mask); break;
    default:
      {
	uint32_t to[RESULTS], old[RESULTS];
	before_guarded (g, i, p, old);
	result_arrays (g, i, to);
	guard_begins (g, i, p, mask, to, old);
	call (g, i, p != NONE, to);
	if (p != NONE)
	  put (g, "  }\n");
	results_become (g, i, to);
      }
    }
}

static void
block (struct gen *g, uint32_t first, uint32_t last)
{
  for (size_t v = 0; v < g->p->n_v; v++)
    {
      g->inst[v] = NONE;
      g->dirty[v] = 0;
    }
  put (g, " B%u: {\n", first);
  if (g->back[first])
    {
      /* Opaque: not to be split from the loop.  */
      put (g, "  __asm__ (\"\" : \"+r\" (e)); if (NO (e != DONE)) switch (e) {");
      for (uint32_t i = first + 1; i <= g->back[first]; i++)
	if (g->entry[i])
	  put (g, " case %u: goto B%u;", i, way_to (g, i, first + 1));
      put (g, " }\n");
    }
  if (g->entry[first])
    put (g, "  e = DONE;\n");
  for (uint32_t i = first; i <= last; i++)
    switch (g->look[i].kind)
      {
      case K_GO:
      case K_IF:
	branch_op (g, i);
	put (g, "  }\n");
	return;
      case K_GUARD:
	one_op (g, i + 1, operand (g, i, 'a'));
	i++;
	break;
      default:
	if (g->look[i].row > 1)
	  {
	    put (g, "  { const void *n = px_mma (w, O (%u)); if (NO (n != O (%u) || MOVED)) {", i,
		 i + g->look[i].row);
	    store_live (g, i + g->look[i].row, NONE);
	    put (g, " return n; } }\n");
	    i += g->look[i].row - 1;
	    break;
	  }
	if (g->p->meta[i].flow != FLOW_NEXT)
	  {
	    put (g, " ");
	    leave (g, i);
	    put (g, "\n  }\n");
	    return;
	  }
	one_op (g, i, NONE);
      }
  settle (g, last + 1, NONE);
  put (g, "  goto B%u; }\n", last + 1);
}

/* compile-prelude.inc has it too.  */
_Static_assert(sizeof (struct open) == 56 && offsetof (struct open, span) == 32, "struct open");
_Static_assert(sizeof (struct read_note) == 28 && offsetof (struct read_note, time) == 16,
	       "struct read_note");
_Static_assert(offsetof (struct notes, slot) == 24 && offsetof (struct notes, at) == 536,
	       "struct notes");
_Static_assert(sizeof ((struct line *) 0)->whole == 1, "struct line");

static const char prelude[] =
#include "emulator/compile-text.h"
  ;

static void
write_all (struct gen *g)
{
  unsigned need = 0;
  for (size_t v = 0; v < g->p->n_v; v++)
    {
      const struct vreg *x = &g->p->v[v];
      if (x->init < 0 || g->p->inits[x->init].in.kind != I_SREG || x->slot == NONE)
	continue;
      spread_of_sreg (g->shape, g->p->inits[x->init].in.value, &need);
    }
  put (g, "#define VECTOR %u\n#define DONE 0xffffffff\n#define OP_BYTES %zu\n#define CHECKED %d\n",
       g->vector, sizeof (struct op), g->checked);
#define FIELD(NAME, T, f) \
  put (g, "#define " #NAME " (*(" #T " *) ((char *) w + %zu))\n", offsetof (struct warp, f))
  FIELD (FRAME, char *, r);
  FIELD (MASK, u32, mask);
  FIELD (FUEL, s32, fuel);
  FIELD (FRAGS, u32, n_frags);
  FIELD (HITS, struct hit *, hits);
  FIELD (SHARED, char *, shared);
  FIELD (SHARED_SIZE, u32, shared_size);
  FIELD (SHAPE, u32, shape);
#undef FIELD
#define FIELD(NAME, T, f) \
  put (g, "#define " #NAME " (*(" #T " *) (*(char **) ((char *) w + %zu) + %zu))\n", \
       offsetof (struct warp, check), offsetof (struct check_warp, f))
  FIELD (TRACED, u8, traced);
  FIELD (RECENT_MASK, u32, recent[0].mask);
  FIELD (RECENT_OP, const void *, recent[0].op);
  FIELD (TIME, u32, time);
  FIELD (WARP_NOTES, struct notes *, notes);
  put (g,
       "#define FIRST_SITE (*(u32 *) (*(char **) (*(char **) ((char *) w + %zu) + %zu) + %zu))\n",
       offsetof (struct warp, frame), offsetof (struct frame, func),
       offsetof (px_emu_func, first_site));
  put (g,
       "#define REGION %d\n#define NOTES %d\n#define LINE_BYTES %zu\n#define LINE_WHOLE "
       "%zu\n#define LINE_QUIET %zu\n",
       REGION, NOTES, sizeof (struct line), offsetof (struct line, whole),
       offsetof (struct line, quiet));
  put (g, "#define OPEN ((struct open *) (*(char **) ((char *) w + %zu) + %zu))\n",
       offsetof (struct warp, check), offsetof (struct check_warp, open));
#undef FIELD
  for (size_t k = 0; k < sizeof lane_ops / sizeof *lane_ops; k++)
    for (uint32_t i = 0; i < g->n; i++)
      if (g->look[i].lane == &lane_ops[k])
	{
	  put (g, "#define USE_%s ~, 1\n", lane_ops[k].name);
	  break;
	}
  fputs (prelude, g->out);
  put (
    g,
    "static const void *\nbody (struct warp *w, const char *ops, u32 e)\n{\n  char *R = FRAME;\n");
  declare (g);
  entries (g);
  for (uint32_t i = 0, j; i < g->n; i = j)
    {
      for (j = i + 1; j < g->n && !g->leader[j]; j++)
	;
      block (g, i, j - 1);
    }
  put (g, "}\n");
  uint32_t n = 0;
  for (uint32_t i = 0; i < g->n; i++)
    if (g->entry[i])
      put (g, "ENTRY (%u, %u)\n", i, need);
  put (
    g,
    "const struct { u32 op; const void *(*fn) (struct warp *, const char *); } px_entries[] = {\n");
  for (uint32_t i = 0; i < g->n; i++)
    if (g->entry[i])
      put (g, "{ %u, enter_%u },%s", i, i, n++ % 8 == 7 ? "\n" : " ");
  put (g, "\n};\nconst u32 px_n_entries = %u;\n", n);
}

char *
compile_text (const px_emu_func *f, unsigned shape)
{
  struct gen g = { .f = f,
		   .p = f->plan,
		   .shape = shape,
		   .n = f->n_ops,
		   .checked = f->mod->emu->check != NULL,
		   .traces = f->mod->emu->marks_registers };
  char *text = NULL;
  size_t len;
  if (!g.p || g.n > MAX_OPS || g.p->n_v > MAX_VREGS)
    return NULL;
  const char *isa = px_emu_isa ();
  g.vector = !strcmp (isa, "avx512") ? 64 : !strcmp (isa, "avx2") ? 32 : 16;
  g.words = (g.p->n_v + 63) / 64;
  g.live = calloc (g.n * g.words + 1, sizeof *g.live);
  g.leader = calloc (1, g.n + 2);
  g.entry = calloc (1, g.n + 2);
  g.spread = calloc (1, g.p->n_v + 1);
  g.dirty = calloc (1, g.p->n_v + 1);
  g.inst = calloc (g.p->n_v + 1, sizeof *g.inst);
  g.back = calloc (g.n + 1, sizeof *g.back);
  g.look = calloc (g.n + 1, sizeof *g.look);
  if (g.live && g.leader && g.entry && g.spread && g.dirty && g.inst && g.back && g.look)
    {
      classify (&g);
      if (liveness (&g))
	{
	  find_blocks (&g);
	  g.out = open_memstream (&text, &len);
	}
    }
  if (g.out)
    {
      write_all (&g);
      bool ok = !ferror (g.out);
      if (fclose (g.out) || !ok)
	{
	  free (text);
	  text = NULL;
	}
    }
  free (g.live);
  free (g.leader);
  free (g.entry);
  free (g.spread);
  free (g.dirty);
  free (g.inst);
  free (g.back);
  free (g.look);
  return text;
}

/* ---- when ----

   A function that has run for LONG_NS is written as C by the worker that finds out; a
   thread of its own has it built or finds it in the cache, and the worker puts the code
   into the ops.  */

#define LONG_NS 20000000

struct code
{
  uint64_t ns;	  /* that it has run, in launches that have ended */
  unsigned shape; /* that it was last written for */
  bool tried;
  struct job *job;     /* under way, or NULL */
  struct built *built; /* in use; older ones behind it */
};

struct job
{
  char *text;
  const struct observer *observer; /* of the launches that it is for */
  struct built *built;
  const char *why;	/* there is none */
  bool now;		/* who started it waits and installs it */
  bool done, forgotten; /* nobody waits for it */
};

/* Of all codes and jobs.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* PXEMU_COMPILE: 0 no, 1 what runs long, 2 everything, before it runs.  */
static int
how_much (void)
{
  static _Atomic int known = -1;
  if (known < 0)
    {
      const char *s = getenv ("PXEMU_COMPILE");
      bool safe = getuid () == geteuid () && getgid () == getegid () && !getauxval (AT_SECURE);
      known = !safe || (s && !strcmp (s, "0")) ? 0 : s && !strcmp (s, "always") ? 2 : 1;
    }
  return known;
}

static void
tell (const px_emu_func *f, const char *why)
{
  const char *s = getenv ("PXEMU_VERBOSE");
  if (s && *s && strcmp (s, "0"))
    fprintf (stderr, "pxemu: %s runs %s%s\n", f->name, why ? "in the interpreter: " : "compiled",
	     why ? why : "");
}

static _Atomic unsigned builders; /* threads that run run_job */

static void *
run_job (void *arg)
{
  struct job *j = arg;
  const char *why;
  struct built *b = cache_get (j->text, j->observer, &why);
  pthread_mutex_lock (&lock);
  j->built = b;
  j->why = why;
  j->done = true;
  bool forgotten = j->forgotten;
  pthread_mutex_unlock (&lock);
  if (forgotten)
    {
      cache_close (b);
      free (j->text);
      free (j);
    }
  builders--;
  return NULL;
}

static pid_t builders_of; /* the process that has them */

/* The process ends: what earlier ones have built in vain may be worth waiting for.  */
static void __attribute__ ((destructor)) wait_for_builders (void)
{
  const struct timespec nap = { 0, 2000000 };
  for (uint64_t ms = 0; builders && builders_of == getpid () && ms < cache_worth (); ms += 2)
    nanosleep (&nap, NULL);
}

unsigned
px_emu_threads (const px_emu *emu)
{
  return emu->n_threads + builders;
}

/* Under the lock: the code of C's job goes into F's ops.  */
static void
install (px_emu_func *f, struct code *c)
{
  struct job *j = c->job;
  struct built *b = j->built;
  c->job = NULL;
  for (uint32_t k = 0; b && k < b->n; k++)
    if (b->at[k].op >= f->n_ops)
      {
	cache_close (b);
	b = NULL;
      }
  if (b)
    {
      b->next = c->built;
      c->built = b;
      for (uint32_t k = 0; k < b->n; k++)
	__atomic_store_n (&f->ops[b->at[k].op].run, b->at[k].fn, __ATOMIC_RELEASE);
    }
  tell (f, b ? NULL : j->why);
  free (j->text);
  free (j);
}

/* Under the lock: F for blocks as those of L; waits for it if NOW.  */
static void
start (px_emu_func *f, const struct launch *l, bool now)
{
  unsigned shape = l->shape;
  struct code *c = f->code;
  if (!c && !(c = f->code = calloc (1, sizeof *c)))
    return;
  if (c->job || !f->plan || f->traced || (c->tried && !(c->shape & ~shape)))
    return;
  c->shape = c->tried ? c->shape & shape : shape;
  c->tried = true;
  struct job *j = calloc (1, sizeof *j);
  if (!j || !(j->text = compile_text (f, c->shape)))
    {
      free (j);
      return;
    }
  c->job = j;
  j->observer = l->observer;
  j->now = now;
  /* The builder's signals are its own: a program that catches them does not see them.  */
  sigset_t all, old;
  pthread_t t;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  builders++;
  builders_of = getpid ();
  bool ok = pthread_create (&t, NULL, run_job, j) == 0;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  if (!ok)
    {
      builders--;
      c->job = NULL;
      free (j->text);
      free (j);
    }
  else if (!now)
    pthread_detach (t);
  else
    {
      pthread_mutex_unlock (&lock);
      pthread_join (t, NULL);
      pthread_mutex_lock (&lock);
      install (f, c);
    }
}

/* The same for all that F calls.  */
static void
start_all (px_emu_func *f, const struct launch *l, bool now, int depth)
{
  start (f, l, now);
  for (size_t k = 0; depth < 8 && k < f->n_callees; k++)
    if (f->callees[k] != f)
      start_all (f->callees[k], l, now, depth + 1);
}

static void
install_all (px_emu_func *f, int depth)
{
  if (f->code && f->code->job && f->code->job->done && !f->code->job->now)
    install (f, f->code);
  for (size_t k = 0; depth < 8 && k < f->n_callees; k++)
    if (f->callees[k] != f)
      install_all (f->callees[k], depth + 1);
}

/* L is about to run (NS 0), has run for NS, or has and ENDS: has its function compiled if that
   pays.  */
static void
consider (struct launch *l, uint64_t ns, bool ends)
{
  px_emu_func *f = l->func;
  int how = how_much ();
  if (!how || !l->compiled)
    return;
  pthread_mutex_lock (&lock);
  struct code *c = f->code;
  if (!c)
    c = f->code = calloc (1, sizeof *c);
  if (c)
    {
      install_all (f, 0);
      if (how == 2 && !ns)
	start_all (f, l, true, 0);
      else if (c->ns + ns >= LONG_NS)
	start_all (f, l, false, 0);
      if (ends)
	c->ns += ns;
    }
  pthread_mutex_unlock (&lock);
}

static void
forget (px_emu_func *f)
{
  pthread_mutex_lock (&lock);
  struct code *c = f->code;
  if (c && c->job && !c->job->done)
    c->job->forgotten = true;
  else if (c && c->job)
    {
      cache_close (c->job->built);
      free (c->job->text);
      free (c->job);
    }
  for (struct built *b = c ? c->built : NULL, *next; b; b = next)
    {
      next = b->next;
      cache_close (b);
    }
  pthread_mutex_unlock (&lock);
  free (c);
}

static bool
wants_plan (void)
{
  return how_much () > 0;
}

static const struct tool tool = { .wants_plan = wants_plan, .tick = consider, .func_free = forget };

void
compile_watch (px_emu *emu)
{
  tool_add (emu, &tool);
}
