/* SPDX-License-Identifier: MIT */
/* wmma (PTX ISA 9.7.14.4).

   How a fragment lies in registers is left open: here as an H200 has it, which is as mma has it (mma.c),
   by parts of 16 rows, or of 8 where there are only 8, or 8 columns: A part after part of rows, B and
   the accumulators part after part of columns.  m8n32k16 is m32n8k16 of the transposed matrices.
   Registers beyond those that a matrix fills repeat them.  f64 is op mma_f64.  */

#include "emulator/run/observer.h"
#include "emulator/run/matrix.h"

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (wmma)

typedef uint32_t u32;
typedef uint64_t u64;

/* Where a register's elements stand: element I of lane L, with g = L / 4 and
   u = L % 4 * STEP + I, in row ROW + g, column COL + u; B: in row ROW + u, column COL + g.  */
struct spread
{
  int row, col, step;
};

/* Register R of a fragment WHICH of ROWS by COLS elements, E in a register.  */
static struct spread
spread_fragment (int which, int rows, int cols, int e, int r)
{
  int high = rows == 8 ? 1 : 2; /* registers, or pairs of columns, of 8 rows in a part */
  if (which == MX_FRAG_A)
    {
      int part = r / (high * cols / (4 * e)), x = r % (high * cols / (4 * e));
      return (struct spread){ part * 16 + x % high * 8, x / high * 4 * e, e };
    }
  if (which == MX_FRAG_B)
    return (struct spread){ r % (rows / (4 * e)) * 4 * e, r / (rows / (4 * e)) * 8, e };
  /* Two columns of each 8 rows; e is 2 where a register has both.  */
  int j = r * e, x = j / (2 * high);
  return (struct spread){ cols == 8 ? x * 16 + j / 2 % high * 8 : j / 2 % high * 8,
			  (cols == 8 ? 0 : x * 8) + j % 2, 2 };
}

/* Elements of BYTES bytes between register REG and LINE, of S; ACROSS: a lane's follow each
   other from line to line, else within a line.  */
static inline __attribute__ ((always_inline)) void
move (uint8_t *reg, uint8_t *const *line, struct spread s, int bytes, int e, bool across,
      bool by_col, bool store)
{
  int y = by_col ? s.col : s.row, x = by_col ? s.row : s.col;
  for (int g = 0; g < 8; g++)
    for (int t = 0; t < 4; t++)
      for (int i = 0; i < e; i++)
	{
	  int u = t * s.step + i;
	  uint8_t *p = across ? line[y + u] + (x + g) * bytes : line[y + g] + (x + u) * bytes;
	  uint8_t *q = reg + ((g * 4 + t) * e + i) * bytes;
	  store ? memcpy (p, q, bytes) : memcpy (q, p, bytes);
	}
}

/* The host's address of SPAN bytes at BASE, if they can be had at once.  */
static uint8_t *
all_of (const struct warp *w, const struct op *o, u64 base, u64 span)
{
  enum space s = o->space;
  const struct hit *h = &w->hits[o->hit];
  if (s == SP_GENERIC && (base & WINDOW_MASK) == WINDOW_SHARED)
    {
      s = SP_SHARED;
      base = (u32) base;
    }
  if (s == SP_SHARED)
    return base < w->shared_size && w->shared_size - base >= span ? w->shared + base : NULL;
  return (s == SP_GLOBAL || s == SP_GENERIC) && base >= h->lo && base < h->hi
	     && h->hi - base >= span
	   ? (uint8_t *) base
	   : NULL;
}

/* imm: MX with M rows, N columns, type AT, SEL what it is; MX_A_COL: column by column; slots:
   address, stride, registers from op.d on, op.c of them.  */
static const struct op *
wmma_memory (struct warp *w, const struct op *o, bool store)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  const struct slots *s = o->slots;
  int type = MX_AT (o->imm), bits = mt_bits (type), rows = MX_M (o->imm), cols = MX_N (o->imm),
      which = MX_SEL (o->imm);
  bool by_col = MX_FLAGS (o->imm) & MX_A_COL;
  if (which != MX_FRAG_A && cols == 32)
    {
      /* B or accumulators of m8n32k16.  */
      cols = rows, rows = 32;
      by_col = !by_col;
      which = which == MX_FRAG_B ? MX_FRAG_A : which;
    }
  u32 e = bits >= 32 ? 1 : 32 / bits, used = rows * cols / LANES / e;
  const u64 *bases = REG (u64, s->at[0]);
  const u32 *strides = REG (u32, s->at[1]);
  u64 base = bases[0], differ = 0;
  u32 stride = strides[0];
  for (int l = 1; l < LANES; l++)
    differ |= (bases[l] ^ base) | (strides[l] ^ stride);
  for (int l = 1; differ && l < LANES; l++)
    if (bases[l] != base || strides[l] != stride)
      return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << l, 0, 0,
		   "the threads of the warp give different addresses or strides");
  int lines = by_col ? cols : rows, width = (by_col ? rows : cols) * bits / 8;
  u64 pitch = stride ? (u64) stride * bits / 8 : (u64) width;
  /* Each row or column begins where a fragment may (PTX ISA, Matrix Storage for WMMA), of which 16
     bytes are asked: CUDA's load_matrix_sync says so of strides.  */
  u32 fragment = used * (bits == 64 ? 8 : 4), align = bits < 8 ? 4 : fragment < 16 ? fragment : 16;
  uint8_t *line[32], *first = NULL;
  if (!(base % align) && !(pitch % align) && (bits >= 8 || !(stride % 32)))
    first = all_of (w, o, base, (lines - 1) * pitch + width);
  for (int i = 0; i < lines; i++)
    {
      u64 at = stride ? (u64) i * stride * bits / 8 : (u64) i * width;
      line[i] = first ? first + at
		      : resolve_range (w, o, 0, o->space, base + at, width, align,
				       store ? ACC_STORE : ACC_LOAD);
      if (!line[i])
	return NULL;
      OBSERVE (w, touch, w, o, 0, (uintptr_t) line[i], width, store ? TOUCH_WRITE : TOUCH_READ);
    }
  if (!first && !WATCHED (w, steers))
    {
      /* The next one finds the range.  */
      w->mask = 1;
      resolve (w, o, o->space, &base, 1, store ? ACC_STORE : ACC_LOAD);
      w->mask = ALL_LANES;
    }
  /* True if a lane's elements stand in one line.  */
  bool across = (which == MX_FRAG_B) != by_col;
  for (u32 r = 0; r < o->c; r++)
    {
      uint8_t *reg = w->r + s->at[o->d + r];
      if (r >= used)
	{
	  if (!store)
	    memcpy (reg, w->r + s->at[o->d + r % used], LANES * 4);
	  continue;
	}
      struct spread at = spread_fragment (which, rows, cols, e, r);
      int y = by_col ? at.col : at.row, x = by_col ? at.row : at.col;
      if (which != MX_ACC && !across)
	{
	  /* Those of four lanes follow each other, too.  */
	  int chunk = bits == 64 ? 32 : 16;
	  for (int g = 0; g < 8; g++)
	    chunk == 16 ? memcpy (reg + g * 16, line[y + g] + x * bits / 8, 16)
			: memcpy (reg + g * 32, line[y + g] + x * bits / 8, 32);
	}
      else
	switch (bits)
	  {
	  case 8: move (reg, line, at, 1, 4, across, by_col, store); break;
	  case 16: move (reg, line, at, 2, 2, across, by_col, store); break;
	  case 32: move (reg, line, at, 4, 1, across, by_col, store); break;
	  case 64: move (reg, line, at, 8, 1, across, by_col, store); break;
	  default: break;
	  }
    }
  return o + 1;
}
OP (wmma_load)
{
  return wmma_memory (w, o, false);
}
OP (wmma_store)
{
  return wmma_memory (w, o, true);
}

/* ROWS rows of A in registers AT on, to A.  */
static void
wmma_rows (struct warp *w, const u32 *at, int type, int k, int rows, float *a)
{
  int e = 32 / mt_bits (type);
  if (rows == 8)
    {
      memset (a, 0, MT_A (k, 0) * sizeof *a);
      for (int r = 0; r < k / (4 * e); r++)
	tile ()->rows (a + MT_A (r * 4 * e, 0), w->r + at[r], type);
    }
  else
    for (int r = 0; r < k / (2 * e); r++)
      tile ()->rows (a + MT_A (r / 2 * 4 * e, r % 2 * 8), w->r + at[r], type);
}

OP (wmma_mma)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  enum
  {
    MOST_A = 64 * 128,
    MOST_B = 8 * 128,
    MOST_REGS = 16
  };
  const u32 *at = o->slots->at;
  int type = MX_AT (o->imm), ct = MX_CT (o->imm), dt = MX_DT (o->imm);
  int m = MX_M (o->imm), n = MX_N (o->imm), k = MX_K (o->imm), e = 32 / mt_bits (type);
  const u32 *at_a = at + o->a, *at_b = at + o->b;
  if (n == 32)
    m = 32, n = 8, at_a = at + o->b, at_b = at + o->a;
  int panels = n / 8;
  float a[MOST_A] __attribute__ ((aligned (64))), b[MOST_B] __attribute__ ((aligned (64)));
  u32 copy[8][LANES] __attribute__ ((aligned (64))),
    none[LANES] __attribute__ ((aligned (64))) = { 0 };
  const float *bs[4];
  for (int p = 0; p < panels; p++)
    {
      bs[p] = b + p * 8 * k;
      for (int r = 0; r < k / (4 * e); r++)
	tile ()->cols (b + p * 8 * k + r * 32 * e, w->r + at_b[p * (k / (4 * e)) + r], type);
    }
  /* Registers of D and C of a part; C's own where D are others.  */
  int nc = ct == MT_F16 ? 1 : 2, nd = dt == MT_F16 ? 1 : 2, high = m == 8 ? 1 : 2;
  int all = m * n / LANES / 2;
  bool same = nc == nd && !memcmp (at + o->c, at + o->d, nc * all * sizeof *at);
  const void *c[MOST_REGS];
  void *d[MOST_REGS];
  for (int i = 0; !same && i < nc * all; i++)
    memcpy (copy[i], w->r + at[o->c + i], sizeof copy[i]);
  /* Parts of 16 rows, of eight columns in each; what has 8 rows lacks the upper half.  */
  for (int i = 0; i < (m == 32 ? 2 : panels); i++)
    for (int h = 0; h < 2; h++)
      {
	int r = i * high + h;
	for (int j = 0; j < nc; j++)
	  c[(2 * i + h) * nc + j] = h >= high ? (const void *) none
				    : same    ? w->r + at[o->c + r * nc + j]
					      : (void *) copy[r * nc + j];
	for (int j = 0; j < nd; j++)
	  d[(2 * i + h) * nd + j] = h >= high ? (void *) none : w->r + at[o->d + r * nd + j];
      }
  for (int y = 0; y < (m == 32 ? 2 : 1); y++)
    wmma_rows (w, at_a + y * (k / (2 * e)), type, k, m == 8 ? 8 : 16, a + y * MT_A (k, 0));
  for (int y = 0; y < (m == 32 ? 2 : 1); y++)
    mt_sum (o->imm, d + y * 2 * nd, c + y * 2 * nc, panels, &(const float *){ a + y * MT_A (k, 0) },
	    bs, 1);
  return o + 1;
}
