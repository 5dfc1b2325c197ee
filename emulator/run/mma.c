/* SPDX-License-Identifier: MIT */
/* Matrix instructions of a warp: mma, mma.sp, ldmatrix, stmatrix, movmatrix
   (PTX ISA 9.7.14).  Numerics: matrix.h.

   Fragments are brought to the forms of matrix.h (f64: matrices of doubles) and
   multiplied.  slots: the registers of D, A, B, C, then the metadata; op.d, a,
   b, c, e say where each begins.  */

#include "emulator/run/observer.h"
#include "emulator/run/fp.h"
#include "emulator/run/matrix.h"
#include "emulator/code/ops.h"

#include <math.h>

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (mma)

typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* ---- values ---- */

static u32
f16_bits (float x)
{
  return float_bits (CT_F16, x, RN, false);
}

/* Element BITS of a type of 16 bits.  */
static float
mt_value (int t, u32 bits)
{
  return (float) float_value (t == MT_F16 ? CT_F16 : CT_BF16, bits);
}

/* Registers K on of list S as one array of 32-bit words: lane l of register r at
   [r * LANES + l].  */
static void
words (struct warp *w, const struct slots *s, u32 k, int n, u32 *out)
{
  for (int r = 0; r < n; r++)
    memcpy (out + r * LANES, w->r + s->at[k + r], LANES * sizeof *out);
}

/* ---- mma (9.7.14.5) ----

   With g = lane / 4, t = lane % 4 and E elements in a register: element i of
   register r is
   of A (row by row): row g + 8 (r & 1), column (r >> 1) 4 E + t E + i;
   of B (column by column): row r 4 E + t E + i, column g;
   of C and D: row g + 8 (r >> 1), column 2 t + (r & 1), two to a register of f16.
   Shapes with 8 rows have the first of two registers only.  */

/* Where the non-zero elements of sparse A stand: AT[row * KP + j] is the column of
   packed element j; KP of them in a row (9.7.14.6.1).  META: of each lane.

   A lane's word holds the positions of 16 bits for each of rows g and g + 8 where
   these are of 16 bits or more (f16, bf16, tf32), low row first, the lanes of a
   pair following each other in columns; else 32 bits of row g in even lanes, of
   g + 8 in odd ones, two lanes following the other two in columns.  */
static void
sparse_positions (const struct op *o, int sel, int kp, const u32 *meta, uint16_t *at)
{
  int type = MX_AT (o->imm), bits = mt_bits (type);
  for (int row = 0; row < 16; row++)
    for (int j = 0; j < kp; j++)
      {
	int g = row % 8, high = row / 8, per, lane, shift;
	/* Packed elements of one index, bits of it.  */
	int unit = bits == 4 ? 2 : 1, width = type == MT_TF32 ? 4 : 2, x = j / unit;
	if (bits >= 16)
	  {
	    per = 16 / width;
	    int lanes = kp / unit / per;
	    lane = g * 4 + (sel * lanes + x / per) % 4;
	    shift = 16 * high + x % per * width;
	  }
	else
	  {
	    per = 16;
	    int lanes = 2 * (kp / unit / per);
	    lane = g * 4 + (sel * lanes + x / per * 2 + high) % 4;
	    shift = x % per * width;
	  }
	u32 index = meta[lane] >> shift & ((1u << width) - 1);
	if (type == MT_TF32)
	  at[row * kp + j] = 2 * x + (index >> 1 & 1);
	else
	  at[row * kp + j] = x / 2 * 4 * unit + index * unit + j % unit;
      }
}

void
mt_rows (const struct op *o, const uint8_t *regs, const float *rows, float *a)
{
  int k = MX_K (o->imm), e = 32 / mt_bits (MX_AT (o->imm)),
      kp = MX_FLAGS (o->imm) & MX_SPARSE ? k / 2 : k;
  uint16_t pos[16 * 64];
  if (kp < k)
    {
      memset (a, 0, MT_A (k, 0) * sizeof *a);
      sparse_positions (o, MX_SEL (o->imm), kp, (const u32 *) (regs + o->slots->at[o->e]), pos);
    }
  for (int i = 0; i < 16; i++)
    for (int x = 0; x < kp; x++)
      {
	float *to = a + MT_A (mt_at (kp < k ? pos[i * kp + x] : x, e), i);
	to[0] = to[1] = to[2] = to[3] = rows[i * kp + x];
      }
}

/* Registers of A of O.  */
static int
a_regs (const struct op *o)
{
  int k = MX_FLAGS (o->imm) & MX_SPARSE ? MX_K (o->imm) / 2 : MX_K (o->imm);
  return MX_M (o->imm) % 64 ? MX_M (o->imm) * k * mt_bits (MX_AT (o->imm)) / 1024 : 4;
}

static int
b_regs (const struct op *o)
{
  return 8 * MX_K (o->imm) * mt_bits (MX_BT (o->imm)) / 1024;
}

void
mt_a (const struct op *o, const uint8_t *regs, float *a)
{
  const struct tile *t = tile ();
  const u32 *slot = o->slots->at + o->a;
  int type = MX_AT (o->imm), e = 32 / mt_bits (type), k = MX_K (o->imm), n = a_regs (o);
  if (MX_FLAGS (o->imm) & MX_SPARSE)
    {
      float rows[16 * 64], v[8 * LANES];
      for (int r = 0; r < n; r++)
	{
	  t->widen (v, regs + slot[r], type, e * LANES);
	  for (int g = 0; g < 8; g++)
	    memcpy (rows + (g + 8 * (r & 1)) * k / 2 + (r >> 1) * 4 * e, v + g * 4 * e,
		    4 * e * sizeof *rows);
	}
      mt_rows (o, regs, rows, a);
    }
  else if (MX_M (o->imm) == 8)
    {
      memset (a, 0, MT_A (k, 0) * sizeof *a);
      for (int r = 0; r < n; r++)
	t->rows (a + MT_A (r * 4 * e, 0), regs + slot[r], type);
    }
  else
    for (int r = 0; r < n; r++)
      t->rows (a + MT_A (r / 2 * 4 * e, r % 2 * 8), regs + slot[r], type);
}

enum
{
  MAX_K = 256,
  MAX_PANELS = 32
};

/* |a ^ b| = |a| + |b| - 2 |a & b|.  */
static void
exclusive (float *const *d, const float *a, const float *b, int k)
{
  float suma[16] = { 0 }, sumb[8] = { 0 };
  for (int x = 0; x < k; x++)
    {
      for (int i = 0; i < 16; i++)
	suma[i] += a[MT_A (x, i)];
      for (int j = 0; j < 8; j++)
	sumb[j] += b[x * 8 + MT_COL (j)];
    }
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 8; j++)
      MT_D (d, i, j) = suma[i] + sumb[j] - 2 * MT_D (d, i, j);
}

void
mt_sum (int64_t imm, void *const *d, const void *const *c, int panels, const float *const *a,
	const float *const *b, int n)
{
  static const float zero[LANES] __attribute__ ((aligned (64)));
  const struct tile *t = tile ();
  int dt = MX_DT (imm), ct = MX_CT (imm), e = 32 / mt_bits (MX_BT (imm)),
      blocks = MX_K (imm) / (4 * e);
  if (dt == MT_F32 && ct == MT_F32)
    {
      const float *none[4 * MAX_PANELS];
      for (int i = 0; !c && i < 4 * panels; i++)
	none[i] = zero;
      t->product ((float *const *) d, c ? (const float *const *) c : none, a, b, n, panels, blocks,
		  e);
      return;
    }
  for (int y = 0, g; y < panels; y += g)
    {
      float own[8][LANES] __attribute__ ((aligned (64))), *out[8];
      const float *in[8], *bs[2 * MX_CHAIN];
      g = panels - y > 1 ? 2 : 1;
      for (int i = 0; i < n * g; i++)
	bs[i] = b[i / g * panels + y + i % g];
      for (int i = 0; i < 4 * g; i++)
	{
	  out[i] = dt == MT_F32 ? d[4 * y + i] : own[i];
	  in[i] = c && ct == MT_F32 ? c[4 * y + i] : c && ct == MT_F16 ? own[i] : zero;
	}
      if (c && ct == MT_F16)
	for (int i = 0; i < 4 * g; i++)
	  for (int l = 0; l < LANES; l++)
	    own[i][l] = mt_value (MT_F16, ((const u16 *) c[2 * y + i / 2])[2 * l + i % 2]);
      t->product (out, in, a, bs, n, g, blocks, e);
      if (MX_FLAGS (imm) & MX_XOR)
	exclusive (out, *a, *bs, MX_K (imm));
      for (int i = 0; i < 4 * g; i++)
	if (dt == MT_S32)
	  t->integers (d[4 * y + i], out[i], c ? c[4 * y + i] : (const void *) zero,
		       MX_FLAGS (imm) & MX_SATFINITE);
	else if (dt == MT_F16 && i % 2 == 0)
	  for (int l = 0; l < LANES; l++)
	    ((u32 *) d[2 * y + i / 2])[l] = f16_bits (out[i][l]) | f16_bits (out[i + 1][l]) << 16;
    }
}

/* B of O, register by register.  */
static void
mma_b (struct warp *w, const struct op *o, float *b)
{
  const struct tile *t = tile ();
  int bt = MX_BT (o->imm), e = 32 / mt_bits (bt);
  for (int r = 0; r < b_regs (o); r++)
    t->cols (b + r * 32 * e, w->r + o->slots->at[o->b + r], bt);
}

/* Returns true if O has 16 rows, and C and D of f32 or integers in full words.  */
static bool
simple_mma (const struct op *o)
{
  return MX_M (o->imm) == 16 && MX_CT (o->imm) == MX_DT (o->imm) && MX_DT (o->imm) != MT_F16
	 && !(MX_FLAGS (o->imm) & MX_XOR);
}

OP (mma)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  float a[64 * MAX_K] __attribute__ ((aligned (64))), b[8 * MAX_K] __attribute__ ((aligned (64)));
  mt_a (o, w->r, a);
  mma_b (w, o, b);
  /* The upper half of 8 rows is nowhere.  */
  float none[LANES] __attribute__ ((aligned (64))) = { 0 };
  void *d[4];
  const void *c[4];
  int rows = MX_M (o->imm) / 4;
  for (int i = 0; i < 4; i++)
    {
      d[i]
	= i < (MX_DT (o->imm) == MT_F16 ? 2 : rows) ? w->r + o->slots->at[o->d + i] : (void *) none;
      c[i]
	= i < (MX_CT (o->imm) == MT_F16 ? 2 : rows) ? w->r + o->slots->at[o->c + i] : (void *) none;
    }
  mt_sum (o->imm, d, c, 1, &(const float *){ a }, &(const float *){ b }, 1);
  return o + 1;
}

/* ---- rows of products without other ops between them ----

   Such a row is carried out at once where nobody looks at single ops (op.run); A and B
   become floats once.  A product that continues the accumulators of an earlier one is carried
   out with it, and two sums of the same As are, if nothing between forbids that.  op.g: how
   many are left; op.e of the row's op I: which one is carried out as number I; op.f: where A and B
   are, whether they are to be made there, whether the next one carried out continues D,
   and whether a sum of the same As follows.  */

enum
{
  AS = 8,
  BS = 16,
  RUN_K = 32,
  MAX_ROW = 128,
  MAX_SUM = 4,
  A_NEW = AS,
  B_SHIFT = 4,
  B_NEW = BS << B_SHIFT,
  CONTINUED = 2 * B_NEW,
  PAIR = 2 * CONTINUED
};

static const struct op *
mma_row (struct warp *w, const struct op *row)
{
  if (unlikely (w->mask != ALL_LANES))
    return row->fn (w, row);
  float a[AS][64 * RUN_K] __attribute__ ((aligned (64))),
    b[BS][8 * RUN_K] __attribute__ ((aligned (64)));
  const float *as[MAX_SUM], *bs[2 * MAX_SUM];
  void *d[8];
  const void *c[8];
  const struct op *first = NULL;
  for (u32 i = 0, n = 0, panel = 0; i < row->g; i++)
    {
      const struct op *o = row + row[i].e;
      u32 x = o->f & (AS - 1), y = o->f >> B_SHIFT & (BS - 1),
	  panels = panel || o->f & PAIR ? 2 : 1;
      if (o->f & A_NEW)
	mt_a (o, w->r, a[x]);
      if (o->f & B_NEW)
	mma_b (w, o, b[y]);
      if (!n)
	first = o;
      as[n] = a[x], bs[n++ * panels + panel] = b[y];
      if (o->f & CONTINUED)
	continue;
      for (int r = 0; r < 4; r++)
	{
	  d[4 * panel + r] = w->r + o->slots->at[o->d + r];
	  c[4 * panel + r] = w->r + first->slots->at[first->c + r];
	}
      if (++panel == panels)
	{
	  mt_sum (o->imm, d, c, panels, as, bs, n);
	  panel = 0;
	}
      n = 0;
    }
  return row + row->g;
}

/* Registers that a place holds, from AT on, N of them; N 0: none.  */
struct held
{
  const u32 *at;
  u32 n;
  int type;
};

/* The place among N of those registers, with NEW if it is made now, which is not among USED;
   it is then.  */
static u32
place (struct held *h, u32 n, u32 *next, u32 *used, const u32 *at, u32 regs, int type, u32 new)
{
  u32 k, made = 0;
  for (k = 0; k < n; k++)
    if (h[k].n == regs && h[k].type == type && !memcmp (h[k].at, at, regs * sizeof *at))
      break;
  if (k == n)
    {
      do
	k = (*next)++ % n;
      while (*used >> k & 1);
      h[k] = (struct held){ at, regs, type };
      made = new;
    }
  *used |= (u32) 1 << k;
  return k | made;
}

/* Sets the places of the As and Bs of the N ops of ROW, in the order of op.e; HOW[i]: CONTINUED and
   PAIR of op I.  Returns the number of those that are made.  */
static u32
lay_out (struct op *row, u32 n, const u32 *how)
{
  struct held held[AS + BS] = { { 0 } };
  u32 next[2] = { 0, 0 }, made = 0, used[2] = { 0, 0 };
  bool first = false;
  for (u32 i = 0; i < n; i++)
    {
      struct op *o = &row[row[i].e];
      const u32 *at = o->slots->at;
      u32 x = place (held, AS, &next[0], &used[0], at + o->a, a_regs (o), MX_AT (o->imm), A_NEW);
      u32 y = place (held + AS, BS, &next[1], &used[1], at + o->b, b_regs (o), MX_BT (o->imm), BS);
      o->f = x | y << B_SHIFT | how[row[i].e];
      made += (x >= AS) + (y >= BS);
      first |= how[row[i].e] & PAIR;
      if (!(how[row[i].e] & CONTINUED))
	{
	  if (!first)
	    used[0] = used[1] = 0;
	  first = false;
	}
      /* What is written is held no more.  */
      for (int h = 0; h < AS + BS; h++)
	for (u32 r = 0; r < held[h].n; r++)
	  for (int d = 0; d < 4; d++)
	    if (held[h].at[r] == at[o->d + d])
	      held[h].n = 0;
    }
  return made;
}

/* Returns true if one of the N registers at P is one of the M at Q.  */
static bool
meet (const u32 *p, u32 n, const u32 *q, u32 m)
{
  for (u32 i = 0; i < n; i++)
    for (u32 j = 0; j < m; j++)
      if (p[i] == q[j])
	return true;
  return false;
}

/* Returns true if op Q may be carried out before X, which stands before it.  */
static bool
passes (const struct op *q, const struct op *x)
{
  const u32 *a = q->slots->at, *b = x->slots->at;
  return !meet (b + x->d, 4, a + q->d, 4) && !meet (b + x->d, 4, a + q->c, 4)
	 && !meet (b + x->d, 4, a + q->a, a_regs (q)) && !meet (b + x->d, 4, a + q->b, b_regs (q))
	 && !meet (a + q->d, 4, b + x->a, a_regs (x)) && !meet (a + q->d, 4, b + x->b, b_regs (x))
	 && !meet (a + q->d, 4, b + x->c, 4);
}

/* Returns true if Q continues the accumulators of P, and they may be one sum.  */
static bool
continues_p (const struct op *p, const struct op *q)
{
  const u32 *d = p->slots->at + p->d, *a = q->slots->at;
  return p->imm == q->imm && !(MX_DT (p->imm) == MT_S32 && MX_FLAGS (p->imm) & MX_SATFINITE)
	 && !memcmp (d, a + q->c, 4 * sizeof *d) && !memcmp (d, a + q->d, 4 * sizeof *d)
	 && !meet (d, 4, a + q->a, a_regs (q)) && !meet (d, 4, a + q->b, b_regs (q));
}

/* Returns true if op Q of ROW may be carried out before all ops from X to Q - 1 that are not
   DONE.  */
static bool
passes_all (const struct op *row, u32 q, u32 x, const bool *done)
{
  for (; x < q; x++)
    if (!done[x] && !passes (&row[q], &row[x]))
      return false;
  return true;
}

/* Finds the sums of ROW, of N ops: NEXT[i] is the op that continues op I, 0: no op does; INNER[i]: it
   continues one.  Returns the number of those that do.  */
static u32
find_sums (const struct op *row, u32 n, u32 *next, bool *inner)
{
  bool done[MAX_ROW] = { false };
  u32 joins = 0;
  for (u32 i = 0; i < n; i++)
    {
      if (done[i])
	continue;
      done[i] = true;
      for (u32 q = i + 1, last = i, len = 1; q < n && len < MAX_SUM; q++)
	if (!done[q] && continues_p (&row[last], &row[q]) && passes_all (row, q, i, done))
	  {
	    next[last] = q;
	    inner[q] = done[q] = true;
	    last = q;
	    len++;
	    joins++;
	  }
    }
  return joins;
}

/* Returns true if the sums that begin with P and Q are of products of the same As.  */
static bool
same_as (const struct op *row, const u32 *next, u32 p, u32 q)
{
  for (;; p = next[p], q = next[q])
    {
      const struct op *x = &row[p], *y = &row[q];
      if (x->imm != y->imm
	  || memcmp (x->slots->at + x->a, y->slots->at + y->a, a_regs (x) * sizeof (u32))
	  || !next[p] != !next[q])
	return false;
      if (!next[p])
	return true;
    }
}

/* The order of the N ops of ROW.  */
static void
arrange (struct op *row, u32 n)
{
  u32 how[MAX_ROW] = { 0 }, next[MAX_ROW] = { 0 }, order[MAX_ROW], k = 0;
  bool inner[MAX_ROW] = { false }, done[MAX_ROW] = { false };
  for (u32 i = 0; i < n; i++)
    row[i].e = i;
  u32 made = lay_out (row, n, how), won = find_sums (row, n, next, inner);
#define EACH_OF(x, sum) for (u32 x = sum, x##_more = 1; x##_more; x##_more = next[x], x = next[x])
  for (u32 i = 0; i < n; i++)
    {
      if (done[i])
	continue;
      EACH_OF (x, i)
	{
	  how[x] = next[x] ? CONTINUED : 0;
	  order[k++] = x;
	  done[x] = true;
	}
      for (u32 q = i + 1; q < n; q++)
	{
	  if (done[q] || inner[q] || !same_as (row, next, i, q))
	    continue;
	  bool ok = true;
	  EACH_OF (x, q)
	    done[x] = true;
	  EACH_OF (x, q)
	    {
	      ok = ok && passes_all (row, x, i + 1, done);
	      EACH_OF (y, i)
		ok = ok && passes (&row[x], &row[y]);
	    }
	  EACH_OF (x, q)
	    {
	      done[x] = ok;
	      if (!ok)
		continue;
	      how[x] = next[x] ? CONTINUED : 0;
	      order[k++] = x;
	    }
	  if (!ok)
	    continue;
	  EACH_OF (x, i)
	    how[x] |= PAIR;
	  won++;
	  break;
	}
    }
#undef EACH_OF
  for (u32 i = 0; i < n; i++)
    row[i].e = order[i];
  /* Not if more is made anew than is won.  */
  if (lay_out (row, n, how) <= made + won / 4)
    return;
  memset (how, 0, sizeof how);
  for (u32 i = 0; i < n; i++)
    row[i].e = i;
  lay_out (row, n, how);
}

/* Finds the rows of F, whose ops are patched.  */
void
mma_rows (px_emu_func *f)
{
  u32 end;
  for (u32 i = 0; i < f->n_ops; i = end)
    {
      /* What is under a guard is alone.  */
      u32 most = i && f->ops[i - 1].code == OPC_guard ? 1 : MAX_ROW;
      for (end = i; end < f->n_ops && end - i < most; end++)
	{
	  struct op *o = &f->ops[end];
	  if (o->fn != op_mma || !simple_mma (o) || MX_FLAGS (o->imm) & MX_SPARSE
	      || MX_K (o->imm) > RUN_K || mt_bits (MX_AT (o->imm)) < 8 || o->ck != CK_NONE)
	    break;
	}
      for (u32 k = i; k < end; k++)
	f->ops[k].g = end - k;
      if (end - i > 1)
	{
	  arrange (&f->ops[i], end - i);
	  f->ops[i].run = mma_row;
	}
      if (end == i)
	end++;
    }
}

const struct op *
mma_run (struct warp *w, const struct op *o)
{
  return o->g > 1 ? mma_row (w, o) : o->fn (w, o);
}

/* f64: m8n8k4, m16n8k4, k8, k16.  */
OP (mma_f64)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  const struct slots *s = o->slots;
  int rows = MX_M (o->imm) / 8, steps = MX_K (o->imm) / 4;
  double out[4][LANES] __attribute__ ((aligned (64))), *d[4];
  const double *a[8], *b[4], *c[4];
  for (int r = 0; r < rows * steps; r++)
    a[r] = REG (double, s->at[o->a + r]);
  for (int r = 0; r < steps; r++)
    b[r] = REG (double, s->at[o->b + r]);
  for (int r = 0; r < 2 * rows; r++)
    {
      c[r] = REG (double, s->at[o->c + r]);
      d[r] = out[r];
    }
  float_env env = env_enter (ENV (MX_ROUND (o->imm), false));
  tile ()->doubles (d, c, a, b, rows, steps);
  env_leave (env);
  for (int r = 0; r < 2 * rows; r++)
    memcpy (REG (double, s->at[o->d + r]), out[r], sizeof out[r]);
  return o + 1;
}

/* C (M x N) += A (M x K) B (K x N), row by row; M, N multiples of 8, K of 4.  */
static void
mma_whole (float *c, const float *a, const float *b, int m, int n, int k)
{
  for (int i0 = 0; i0 < m; i0 += 16)
    for (int j0 = 0; j0 < n; j0 += 8)
      {
	int rows = m - i0 < 16 ? m - i0 : 16;
	float ta[64 * 128] = { 0 }, tb[8 * 128], d[4][LANES] = { { 0 } },
		      *out[4] = { d[0], d[1], d[2], d[3] };
	for (int x = 0; x < k; x++)
	  {
	    for (int i = 0; i < 4 * rows; i++)
	      ta[MT_A (x, 0) + i] = a[(i0 + i / 4) * k + x];
	    for (int j = 0; j < 8; j++)
	      tb[x * 8 + MT_COL (j)] = b[x * n + j0 + j];
	  }
	for (int i = 0; i < rows; i++)
	  for (int j = 0; j < 8; j++)
	    MT_D (d, i, j) = c[(i0 + i) * n + j0 + j];
	tile ()->product (out, (const float *const *) out, &(const float *){ ta },
			  &(const float *){ tb }, 1, 1, k / 4, 1);
	for (int i = 0; i < rows; i++)
	  for (int j = 0; j < 8; j++)
	    c[(i0 + i) * n + j0 + j] = MT_D (d, i, j);
      }
}

/* Four products m8n8k4 of f16 (9.7.14.5.1): the quads q and q + 4 make one.  */
OP (mma_884)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  const struct slots *s = o->slots;
  int flags = MX_FLAGS (o->imm), ct = MX_CT (o->imm), dt = MX_DT (o->imm);
  u32 ra[2 * LANES], rb[2 * LANES], rc[8 * LANES];
  words (w, s, o->a, 2, ra);
  words (w, s, o->b, 2, rb);
  words (w, s, o->c, ct == MT_F16 ? 4 : 8, rc);
  for (int q = 0; q < 4; q++)
    {
      float a[8 * 4], b[4 * 8], c[8 * 8];
      for (int part = 0; part < 2; part++)
	for (int x = 0; x < 4; x++)
	  for (int i = 0; i < 4; i++)
	    {
	      int l = q * 4 + part * 16 + x;
	      float av = mt_value (MT_F16, ra[i / 2 * LANES + l] >> i % 2 * 16 & 0xffff);
	      float bv = mt_value (MT_F16, rb[i / 2 * LANES + l] >> i % 2 * 16 & 0xffff);
	      if (flags & MX_A_COL)
		a[(i + 4 * part) * 4 + x] = av;
	      else
		a[(x + 4 * part) * 4 + i] = av;
	      if (flags & MX_B_ROW)
		b[x * 8 + i + 4 * part] = bv;
	      else
		b[i * 8 + x + 4 * part] = bv;
	    }
#define ROW(t, i) ((t) == MT_F16 ? x + 4 * part : (x & 1) + (i & 2) + 4 * part)
#define COL(t, i) ((t) == MT_F16 ? i : (i & 4) + (x & 2) + (i & 1))
      for (int part = 0; part < 2; part++)
	for (int x = 0; x < 4; x++)
	  for (int i = 0; i < 8; i++)
	    {
	      int l = q * 4 + part * 16 + x;
	      c[ROW (ct, i) * 8 + COL (ct, i)]
		= ct == MT_F16 ? mt_value (MT_F16, rc[i / 2 * LANES + l] >> i % 2 * 16 & 0xffff)
			       : f32_of (rc[i * LANES + l]);
	    }
      mma_whole (c, a, b, 8, 8, 4);
      for (int part = 0; part < 2; part++)
	for (int x = 0; x < 4; x++)
	  for (int i = 0; i < 8; i++)
	    {
	      int l = q * 4 + part * 16 + x;
	      float v = c[ROW (dt, i) * 8 + COL (dt, i)];
	      u32 *d = REG (u32, s->at[o->d + (dt == MT_F16 ? i / 2 : i)]) + l;
	      if (dt == MT_F32)
		*d = bits_f32 (canon_f32 (v));
	      else
		*d = i % 2 ? (*d & 0xffff) | f16_bits (v) << 16 : f16_bits (v);
	    }
#undef ROW
#undef COL
    }
  return o + 1;
}

/* ---- ldmatrix, stmatrix, movmatrix (9.7.14.5.15 to 17) ----

   imm: 1, 2 or 4 matrices, 8: transposed.  Row j of matrix i is at the address of lane
   8 i + j.  slots: the address, then the registers.  */

static bool
row_addresses (struct warp *w, const struct op *o, u64 *ad, u32 n, enum access access)
{
  memcpy (ad, REG (u64, o->slots->at[0]), LANES * sizeof *ad);
  w->mask = n == 4 ? ALL_LANES : ((u32) 1 << 8 * n) - 1;
  bool ok = resolve (w, o, o->space, ad, 16, access);
  if (ok && WATCHED (w, touch))
    EACH_LANE (i, w->mask)
      w->observer->touch (w, o, i, ad[i], 16, access == ACC_STORE);
  w->mask = ALL_LANES;
  return ok;
}

OP (ldmatrix)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  u64 ad[LANES];
  u32 n = o->imm & 7;
  if (!row_addresses (w, o, ad, n, ACC_LOAD))
    return NULL;
  for (u32 m = 0; m < n; m++)
    {
      u32 *d = REG (u32, o->slots->at[1 + m]);
      if (o->imm & 8)
	for (int l = 0; l < LANES; l++)
	  d[l] = ((const u16 *) ad[8 * m + l % 4 * 2])[l / 4]
		 | (u32) ((const u16 *) ad[8 * m + l % 4 * 2 + 1])[l / 4] << 16;
      else
	for (int r = 0; r < 8; r++)
	  memcpy (d + 4 * r, (const void *) ad[8 * m + r], 16);
    }
  return o + 1;
}

OP (stmatrix)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  u64 ad[LANES];
  u32 n = o->imm & 7;
  if (!row_addresses (w, o, ad, n, ACC_STORE))
    return NULL;
  for (u32 m = 0; m < n; m++)
    {
      const u32 *d = REG (u32, o->slots->at[1 + m]);
      if (o->imm & 8)
	for (int l = 0; l < LANES; l++)
	  {
	    ((u16 *) ad[8 * m + l % 4 * 2])[l / 4] = d[l];
	    ((u16 *) ad[8 * m + l % 4 * 2 + 1])[l / 4] = d[l] >> 16;
	  }
      else
	for (int r = 0; r < 8; r++)
	  memcpy ((void *) ad[8 * m + r], d + 4 * r, 16);
    }
  return o + 1;
}

OP (movmatrix)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  u16 x[8][8];
  memcpy (x, REG (u32, o->a), sizeof x);
  u32 *d = REG (u32, o->d);
  for (int l = 0; l < LANES; l++)
    d[l] = x[l % 4 * 2][l / 4] | (u32) x[l % 4 * 2 + 1][l / 4] << 16;
  return o + 1;
}
