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

#include "emulator/engine.h"

enum
{
  MT_F16, MT_BF16, MT_TF32, MT_E4M3, MT_E5M2, MT_S8, MT_U8, MT_S4, MT_U4, MT_B1,
  MT_F64, MT_F32, MT_S32
};

/* op.imm */
enum
{
  MX_SATFINITE = 1, MX_XOR = 2, MX_SPARSE = 4, MX_A_COL = 8, MX_B_ROW = 16,
  MX_TRANS_A = 32, MX_TRANS_B = 64, MX_NEG_A = 128, MX_NEG_B = 256, MX_A_REG = 512
};
#define MX(at, bt, ct, dt, m, n, k, flags, round, sel)			\
  ((int64_t) ((uint64_t) (at) | (uint64_t) (bt) << 4 | (uint64_t) (ct) << 8 | (uint64_t) (dt) << 12 \
	      | (uint64_t) (m) << 16 | (uint64_t) (n) << 24 | (uint64_t) (k) << 33 \
	      | (uint64_t) (flags) << 42 | (uint64_t) (round) << 53 | (uint64_t) (sel) << 55))
#define MX_AT(imm) ((int) ((imm) & 15))
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

/* A matrix of 16 rows is kept turned: column by column, 16 floats each, row 4 i + r of
   them at 4 r + i.  */
#define TURN(row) ((row) % 4 * 4 + (row) / 4)

/* Kernels that exist once for each instruction set (tile.inc).  */
struct tile
{
  /* D (16 x N, turned) += A (16 x BLOCKS K, turned) B; N a multiple of 8; element
     (r K + x, j) of B at B[r BLOCK + x BK + j BN].  */
  void (*product) (float *d, const float *a, const float *b, int n, int blocks, int k, int bn, int bk,
		   int block);
  /* OUT[i] = element i of P, of type T, in order.  */
  void (*widen) (float *out, const void *p, int t, int n);
  /* OUT[32 i + l] = element i of word l of the 32 at P.  */
  void (*split) (float *out, const void *p, int t);
  /* OUT = IN (ROWS x COLS) turned over; LDO, LDI: floats of a row of OUT and IN.  */
  void (*transpose) (float *out, int ldo, const float *in, int ldi, int rows, int cols);
  /* Columns t = 0 to 3, STRIDE floats apart, of a turned matrix, and what lanes 4 g + t
     have of rows g (LOW) and g + 8 (HIGH); part makes NaNs canonical.  */
  void (*join) (float *out, int stride, const float *low, const float *high);
  void (*part) (const float *in, int stride, float *low, float *high);
  /* N mma of 16 rows: registers OUT = registers IN + A[0] (turned) B[0] + …, in float; element
     (r K + x, j) of B[i] at B[i][(8 r + j) K + x].  */
  void (*fragment) (float *const *out, const float *const *in, const float *const *a, const float *const *b, int n,
		    int blocks, int k);
  /* D = SUM + C, 32 integers; saturated if LIMIT.  */
  void (*integers) (uint32_t *d, const float *sum, const uint32_t *c, bool limit);
};
extern const struct tile tile_avx512, tile_avx2, tile_c;

/* registry.c */
const struct tile *tile (void);

/* mma.c */

float mt_value (int t, uint32_t bits);
void mt_a (const struct op *o, const uint8_t *regs, int n, float *a);
void mt_rows (const struct op *o, const uint8_t *regs, float *rows, int k, float *a);
uint32_t f16_bits (float x);
/* Lets products that stand one behind the other run at once (op.run).  */
void mma_rows (px_emu_func *f);
/* What op mma does, and the op.g - 1 behind it.  */
const struct op *mma_run (struct warp *w, const struct op *o);
int32_t mt_integer (double sum, int32_t c, int flags);

#endif
