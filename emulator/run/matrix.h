/* SPDX-License-Identifier: MIT */
/* Matrix instructions: what decode-matrix.c and the handlers share.

   Numerics.  Products of f16, bf16, tf32, e4m3 and e5m2 are exact in f32 (tf32
   and bf16 ones unless they leave its range); they are added to the accumulator
   one after the other, in order of k, by fused multiply-add to nearest even,
   subnormals kept.  With n products per element (half of K for sparse A):

	|d - exact| <= n 2^-24 (|c| + sum |a b|) (1 + n 2^-24)

   an f16 result is that rounded once to nearest even.  tf32 operands lose
   their low 13 bits.  The hardware's order and truncation are not documented;
   its error is larger.  f64 is fused multiply-add in order of k in the rounding
   that is named.  Integers are exact, then wrap or saturate.  NaN results are
   canonical.  */
#ifndef PX_MATRIX_H
#define PX_MATRIX_H

#include "emulator/run/engine.h"

enum
{
  MT_F16,
  MT_BF16,
  MT_TF32,
  MT_E4M3,
  MT_E5M2,
  MT_S8,
  MT_U8,
  MT_S4,
  MT_U4,
  MT_B1,
  MT_F64,
  MT_F32,
  MT_S32
};

/* op.imm */
enum
{
  MX_SATFINITE = 1,
  MX_XOR = 2,
  MX_SPARSE = 4,
  MX_A_COL = 8,
  MX_B_ROW = 16,
  MX_TRANS_A = 32,
  MX_TRANS_B = 64,
  MX_NEG_A = 128,
  MX_NEG_B = 256,
  MX_A_REG = 512
};
#define MX(at, bt, ct, dt, m, n, k, flags, round, sel) \
  ((int64_t) ((uint64_t) (at) | (uint64_t) (bt) << 4 | (uint64_t) (ct) << 8 \
	      | (uint64_t) (dt) << 12 | (uint64_t) (m) << 16 | (uint64_t) (n) << 24 \
	      | (uint64_t) (k) << 33 | (uint64_t) (flags) << 42 | (uint64_t) (round) << 53 \
	      | (uint64_t) (sel) << 55))
#define MX_AT(imm) ((int) ((imm) &15))
#define MX_BT(imm) ((int) ((imm) >> 4 & 15))
#define MX_CT(imm) ((int) ((imm) >> 8 & 15))
#define MX_DT(imm) ((int) ((imm) >> 12 & 15))
#define MX_M(imm) ((int) ((imm) >> 16 & 255))
#define MX_N(imm) ((int) ((imm) >> 24 & 511))
#define MX_K(imm) ((int) ((imm) >> 33 & 511))
#define MX_FLAGS(imm) ((int) ((imm) >> 42 & 2047))
#define MX_ROUND(imm) ((int) ((imm) >> 53 & 3))
#define MX_SEL(imm) ((int) ((imm) >> 55 & 3))

static inline int
mt_bits (int t)
{
  static const uint8_t bits[] = { 16, 16, 32, 8, 8, 8, 8, 4, 4, 1, 64, 32, 32 };
  return bits[t];
}

/* Forms of operands in floats.  A word has E = 32 / bits elements; K elements stand word by
   word as four lanes have them, a run of 4 E: element i of the first lane's, of the second's
   …, then element i + 1: element x is number mt_at.

   A, 16 rows:     (row, x) at [(number * 16 + row) * 4], four times
   B, 8 columns:   (x, column) at [number * 8 + MT_COL (column)]
   D, both:        four registers of a warp, as mma has them  */
static inline int
mt_at (int x, int e)
{
  return x / (4 * e) * (4 * e) + x % e * 4 + x / e % 4;
}
#define MT_COL(column) ((column) % 2 * 4 + (column) / 2)
#define MT_A(number, row) (((number) *16 + (row)) * 4)
#define MT_D(d, row, column) ((d)[(row) / 8 * 2 + (column) % 2][(row) % 8 * 4 + (column) / 2])

/* Most products in a sum.  */
enum
{
  MX_CHAIN = 8
};

/* Groups of eight lines in shared memory: chunk J, of 16 bytes, of line I of group G is at
   AT[8 J + I] + G STEP.  */
struct lines
{
  const uint8_t *at[8 * 32];
  size_t step;
  int groups, chunks;
};

/* Kernels that exist once for each instruction set (tile.inc).  */
struct tile
{
  /* Panels of D = C + A[0] B[0] + … + A[N - 1] B[N - 1], of BLOCKS * 4 E elements along K each;
     four registers of OUT and IN for each, B[i * PANELS + panel]; NaNs become canonical.  */
  void (*product) (float *const *out, const float *const *in, const float *const *a,
		   const float *const *b, int n, int panels, int blocks, int e);
  /* OUT[i] = element i of P, of type T, in order.  */
  void (*widen) (float *out, const void *p, int t, int n);
  /* 32 words of type T, each four of a row: 8 rows of A; each four of a column: B.  */
  void (*rows) (float *out, const void *p, int t);
  void (*cols) (float *out, const void *p, int t);
  /* Lines that are rows of A; columns of B, panel after panel of K elements; or, of 16 bits,
     along N, with a panel's columns in a chunk.  */
  void (*load_rows) (float *out, const struct lines *s, int t);
  void (*load_cols) (float *out, const struct lines *s, int k, int t);
  void (*load_lines) (float *out, const struct lines *s, int k, int t);
  /* f64: D = C + A B, in the rounding in force: registers as mma has them, 2 ROWS of D and C,
     ROWS * STEPS of A, STEPS of B; D does not overlap the others.  */
  void (*doubles) (double *const *d, const double *const *c, const double *const *a,
		   const double *const *b, int rows, int steps);
  /* D = SUM + C, 32 integers; saturated if LIMIT.  */
  void (*integers) (uint32_t *d, const float *sum, const uint32_t *c, bool limit);
};
extern const struct tile tile_avx512, tile_avx2, tile_c;

/* registry.c */
const struct tile *tile (void);

/* mma.c */

/* PANELS panels of an op's D = C + A[0] B[0] + … of N products: registers of D and C, two of
   f16 for each panel, else four; C NULL: zero.  B[i * PANELS + panel].  */
void mt_sum (int64_t imm, void *const *d, const void *const *c, int panels, const float *const *a,
	     const float *const *b, int n);

/* What a fragment of wmma is; op.imm of its loads and stores has it in SEL.  */
enum
{
  MX_ACC,
  MX_FRAG_A,
  MX_FRAG_B
};

/* A fragment of registers to A.  */
void mt_a (const struct op *o, const uint8_t *regs, float *a);
/* ROWS, of 16, of K elements in order, of K / 2 if A of O is sparse, to A.  REGS: the frame's,
   of the metadata.  */
void mt_rows (const struct op *o, const uint8_t *regs, const float *rows, float *a);
/* Lets products that follow each other without other ops between run at once (op.run).  */
void mma_rows (px_emu_func *f);
/* Executes op mma and the op.g - 1 after it.  */
const struct op *mma_run (struct warp *w, const struct op *o);

#endif
