/* SPDX-License-Identifier: MIT */
/* Matrix instructions of a warp: mma, mma.sp, wmma, ldmatrix, stmatrix, movmatrix
   (PTX ISA 9.7.14).  Numerics: matrix.h.

   Fragments are spread to row-major matrices of floats (f64: doubles), multiplied,
   and gathered again.  slots: the registers of D, A, B, C, then the metadata; op.d, a,
   b, c, e say where each begins.  */

#include "emulator/check.h"
#include "emulator/fp.h"
#include "emulator/matrix.h"
#include "emulator/ops.h"

#include <math.h>

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (mma)

typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* ---- values ---- */

u32
f16_bits (float x)
{
  return float_bits (CT_F16, x, RN, false);
}

/* Element BITS of a type of 16 bits.  */
float
mt_value (int t, u32 bits)
{
  return (float) float_value (t == MT_F16 ? CT_F16 : CT_BF16, bits);
}

/* C plus SUM, an integer.  */
int32_t
mt_integer (double sum, int32_t c, int flags)
{
  int64_t r = (int64_t) sum + c;
  if (flags & MX_SATFINITE)
    r = r > INT32_MAX ? INT32_MAX : r < INT32_MIN ? INT32_MIN : r;
  return (int32_t) (u32) (u64) r;
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

/* A of O, 16 ROWS of K floats, K / 2 if it is sparse, to turned A.  REGS: the frame's, of
   the metadata.  */
void
mt_rows (const struct op *o, const uint8_t *regs, float *rows, int k, float *a)
{
  int kp = MX_FLAGS (o->imm) & MX_SPARSE ? k / 2 : k;
  if (kp == k)
    for (int i = 0; i < 16; i++)
      for (int x = 0; x < k; x++)
	a[x * 16 + TURN (i)] = rows[i * k + x];
  else
    {
      uint16_t pos[16 * 64];
      memset (a, 0, 16 * k * sizeof *a);
      sparse_positions (o, MX_SEL (o->imm), kp, (const u32 *) (regs + o->slots->at[o->e]), pos);
      for (int i = 0; i < 16; i++)
	for (int x = 0; x < kp; x++)
	  a[pos[i * kp + x] * 16 + TURN (i)] = rows[i * kp + x];
    }
}

/* A fragment of N registers, 8 rows in each or each of two, to turned A.  */
void
mt_a (const struct op *o, const uint8_t *regs, int n, float *a)
{
  static const float none[LANES];
  const u32 *slot = o->slots->at + o->a;
  int type = MX_AT (o->imm), e = 32 / mt_bits (type), m = MX_M (o->imm), k = MX_K (o->imm);
  float low[32 * LANES], high[32 * LANES];
  if (MX_FLAGS (o->imm) & MX_SPARSE)
    {
      float rows[16 * 64];
      for (int r = 0; r < n; r++)
	{
	  tile ()->widen (low, regs + slot[r], type, e * LANES);
	  for (int g = 0; g < 8; g++)
	    memcpy (rows + (g + 8 * (r & 1)) * k / 2 + (r >> 1) * 4 * e, low + g * 4 * e, 4 * e * sizeof *rows);
	}
      mt_rows (o, regs, rows, k, a);
      return;
    }
  for (int r = 0; r < n; r += m == 8 ? 1 : 2)
    {
      tile ()->split (low, regs + slot[r], type);
      if (m != 8)
	tile ()->split (high, regs + slot[r + 1], type);
      float *to = a + (m == 8 ? r : r / 2) * 4 * e * 16;
      for (int i = 0; i < e; i++)
	tile ()->join (to + i * 16, e * 16, low + i * LANES, m == 8 ? none : high + i * LANES);
    }
}

#define MAX_K 256

/* |a ^ b| = |a| + |b| - 2 |a & b|.  A and C turned; element (x, j) of B at B[x BK + j BN].  */
static void
exclusive (float *c, const float *a, const float *b, int n, int k, int bn, int bk)
{
  float suma[16] = { 0 };
  for (int i = 0; i < 16 * k; i++)
    suma[i % 16] += a[i];
  for (int j = 0; j < n; j++)
    {
      float sumb = 0;
      for (int x = 0; x < k; x++)
	sumb += b[x * bk + j * bn];
      for (int i = 0; i < 16; i++)
	c[j * 16 + i] = suma[i] + sumb - 2 * c[j * 16 + i];
    }
}

static inline u32
halves (float low, float high)
{
  return f16_bits (low) | f16_bits (high) << 16;
}

/* B of O, its columns of 4 E elements one behind the other, register by register.  */
static void
mma_b (struct warp *w, const struct op *o, float *b)
{
  int bt = MX_BT (o->imm), e = 32 / mt_bits (bt), nb = 8 * MX_K (o->imm) * mt_bits (bt) / 1024;
  for (int r = 0; r < nb; r++)
    tile ()->widen (b + r * 32 * e, w->r + o->slots->at[o->b + r], bt, e * LANES);
}

/* D of O = C of FIRST + A[0] B[0] + … of 16 rows, N products, A and B as floats, f32 or
   integers.  */
static void
mma_product (struct warp *w, const struct op *first, const struct op *o, const float *const *a, const float *const *b, int n)
{
  static const float zero[LANES] __attribute__ ((aligned (64)));
  const struct slots *s = o->slots;
  int e = 32 / mt_bits (MX_BT (o->imm)), nb = MX_K (o->imm) / (4 * e);
  bool integer = MX_DT (o->imm) == MT_S32;
  float sum[4][LANES] __attribute__ ((aligned (64))), *out[4];
  const float *in[4];
  for (int i = 0; i < 4; i++)
    {
      in[i] = integer ? zero : REG (float, first->slots->at[first->c + i]);
      out[i] = integer ? sum[i] : REG (float, s->at[o->d + i]);
    }
  tile ()->fragment (out, in, a, b, n, nb, 4 * e);
  if (integer)
    {
      u32 c[4][LANES] __attribute__ ((aligned (64)));
      for (int i = 0; i < 4; i++)
	memcpy (c[i], REG (u32, first->slots->at[first->c + i]), sizeof *c);
      for (int i = 0; i < 4; i++)
	tile ()->integers (REG (u32, s->at[o->d + i]), sum[i], c[i], MX_FLAGS (o->imm) & MX_SATFINITE);
    }
}

/* Is O one of those?  */
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
  static const float none[LANES];
  const struct tile *t = tile ();
  const struct slots *s = o->slots;
  int at = MX_AT (o->imm), bt = MX_BT (o->imm), dt = MX_DT (o->imm), ct = MX_CT (o->imm);
  int m = MX_M (o->imm), k = MX_K (o->imm), flags = MX_FLAGS (o->imm), e = 32 / mt_bits (bt);
  int kp = flags & MX_SPARSE ? k / 2 : k, nb = 8 * k * mt_bits (bt) / 1024, h = m / 8;
  float a[16 * MAX_K] __attribute__ ((aligned (64))), b[MAX_K * 8] __attribute__ ((aligned (64)));
  float c[16 * 8] __attribute__ ((aligned (64))), x[2][2 * LANES];
  u32 old[4][LANES];
  mt_a (o, w->r, m * kp * mt_bits (at) / 1024, a);
  mma_b (w, o, b);
  if (simple_mma (o))
    {
      mma_product (w, o, o, &(const float *) { a }, &(const float *) { b }, 1);
      return o + 1;
    }
  switch (ct)
    {
    case MT_F32:
      for (int i = 0; i < 2; i++)
	t->join (c + 16 * i, 32, REG (float, s->at[o->c + i]), h == 1 ? none : REG (float, s->at[o->c + 2 + i]));
      break;
    case MT_S32:
      for (int i = 0; i < 2 * h; i++)
	memcpy (old[i], REG (u32, s->at[o->c + i]), sizeof *old);
      memset (c, 0, sizeof c);
      break;
    default:
      for (int i = 0; i < h; i++)
	t->split (x[i], REG (u32, s->at[o->c + i]), MT_F16);
      for (int i = 0; i < 2; i++)
	t->join (c + 16 * i, 32, x[0] + i * LANES, h == 1 ? none : x[1] + i * LANES);
      break;
    }
  t->product (c, a, b, 8, nb, 4 * e, 4 * e, 1, 32 * e);
  if (flags & MX_XOR)
    {
      /* The blocks of B one after the other.  */
      static const int step = 128;
      float full[MAX_K * 8];
      for (int y = 0; y < k; y++)
	for (int j = 0; j < 8; j++)
	  full[y * 8 + j] = b[y / step * 8 * step + j * step + y % step];
      exclusive (c, a, full, 8, k, 1, 8);
    }
  for (int i = 0; i < 2; i++)
    if (dt == MT_F32)
      t->part (c + 16 * i, 32, REG (float, s->at[o->d + i]), h == 1 ? x[0] : REG (float, s->at[o->d + 2 + i]));
    else
      t->part (c + 16 * i, 32, x[0] + i * LANES, x[1] + i * LANES);
  for (int i = 0; i < h; i++)
    if (dt == MT_S32)
      for (int j = 0; j < 2; j++)
	for (int l = 0; l < LANES; l++)
	  REG (u32, s->at[o->d + 2 * i + j])[l] = mt_integer (x[i][j * LANES + l], old[2 * i + j][l], flags);
    else if (dt == MT_F16)
      for (int l = 0; l < LANES; l++)
	REG (u32, s->at[o->d + i])[l] = halves (x[i][l], x[i][LANES + l]);
  return o + 1;
}

/* ---- products one behind the other ----

   Such a row is carried out at once where nobody looks at single ops (op.run); A and B
   become floats once, and one that goes on with the accumulators of an earlier one is
   carried out with it if nothing between the two forbids that.  op.g: how many are left;
   op.e of the row's op I: which is carried out as number I; op.f: where A and B are, whether
   they are to be made there, and whether the next one carried out goes on with D.  */

enum { AS = 8, BS = 16, RUN_K = 32, MAX_ROW = 128,
       A_NEW = AS, B_SHIFT = 4, B_NEW = BS << B_SHIFT, GOES_ON = 2 * B_NEW };

static const struct op *
mma_row (struct warp *w, const struct op *row)
{
  if (unlikely (w->mask != ALL_LANES))
    return row->fn (w, row);
  float a[AS][16 * RUN_K] __attribute__ ((aligned (64))), b[BS][RUN_K * 8] __attribute__ ((aligned (64)));
  const float *as[2], *bs[2];
  const struct op *first = NULL;
  for (u32 i = 0, n = 0; i < row->g; i++)
    {
      const struct op *o = row + row[i].e;
      u32 x = o->f & (AS - 1), y = o->f >> B_SHIFT & (BS - 1);
      if (o->f & A_NEW)
	mt_a (o, w->r, 16 * MX_K (o->imm) * mt_bits (MX_AT (o->imm)) / 1024, a[x]);
      if (o->f & B_NEW)
	mma_b (w, o, b[y]);
      if (!n)
	first = o;
      as[n] = a[x], bs[n++] = b[y];
      if (o->f & GOES_ON)
	continue;
      mma_product (w, first, o, as, bs, n);
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

/* The place among N of those registers, other than BUT, with NEW if it is made now.  */
static u32
place (struct held *h, u32 n, u32 *next, u32 but, const u32 *at, u32 regs, int type, u32 new)
{
  for (u32 k = 0; k < n; k++)
    if (h[k].n == regs && h[k].type == type && !memcmp (h[k].at, at, regs * sizeof *at))
      return k;
  *next += *next % n == but;
  u32 k = (*next)++ % n;
  h[k] = (struct held) { at, regs, type };
  return k | new;
}

static u32
a_regs (const struct op *o)
{
  return 16 * MX_K (o->imm) * mt_bits (MX_AT (o->imm)) / 1024;
}

static u32
b_regs (const struct op *o)
{
  return 8 * MX_K (o->imm) * mt_bits (MX_BT (o->imm)) / 1024;
}

/* Places for the N ops of ROW, in the order of op.e; ON[i]: op I's accumulators go on.  How
   many are made.  */
static u32
lay_out (struct op *row, u32 n, const bool *on)
{
  struct held held[AS + BS] = { { 0 } };
  u32 next[2] = { 0, 0 }, made = 0, but[2] = { UINT32_MAX, UINT32_MAX };
  for (u32 i = 0; i < n; i++)
    {
      struct op *o = &row[row[i].e];
      const u32 *at = o->slots->at;
      u32 x = place (held, AS, &next[0], but[0], at + o->a, a_regs (o), MX_AT (o->imm), A_NEW);
      u32 y = place (held + AS, BS, &next[1], but[1], at + o->b, b_regs (o), MX_BT (o->imm), BS);
      o->f = x | y << B_SHIFT | (on[row[i].e] ? GOES_ON : 0);
      made += (x >= AS) + (y >= BS);
      but[0] = on[row[i].e] ? x & (AS - 1) : UINT32_MAX;
      but[1] = on[row[i].e] ? y & (BS - 1) : UINT32_MAX;
      /* What is written is held no more.  */
      for (int h = 0; h < AS + BS; h++)
	for (u32 r = 0; r < held[h].n; r++)
	  for (int d = 0; d < 4; d++)
	    if (held[h].at[r] == at[o->d + d])
	      held[h].n = 0;
    }
  return made;
}

/* Is one of the N registers at P one of the M at Q?  */
static bool
meet (const u32 *p, u32 n, const u32 *q, u32 m)
{
  for (u32 i = 0; i < n; i++)
    for (u32 j = 0; j < m; j++)
      if (p[i] == q[j])
	return true;
  return false;
}

/* May op Q be carried out before X, which stands before it?  */
static bool
passes (const struct op *q, const struct op *x)
{
  const u32 *a = q->slots->at, *b = x->slots->at;
  return !meet (b + x->d, 4, a + q->d, 4) && !meet (b + x->d, 4, a + q->c, 4) && !meet (b + x->d, 4, a + q->a, a_regs (q))
	 && !meet (b + x->d, 4, a + q->b, b_regs (q)) && !meet (a + q->d, 4, b + x->a, a_regs (x))
	 && !meet (a + q->d, 4, b + x->b, b_regs (x)) && !meet (a + q->d, 4, b + x->c, 4);
}

/* Does Q go on with the accumulators of P, and may they be one sum?  */
static bool
goes_on (const struct op *p, const struct op *q)
{
  const u32 *d = p->slots->at + p->d, *a = q->slots->at;
  return p->imm == q->imm && !(MX_DT (p->imm) == MT_S32 && MX_FLAGS (p->imm) & MX_SATFINITE)
	 && !memcmp (d, a + q->c, 4 * sizeof *d) && !memcmp (d, a + q->d, 4 * sizeof *d)
	 && !meet (d, 4, a + q->a, a_regs (q)) && !meet (d, 4, a + q->b, b_regs (q));
}

/* The order of the N ops of ROW.  */
static void
arrange (struct op *row, u32 n)
{
  bool on[MAX_ROW] = { false }, none[MAX_ROW] = { false }, done[MAX_ROW] = { false };
  u32 pairs = 0, order[MAX_ROW], k = 0;
  for (u32 i = 0; i < n; i++)
    row[i].e = i;
  u32 made = lay_out (row, n, none);
  for (u32 i = 0; i < n; i++)
    {
      if (done[i])
	continue;
      order[k++] = i;
      for (u32 q = i + 1; q < n && !on[i]; q++)
	{
	  if (done[q] || !goes_on (&row[i], &row[q]))
	    continue;
	  for (u32 x = i + 1; x < q; x++)
	    if (!done[x] && !passes (&row[q], &row[x]))
	      goto next;
	  on[i] = done[q] = true;
	  order[k++] = q;
	  pairs++;
	}
    next:;
    }
  for (u32 i = 0; i < n; i++)
    row[i].e = order[i];
  /* Not if more is made anew than is won.  */
  if (lay_out (row, n, on) <= made + pairs / 4)
    return;
  for (u32 i = 0; i < n; i++)
    row[i].e = i;
  lay_out (row, n, none);
}

/* Finds the rows of F, whose ops are patched.  */
void
mma_rows (px_emu_func *f)
{
  handler *guard = find_op ("guard");
  u32 end;
  for (u32 i = 0; i < f->n_ops; i = end)
    {
      /* What is under a guard is alone.  */
      u32 most = i && f->ops[i - 1].fn == guard ? 1 : MAX_ROW;
      for (end = i; end < f->n_ops && end - i < most; end++)
	{
	  struct op *o = &f->ops[end];
	  if (o->fn != op_mma || !simple_mma (o) || MX_FLAGS (o->imm) & MX_SPARSE || MX_K (o->imm) > RUN_K
	      || mt_bits (MX_AT (o->imm)) < 8 || o->ck != CK_NONE)
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
  int m = MX_M (o->imm), k = MX_K (o->imm), rows = m / 8;
  double a[16][16], b[16][8], c[16][8];
  for (int r = 0; r < m * k / LANES; r++)
    for (int l = 0; l < LANES; l++)
      a[l / 4 + 8 * (r % rows)][r / rows * 4 + l % 4] = REG (double, s->at[o->a + r])[l];
  for (int r = 0; r < k / 4; r++)
    for (int l = 0; l < LANES; l++)
      b[r * 4 + l % 4][l / 4] = REG (double, s->at[o->b + r])[l];
  for (int r = 0; r < 2 * rows; r++)
    for (int l = 0; l < LANES; l++)
      c[l / 4 + 8 * (r / 2)][l % 4 * 2 + r % 2] = REG (double, s->at[o->c + r])[l];
  float_env env = env_enter (ENV (MX_ROUND (o->imm), false));
  for (int i = 0; i < m; i++)
    for (int x = 0; x < k; x++)
      for (int j = 0; j < 8; j++)
	c[i][j] = fma (a[i][x], b[x][j], c[i][j]);
  env_leave (env);
  for (int r = 0; r < 2 * rows; r++)
    for (int l = 0; l < LANES; l++)
      REG (double, s->at[o->d + r])[l] = canon_f64 (c[l / 4 + 8 * (r / 2)][l % 4 * 2 + r % 2]);
  return o + 1;
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
      float ta[4 * 16] = { 0 }, tc[8 * 16] = { 0 };
      for (int i = 0; i < 32; i++)
	ta[i % 4 * 16 + TURN (i / 4)] = a[i];
      for (int i = 0; i < 64; i++)
	tc[i % 8 * 16 + TURN (i / 8)] = c[i];
      tile ()->product (tc, ta, b, 8, 1, 4, 1, 8, 0);
      for (int i = 0; i < 64; i++)
	c[i] = tc[i % 8 * 16 + TURN (i / 8)];
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
rows_of (struct warp *w, const struct op *o, u64 *ad, u32 n, enum access access)
{
  memcpy (ad, REG (u64, o->slots->at[0]), LANES * sizeof *ad);
  w->mask = n == 4 ? ALL_LANES : ((u32) 1 << 8 * n) - 1;
  bool ok = resolve (w, o, o->space, ad, 16, access);
  if (ok && w->check)
    EACH_LANE (i, w->mask) check_touch (w, o, i, ad[i], 16, access == ACC_STORE);
  w->mask = ALL_LANES;
  return ok;
}

OP (ldmatrix)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  u64 ad[LANES];
  u32 n = o->imm & 7;
  if (!rows_of (w, o, ad, n, ACC_LOAD))
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
  if (!rows_of (w, o, ad, n, ACC_STORE))
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

/* ---- wmma (9.7.14.4) ----

   How a fragment lies in registers is left open: element j of lane l, of n a lane,
   is element l n + j of the matrix row by row; where the registers have room for
   each element twice, the second half of a lane's is zero.  C and D of 16 columns
   are like two of mma's.  */

/* Row and column of element J of lane L of a matrix of COLS columns, N elements a
   lane.  */
static inline void
wmma_place (bool acc, int cols, int n, int l, int j, int *row, int *col)
{
  if (acc && cols == 16)
    {
      *row = l / 4 + 8 * (j >> 1 & 1);
      *col = l % 4 * 2 + (j & 1) + 8 * (j >> 2);
    }
  else
    {
      *row = (l * n + j) / cols;
      *col = (l * n + j) % cols;
    }
}

/* imm: MX with M rows, N columns, type AT; MX_A_COL: column by column; slots: address,
   stride, registers from op.d on, op.c of them.  */
static const struct op *
wmma_memory (struct warp *w, const struct op *o, bool store)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  const struct slots *s = o->slots;
  int type = MX_AT (o->imm), bits = mt_bits (type), rows = MX_M (o->imm), cols = MX_N (o->imm);
  bool by_col = MX_FLAGS (o->imm) & MX_A_COL, acc = o->flags & 4;
  int per = rows * cols / LANES, e = bits >= 32 ? 1 : 32 / bits;
  u64 base = REG (u64, s->at[0])[0];
  u32 stride = REG (u32, s->at[1])[0];
  for (int l = 1; l < LANES; l++)
    if (REG (u64, s->at[0])[l] != base || REG (u32, s->at[1])[l] != stride)
      return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << l, 0, 0,
		   "the threads of the warp give different addresses or strides");
  int lines = by_col ? cols : rows, width = by_col ? rows : cols;
  if (!stride)
    stride = width;
  /* Lines of the matrix, each of WIDTH elements.  */
  u32 align = bits == 64 ? 8 : bits >= 8 ? bits / 8 : 4;
  uint8_t *line[64];
  for (int i = 0; i < lines; i++)
    {
      line[i] = resolve_range (w, o, 0, o->space, base + (u64) i * stride * bits / 8,
			       width * bits / 8, align, store ? ACC_STORE : ACC_LOAD);
      if (!line[i])
	return NULL;
      if (w->check)
	check_touch (w, o, 0, (uintptr_t) line[i], width * bits / 8, store);
    }
  for (u32 r = 0; r < o->c; r++)
    for (int l = 0; l < LANES; l++)
      {
	uint8_t *reg = w->r + s->at[o->d + r];
	u32 word = 0;
	for (int i = 0; i < e; i++)
	  {
	    int j = r * e + i, row, col;
	    if (j >= per)
	      break;
	    wmma_place (acc, cols, per, l, j, &row, &col);
	    uint8_t *p = line[by_col ? col : row];
	    int x = by_col ? row : col;
	    if (bits == 64)
	      {
		u64 *v = (u64 *) reg + l;
		store ? memcpy (p + 8 * x, v, 8) : memcpy (v, p + 8 * x, 8);
	      }
	    else if (bits < 8)
	      word |= (u32) (p[x * bits / 8] >> x * bits % 8 & ((1 << bits) - 1)) << i * bits;
	    else if (store)
	      {
		u32 v = ((u32 *) reg)[l] >> i * bits;
		memcpy (p + x * bits / 8, &v, bits / 8);
	      }
	    else
	      {
		u32 v = 0;
		memcpy (&v, p + x * bits / 8, bits / 8);
		word |= v << i * bits;
	      }
	  }
	if (!store && bits != 64)
	  ((u32 *) reg)[l] = word;
      }
  return o + 1;
}
OP (wmma_load) { return wmma_memory (w, o, false); }
OP (wmma_store) { return wmma_memory (w, o, true); }

/* Registers K on, N of them, as the matrix they hold.  */
static void
wmma_get (struct warp *w, const struct slots *s, u32 k, int type, bool acc, int rows, int cols,
	  float *out)
{
  int e = 32 / mt_bits (type), per = rows * cols / LANES;
  float v[32];
  for (int j0 = 0; j0 < per; j0 += e)
    for (int l = 0; l < LANES; l++)
      {
	if (type == MT_S32)
	  v[0] = 0;
	else
	  tile ()->widen (v, REG (u32, s->at[k + j0 / e]) + l, type, e);
	for (int i = 0; i < e && j0 + i < per; i++)
	  {
	    int row, col;
	    wmma_place (acc, cols, per, l, j0 + i, &row, &col);
	    out[row * cols + col] = v[i];
	  }
      }
}

OP (wmma_mma)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  const struct slots *s = o->slots;
  int at = MX_AT (o->imm), bt = MX_BT (o->imm), ct = MX_CT (o->imm), dt = MX_DT (o->imm);
  int m = MX_M (o->imm), n = MX_N (o->imm), k = MX_K (o->imm), flags = MX_FLAGS (o->imm);
  int per = m * n / LANES;
  float a[32 * 16 > 8 * 128 ? 32 * 16 : 8 * 128], b[sizeof a / sizeof *a], d[32 * 16];
  u32 c[8 * LANES], r[8 * LANES];
  wmma_get (w, s, o->a, at, false, m, k, a);
  wmma_get (w, s, o->b, bt, false, k, n, b);
  wmma_get (w, s, o->c, ct, true, m, n, d);
  words (w, s, o->c, ct == MT_F16 ? per / 2 : per, c);
  for (int i0 = 0; i0 < m; i0 += 16)
    {
      int rows = m - i0 < 16 ? m - i0 : 16;
      float ta[16 * 128] = { 0 }, td[16 * 32] = { 0 };
      for (int i = 0; i < rows; i++)
	{
	  for (int x = 0; x < k; x++)
	    ta[x * 16 + TURN (i)] = a[(i0 + i) * k + x];
	  for (int j = 0; j < n; j++)
	    td[j * 16 + TURN (i)] = d[(i0 + i) * n + j];
	}
      tile ()->product (td, ta, b, n, 1, k, 1, n, 0);
      if (flags & MX_XOR)
	exclusive (td, ta, b, n, k, 1, n);
      for (int i = 0; i < rows; i++)
	for (int j = 0; j < n; j++)
	  d[(i0 + i) * n + j] = td[j * 16 + TURN (i)];
    }
  memset (r, 0, sizeof r);
  for (int j = 0; j < per; j++)
    for (int l = 0; l < LANES; l++)
      {
	int row, col;
	wmma_place (true, n, per, l, j, &row, &col);
	float v = d[row * n + col];
	if (dt == MT_F16)
	  r[j / 2 * LANES + l] |= f16_bits (v) << j % 2 * 16;
	else
	  r[j * LANES + l] = dt == MT_F32 ? bits_f32 (canon_f32 (v))
			     : (u32) mt_integer (v, c[j * LANES + l], flags);
      }
  for (int j = 0; j < (dt == MT_F16 ? per / 2 : per); j++)
    memcpy (w->r + s->at[o->d + j], r + j * LANES, LANES * sizeof *r);
  return o + 1;
}

/* m8n8k4: one element of A and B, two of C and D a lane.  */
OP (wmma_f64)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  const struct slots *s = o->slots;
  double a[8][4], b[4][8], c[8][8];
  memcpy (a, w->r + s->at[o->a], sizeof a);
  memcpy (b, w->r + s->at[o->b], sizeof b);
  for (int l = 0; l < LANES; l++)
    for (int j = 0; j < 2; j++)
      c[l / 4][l % 4 * 2 + j] = REG (double, s->at[o->c + j])[l];
  float_env env = env_enter (ENV (MX_ROUND (o->imm), false));
  for (int i = 0; i < 8; i++)
    for (int x = 0; x < 4; x++)
      for (int j = 0; j < 8; j++)
	c[i][j] = fma (a[i][x], b[x][j], c[i][j]);
  env_leave (env);
  for (int l = 0; l < LANES; l++)
    for (int j = 0; j < 2; j++)
      REG (double, s->at[o->d + j])[l] = canon_f64 (c[l / 4][l % 4 * 2 + j]);
  return o + 1;
}
