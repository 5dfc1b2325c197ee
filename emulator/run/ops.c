/* SPDX-License-Identifier: MIT */
/* Handlers of the less frequent computations, one lane after the other.  In the
   semantics D, A, B, C, E are the operands of one active lane.  */

#include "emulator/run/observer.h"
#include "emulator/run/engine.h"
#include "emulator/run/fp.h"
#include "emulator/code/ops.h"

#include <math.h>
#include <time.h>

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (ops)
#define A a[i]
#define B b[i]
#define C c[i]
#define D d[i]

#define OP1(name, DT, AT, EXPR) \
  OP (name) \
  { \
    DT *d = REG (DT, o->d); \
    const AT *a = REG (AT, o->a); \
    EACH_LANE (i, w->mask) \
      D = EXPR; \
    return o + 1; \
  }
#define OP2(name, DT, AT, BT, EXPR) \
  OP (name) \
  { \
    DT *d = REG (DT, o->d); \
    const AT *a = REG (AT, o->a); \
    const BT *b = REG (BT, o->b); \
    EACH_LANE (i, w->mask) \
      D = EXPR; \
    return o + 1; \
  }
#define OP3(name, DT, AT, BT, CT, EXPR) \
  OP (name) \
  { \
    DT *d = REG (DT, o->d); \
    const AT *a = REG (AT, o->a); \
    const BT *b = REG (BT, o->b); \
    const CT *c = REG (CT, o->c); \
    EACH_LANE (i, w->mask) \
      D = EXPR; \
    return o + 1; \
  }
/* A predicate */
#define TEST(name, AT, EXPR) \
  OP (name) \
  { \
    const AT *a = REG (AT, o->a); \
    uint32_t p = 0, *d = &PRED (o->d); \
    EACH_LANE (i, w->mask) \
      p |= (uint32_t) (EXPR) << i; \
    *d = (*d & ~w->mask) | p; \
    return o + 1; \
  }

typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

/* ---- integers ---- */

OP2 (mul_hi_u64, u64, u64, u64, (u64) ((unsigned __int128) A *B >> 64))
OP2 (mul_hi_s64, s64, s64, s64, (s64) ((__int128) A *B >> 64))
OP3 (mad_hi_u64, u64, u64, u64, u64, (u64) ((unsigned __int128) A *B >> 64) + C)
OP3 (mad_hi_s64, u64, s64, s64, u64, (u64) ((__int128) A *B >> 64) + C)

#define S24(x) ((s64) ((s32) ((x) << 8) >> 8))
#define U24(x) ((u64) ((x) &0xffffff))
OP2 (mul24_lo_s32, u32, u32, u32, (u32) (S24 (A) * S24 (B)))
OP2 (mul24_lo_u32, u32, u32, u32, (u32) (U24 (A) * U24 (B)))
OP2 (mul24_hi_s32, u32, u32, u32, (u32) (S24 (A) * S24 (B) >> 16))
OP2 (mul24_hi_u32, u32, u32, u32, (u32) (U24 (A) * U24 (B) >> 16))

static inline s32
clamp32 (s64 x)
{
  return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x;
}
OP2 (add_sat_s32, s32, s32, s32, clamp32 ((s64) A + B))
OP2 (sub_sat_s32, s32, s32, s32, clamp32 ((s64) A - B))

/* D = A + B + carry, A + ~B + carry; flags: 1 with carry, 2 sets it, 4 subtracts, with
   a carry of 1 unless flag 1.  So after a subtraction the carry is 1 if nothing was
   borrowed: the text of 9.7.2 leaves mixtures with addc open, nvcc's division of 128
   bits depends on this.  */
#define CARRY(W, U) \
  OP (carry_b##W) \
  { \
    U *d = REG (U, o->d); \
    const U *a = REG (U, o->a), *b = REG (U, o->b); \
    u32 in = o->flags & 1 ? PRED (o->e) : o->flags & 4 ? ALL_LANES : 0, out = 0; \
    EACH_LANE (i, w->mask) \
      { \
	unsigned __int128 x = A, y = (U) (o->flags & 4 ? ~B : B); \
	unsigned __int128 r = x + y + (in >> i & 1); \
	D = (U) r; \
	out |= (u32) (r >> W & 1) << i; \
      } \
    if (o->flags & 2) \
      PRED (o->f) = (PRED (o->f) & ~w->mask) | out; \
    return o + 1; \
  }
CARRY (16, u16)
CARRY (32, u32)
CARRY (64, u64)

#define HALVES(f, x, y) \
  ((u32) (u16) f ((x) &0xffff, (y) &0xffff) | (u32) (u16) f ((x) >> 16, (y) >> 16) << 16)
#define ADD16(x, y) ((x) + (y))
#define SUB16(x, y) ((x) - (y))
#define MINU(x, y) ((x) < (y) ? (x) : (y))
#define MAXU(x, y) ((x) > (y) ? (x) : (y))
#define MINS(x, y) ((s16) (x) < (s16) (y) ? (x) : (y))
#define MAXS(x, y) ((s16) (x) > (s16) (y) ? (x) : (y))
#define RELU(x) ((s16) (x) < 0 ? 0 : (x))
#define MINR(x, y) RELU (MINS (x, y))
#define MAXR(x, y) RELU (MAXS (x, y))
OP2 (add_b16x2, u32, u32, u32, HALVES (ADD16, A, B))
OP2 (sub_b16x2, u32, u32, u32, HALVES (SUB16, A, B))
OP2 (min_u16x2, u32, u32, u32, HALVES (MINU, A, B))
OP2 (max_u16x2, u32, u32, u32, HALVES (MAXU, A, B))
OP2 (min_s16x2, u32, u32, u32, HALVES (MINS, A, B))
OP2 (max_s16x2, u32, u32, u32, HALVES (MAXS, A, B))
OP2 (min_relu_s16x2, u32, u32, u32, HALVES (MINR, A, B))
OP2 (max_relu_s16x2, u32, u32, u32, HALVES (MAXR, A, B))

/* Division by zero gives all ones (and A as remainder), as the hardware's
   sequence does; the overflowing quotient wraps.  */
#define DIVIDE(W, U, S) \
  OP3 (sad_u##W, U, U, U, U, C + (A > B ? A - B : B - A)) \
  OP3 (sad_s##W, U, S, S, U, C + (A > B ? (U) A - (U) B : (U) B - (U) A)) \
  OP2 (div_u##W, U, U, U, B ? A / B : (U) -1) \
  OP2 (div_s##W, U, S, S, B == 0 ? (U) -1 : B == -1 ? -(U) A : (U) (A / B)) \
  OP2 (rem_u##W, U, U, U, B ? A % B : A) \
  OP2 (rem_s##W, U, S, S, B == 0 ? (U) A : B == -1 ? 0 : (U) (A % B))
DIVIDE (16, u16, s16)
DIVIDE (32, u32, s32)
DIVIDE (64, u64, s64)

static inline u64
reverse (u64 x)
{
  u64 r = 0;
  for (int i = 0; i < 64; i++, x >>= 1)
    r = r << 1 | (x & 1);
  return r;
}
OP1 (popc_b32, u32, u32, __builtin_popcount (A))
OP1 (popc_b64, u32, u64, __builtin_popcountll (A))
OP1 (clz_b32, u32, u32, A ? __builtin_clz (A) : 32)
OP1 (clz_b64, u32, u64, A ? __builtin_clzll (A) : 64)
OP1 (brev_b32, u32, u32, (u32) (reverse (A) >> 32))
OP1 (brev_b64, u64, u64, reverse (A))

/* The position of the first bit that is not the sign (flags 1: the shift that would
   bring it to the top); all ones if there is none.  */
static inline u32
bfind (u64 x, bool sign, int bits, bool shift)
{
  if (sign && x >> (bits - 1) & 1)
    x = ~x;
  if (bits == 32)
    x &= 0xffffffff;
  if (!x)
    return UINT32_MAX;
  u32 p = 63 - __builtin_clzll (x);
  return shift ? bits - 1 - p : p;
}
OP1 (bfind_u32, u32, u32, bfind (A, false, 32, o->flags))
OP1 (bfind_s32, u32, u32, bfind (A, true, 32, o->flags))
OP1 (bfind_u64, u32, u64, bfind (A, false, 64, o->flags))
OP1 (bfind_s64, u32, u64, bfind (A, true, 64, o->flags))

/* 9.7.1.17 */
static u32
fns (u32 mask, u32 base, s32 offset)
{
  int pos = base & 31, step = offset < 0 ? -1 : 1, n = abs (offset);
  if (base > 31)
    return UINT32_MAX;
  if (offset == 0)
    return mask >> pos & 1 ? (u32) pos : UINT32_MAX;
  for (; pos >= 0 && pos < 32; pos += step)
    if (mask >> pos & 1 && --n == 0)
      return pos;
  return UINT32_MAX;
}
OP3 (fns_b32, u32, u32, u32, s32, fns (A, B, C))

/* 9.7.1.19: bits [pos, pos+len) of x, with the sign of its last bit.  */
static u64
bfe (u64 x, u32 pos, u32 len, int bits, bool sign)
{
  pos = bit_number (pos, (u32) bits), len = bit_number (len, (u32) bits);
  int msb = bits - 1;
  bool s = !sign || !len ? false : x >> (pos + len - 1 > (u32) msb ? (u32) msb : pos + len - 1) & 1;
  u64 r = pos > (u32) msb ? 0 : (bits == 32 ? x & 0xffffffff : x) >> pos;
  u32 have = pos > (u32) msb ? 0 : bits - pos;
  if (len < have)
    have = len;
  if (have < 64)
    r &= ((u64) 1 << have) - 1;
  if (s && have < 64)
    r |= ~(u64) 0 << have;
  return r;
}
OP3 (bfe_s32, u32, u32, u32, u32, (u32) bfe (A, B, C, 32, true))
OP3 (bfe_u64, u64, u64, u32, u32, bfe (A, B, C, 64, false))
OP3 (bfe_s64, u64, u64, u32, u32, bfe (A, B, C, 64, true))

/* 9.7.1.20: B with the low LEN bits of A at POS */
static u64
bfi (u64 a, u64 b, u32 pos, u32 len, u32 bits)
{
  pos = bit_number (pos, bits), len = bit_number (len, bits);
  if (pos >= bits || !len)
    return b;
  u64 m = (len >= 64 ? ~(u64) 0 : ((u64) 1 << len) - 1) << pos;
  return (b & ~m) | (a << pos & m);
}
#define BFI(W, U) \
  OP (bfi_b##W) \
  { \
    U *d = REG (U, o->d); \
    const U *a = REG (U, o->a), *b = REG (U, o->b); \
    const u32 *c = REG (u32, o->c), *e = REG (u32, o->e); \
    EACH_LANE (i, w->mask) \
      D = (U) bfi (A, B, C, e[i], W); \
    return o + 1; \
  }
BFI (32, u32)
BFI (64, u64)

/* 9.7.1.21, 9.7.1.22; flags 1: wrap, else clamp */
static u32
width (u32 n, bool wrap)
{
  return wrap ? n & 31 : n > 32 ? 32 : n;
}
OP2 (szext_u32, u32, u32, u32, ({
       u32 n = width (B, o->flags);
       n == 32 ? A : A &(((u32) 1 << n) - 1);
     }))
OP2 (szext_s32, u32, u32, u32, ({
       u32 n = width (B, o->flags);
       n == 32 ? A : n == 0 ? 0 : (u32) ((s32) (A << (32 - n)) >> (32 - n));
     }))
OP2 (bmsk_b32, u32, u32, u32, ({
       u32 p = width (A, o->flags), n = width (B, o->flags);
       u64 m = (((u64) 1 << n) - 1) << p;
       (u32) m;
     }))

/* 9.7.1.23, 9.7.1.24; flags: 1 A signed, 2 B signed, 4 upper half of B */
static u32
dot (u32 a, u32 b, u32 c, unsigned flags, int step)
{
  for (int k = 0; k < (step == 4 ? 4 : 2); k++)
    {
      int sh = step == 4 ? 8 * k : 16 * k;
      s64 x = step == 4 ? (flags & 1 ? (s64) (int8_t) (a >> sh) : (s64) (uint8_t) (a >> sh))
			: (flags & 1 ? (s64) (s16) (a >> sh) : (s64) (u16) (a >> sh));
      int bs = step == 4 ? 8 * k : 8 * k + (flags & 4 ? 16 : 0);
      s64 y = flags & 2 ? (s64) (int8_t) (b >> bs) : (s64) (uint8_t) (b >> bs);
      c += (u32) (x * y);
    }
  return c;
}
OP3 (dp4a, u32, u32, u32, u32, dot (A, B, C, o->flags, 4))
OP3 (dp2a, u32, u32, u32, u32, dot (A, B, C, o->flags, 2))

/* 9.7.9.7 */
static u32
prmt_mode (u32 a, u32 b, u32 c, int mode)
{
  static const uint16_t table[6][4] = {
    { 0x3210, 0x4321, 0x5432, 0x6543 }, /* f4e */
    { 0x5670, 0x6701, 0x7012, 0x0123 }, /* b4e */
    { 0x0000, 0x1111, 0x2222, 0x3333 }, /* rc8 */
    { 0x3210, 0x3211, 0x3222, 0x3333 }, /* ecl */
    { 0x0000, 0x1110, 0x2210, 0x3210 }, /* ecr */
    { 0x1010, 0x3232, 0x1010, 0x3232 }	/* rc16 */
  };
  return prmt (a, b, table[mode][c & 3]);
}
OP3 (prmt_f4e, u32, u32, u32, u32, prmt_mode (A, B, C, 0))
OP3 (prmt_b4e, u32, u32, u32, u32, prmt_mode (A, B, C, 1))
OP3 (prmt_rc8, u32, u32, u32, u32, prmt_mode (A, B, C, 2))
OP3 (prmt_ecl, u32, u32, u32, u32, prmt_mode (A, B, C, 3))
OP3 (prmt_ecr, u32, u32, u32, u32, prmt_mode (A, B, C, 4))
OP3 (prmt_rc16, u32, u32, u32, u32, prmt_mode (A, B, C, 5))

/* ---- 128 bits: two arrays of 64 ---- */

OP (mov_b128)
{
  u64 *d = REG (u64, o->d);
  const u64 *a = REG (u64, o->a);
  EACH_LANE (i, w->mask)
    D = A, d[i + LANES] = a[i + LANES];
  return o + 1;
}
OP (pack_b128)
{
  u64 *d = REG (u64, o->d);
  const u64 *a = REG (u64, o->a), *b = REG (u64, o->b);
  EACH_LANE (i, w->mask)
    D = A, d[i + LANES] = B;
  return o + 1;
}
OP (part_b128_b64)
{
  u64 *d = REG (u64, o->d);
  const u64 *a = REG (u64, o->a) + o->imm * LANES;
  EACH_LANE (i, w->mask)
    D = A;
  return o + 1;
}
OP (part_b128_b32)
{
  u32 *d = REG (u32, o->d);
  const u64 *a = REG (u64, o->a) + o->imm / 2 * LANES;
  EACH_LANE (i, w->mask)
    D = (u32) (A >> o->imm % 2 * 32);
  return o + 1;
}

/* ---- half precision ----

   One operation in double, rounded once: exact products and sums rounded to odd
   make every result the correctly rounded one.  flags: 1 sat, 2 ftz, 4 relu.  */

static inline double
h_value (int ct, u32 bits, unsigned flags)
{
  if (ct == CT_F16 && flags & 2 && !(bits & 0x7c00))
    bits &= 0x8000;
  return float_value (ct, bits & 0xffff);
}

static inline u32
h_bits (int ct, double x, unsigned flags)
{
  if (flags & 1)
    x = saturate_f64 (x);
  if (flags & 4 && (x < 0 || (x == 0 && signbit (x))))
    x = 0;
  /* .ftz looks at the number rounded to 11 bits, whatever its exponent: what is nearer to the least normal
     one than that is not flushed.  */
  if (ct == CT_F16 && flags & 2 && fabs (x) < 0x1p-14 - 0x1p-26)
    x = copysign (0, x);
  return float_bits (ct, x, RN, false);
}

#define H1(f, ct, x) h_bits (ct, f (h_value (ct, x, o->flags)), o->flags)
#define H2(f, ct, x, y) \
  h_bits (ct, f (h_value (ct, x, o->flags), h_value (ct, y, o->flags)), o->flags)
#define H3(f, ct, x, y, z) \
  h_bits (ct, f (h_value (ct, x, o->flags), h_value (ct, y, o->flags), h_value (ct, z, o->flags)), \
	  o->flags)

static double
h_add (double a, double b)
{
  return add_odd (a, b);
}
static double
h_sub (double a, double b)
{
  return add_odd (a, -b);
}
static double
h_mul (double a, double b)
{
  return a * b;
}
static double
h_fma (double a, double b, double c)
{
  return add_odd (a * b, c);
}
/* .oob: a certain NaN, of either sign, makes the result 0.  */
#define IS_OOB(x) (((x) &0x7fff) == OOB_NAN)
#define HFMA(ct, x, y, z) (o->flags & 8 && (IS_OOB (x) || IS_OOB (y)) ? 0 : H3 (h_fma, ct, x, y, z))

#define HALF_OPS(T, ct) \
  OP2 (add_##T, u16, u16, u16, H2 (h_add, ct, A, B)) \
  OP2 (sub_##T, u16, u16, u16, H2 (h_sub, ct, A, B)) \
  OP2 (mul_##T, u16, u16, u16, H2 (h_mul, ct, A, B)) \
  OP3 (fma_##T, u16, u16, u16, u16, HFMA (ct, A, B, C)) \
  OP2 (add_##T##x2, u32, u32, u32, H2 (h_add, ct, A, B) | H2 (h_add, ct, A >> 16, B >> 16) << 16) \
  OP2 (sub_##T##x2, u32, u32, u32, H2 (h_sub, ct, A, B) | H2 (h_sub, ct, A >> 16, B >> 16) << 16) \
  OP2 (mul_##T##x2, u32, u32, u32, H2 (h_mul, ct, A, B) | H2 (h_mul, ct, A >> 16, B >> 16) << 16) \
  OP3 (fma_##T##x2, u32, u32, u32, u32, \
       HFMA (ct, A, B, C) | HFMA (ct, A >> 16, B >> 16, C >> 16) << 16) \
  OP2 (min_##T, u16, u16, u16, h_minmax (ct, A, B, false, o->flags)) \
  OP2 (max_##T, u16, u16, u16, h_minmax (ct, A, B, true, o->flags)) \
  OP2 (min_##T##x2, u32, u32, u32, \
       h_minmax (ct, A, B, false, o->flags) \
	 | h_minmax (ct, A >> 16, B >> 16, false, o->flags) << 16) \
  OP2 (max_##T##x2, u32, u32, u32, \
       h_minmax (ct, A, B, true, o->flags) \
	 | h_minmax (ct, A >> 16, B >> 16, true, o->flags) << 16) \
  OP1 (ftz_##T, u16, u16, h_flush (ct, A)) \
  OP1 (ftz_##T##x2, u32, u32, h_flush (ct, A) | h_flush (ct, A >> 16) << 16) \
  OP1 (ex2_##T, u16, u16, H1 (exp2, ct, A)) \
  OP1 (ex2_##T##x2, u32, u32, H1 (exp2, ct, A) | H1 (exp2, ct, A >> 16) << 16) \
  OP1 (tanh_##T, u16, u16, H1 (tanh, ct, A)) \
  OP1 (tanh_##T##x2, u32, u32, H1 (tanh, ct, A) | H1 (tanh, ct, A >> 16) << 16) \
  OP1 (cvt_f32_##T, u32, u16, bits_f32 (canon_f32 ((f32) float_value (ct, A))))

static u32
h_flush (int ct, u32 x)
{
  x &= 0xffff;
  return x & (ct == CT_F16 ? 0x7c00 : 0x7f80) ? x : x & 0x8000;
}

/* flags: 1 NaN, 2 ftz, 4 relu, 8 xorsign.abs */
static u32
h_minmax (int ct, u32 a, u32 b, bool max, unsigned flags)
{
  if (flags & 2)
    a = h_flush (ct, a), b = h_flush (ct, b);
  a &= 0xffff, b &= 0xffff;
  u32 sign = (a ^ b) & 0x8000, nan = 0x7fff;
  if (flags & 8)
    a &= 0x7fff, b &= 0x7fff;
  double x = float_value (ct, a), y = float_value (ct, b);
  u32 r;
  if (isnan (x) || isnan (y))
    r = flags & 1 || (isnan (x) && isnan (y)) ? nan : isnan (x) ? b : a;
  else if (x == y)
    r = max ? a & b : a | b;
  else
    r = (x < y) != max ? a : b;
  if (flags & 8 && r != nan)
    r = (r & 0x7fff) | sign;
  if (flags & 4 && r != nan && r & 0x8000)
    r = 0;
  return r;
}

HALF_OPS (f16, CT_F16)
HALF_OPS (bf16, CT_BF16)

/* ---- conversions ---- */

OP1 (cvt_any, u64, u64, convert (o->imm, A))

#define CVT_TO (o->imm & 255)
#define PAIR_WIDTH (CVT_TO == CT_E4M3 || CVT_TO == CT_E5M2 ? 8 : 16)
/* A is the upper half of D, B the lower.  */
OP (cvt_pair)
{
  const u32 *a = REG (u32, o->a), *b = REG (u32, o->b);
  int n = PAIR_WIDTH;
  EACH_LANE (i, w->mask)
    {
      u32 r = (u32) (convert (o->imm, A) << n | convert (o->imm, B));
      if (n == 8)
	REG (u16, o->d)[i] = r;
      else
	REG (u32, o->d)[i] = r;
    }
  return o + 1;
}
OP1 (cvt_unpair, u32, u16, (u32) (convert (o->imm, A >> 8) << 16 | convert (o->imm, A & 255)))
OP1 (cvt_halves, u16, u32, (u16) (convert (o->imm, A >> 16) << 8 | convert (o->imm, A & 0xffff)))

/* 9.7.9.23: A and B clamped to imm bits, above the low part of C */
static u32
pack_clamp (s32 x, int bits, bool sign)
{
  s64 max = ((s64) 1 << (bits - sign)) - 1, min = sign ? -max - 1 : 0;
  s64 v = x > max ? max : x < min ? min : x;
  return (u32) v & (u32) (((u64) 1 << bits) - 1);
}
OP3 (cvt_pack, u32, s32, s32, u32, ({
       int n = o->imm & 255;
       bool s = o->imm >> 8 & 1;
       (n == 16 ? 0 : C << 2 * n) | pack_clamp (A, n, s) << n | pack_clamp (B, n, s);
     }))

/* ---- approximations (9.7.3) ----

   What the emulator gives where the PTX ISA gives a bound only; all of it meets
   the bound, some of it is better than the hardware.

   instruction		here					bound
   div.approx, div.full	correctly rounded a / b			2 ulp (approx: |b| < 2^126)
   rcp.approx		correctly rounded 1 / a			1 ulp
   sqrt.approx		correctly rounded			1 ulp
   rsqrt.approx		1 / sqrt (a) in double, rounded		2^-22.9 relative
   sin, cos.approx	C's sin, cos in double, rounded		2^-20.5 in [-2 pi, 2 pi]
   lg2.approx		C's log2 in double, rounded		2^-22 to 2^-22.6
   ex2.approx		C's exp2 in double, rounded		2^-22.5 relative
   tanh.approx		C's tanh in double, rounded		2^-11 relative
   ex2, tanh of halves	the same, rounded to the type		2^-9.9 (f16), 2^-7 (bf16)
   f64 rcp, rsqrt	the quotient, the inverse of C's sqrt; with
			.ftz of and to the upper 32 bits, cut off

   flags 2: ftz.  lg2, ex2 and rsqrt are in approx.inc.  */

static inline f32
flush (f32 x, unsigned flags)
{
  return flags & 2 && fabsf (x) < 0x1p-126f ? copysignf (0, x) : x;
}
#define APPROX(name, E) \
  OP1 (name##_f32, f32, f32, ({ \
	 double x = flush (A, o->flags); \
	 flush (canon_f32 ((f32) (E)), o->flags); \
       }))
APPROX (sin, sin (x))
APPROX (cos, cos (x))
APPROX (tanh, tanh (x))
OP1 (rsqrt_f64, f64, f64, canon_f64 (1 / sqrt (A)))

/* rcp and rsqrt.approx.ftz.f64 (9.7.3.14, 9.7.3.18): of the upper 32 bits of X, without subnormal
   numbers.  */
static f64
upper (f64 x)
{
  u64 b = bits_f64 (x) & 0xffffffff00000000;
  b = x != x && b << 12 ? 0x7fffffff00000000 : b;
  return f64_of (b << 1 >> 53 ? b : b & (u64) 1 << 63);
}
OP1 (rcp_upper_f64, f64, f64, upper (1 / upper (A)))
OP1 (rsqrt_upper_f64, f64, f64, upper (1 / sqrt (upper (A))))

#define TESTP(F, BITS, EXP, MAN) \
  TEST (testp_finite_##F, BITS, (A & EXP) != EXP) \
  TEST (testp_infinite_##F, BITS, (A & EXP) == EXP && !(A & MAN)) \
  TEST (testp_number_##F, BITS, (A & EXP) != EXP || !(A & MAN)) \
  TEST (testp_notanumber_##F, BITS, (A & EXP) == EXP && (A & MAN)) \
  TEST (testp_normal_##F, BITS, (A & EXP) != EXP && (A & EXP || !(A & MAN))) \
  TEST (testp_subnormal_##F, BITS, !(A & EXP) && (A & MAN))
TESTP (f32, u32, 0x7f800000u, 0x7fffffu)
TESTP (f64, u64, 0x7ff0000000000000u, 0xfffffffffffffu)

/* ---- addresses and special registers ---- */

OP (isspacep)
{
  const u64 *a = REG (u64, o->a);
  u32 p = 0, *d = &PRED (o->d);
  EACH_LANE (i, w->mask)
    {
      u64 win = A & WINDOW_MASK;
      bool own = win == WINDOW_SHARED && (A >> SHARED_RANK_SHIFT & 255) == 0;
      bool is = false;
      switch (o->imm)
	{
	case SP_SHARED: is = own; break;
	case N_SPACES: is = win == WINDOW_SHARED; break;
	case SP_LOCAL: is = IS_LOCAL (A); break;
	case SP_PARAM: is = win == WINDOW_PARAM; break;
	case SP_CONST: is = is_const (w->block->launch->emu, A); break;
	default: is = A >> 56 == 0 && !is_const (w->block->launch->emu, A); break;
	}
      p |= (u32) is << i;
    }
  *d = (*d & ~w->mask) | p;
  return o + 1;
}

/* The generic address of byte A of local memory, which may say already whose it is.  */
OP (cvta_local)
{
  const u64 *a = REG (u64, o->a);
  u64 *d = REG (u64, o->d);
  EACH_LANE (i, w->mask)
    {
      u64 v = A;
      if (!LOCAL_OWNER (v) && WATCHED (w, local_taken))
	v |= (u64) w->observer->local_taken (w, o, i, v) << LOCAL_OWNER_SHIFT;
      D = v | WINDOW_LOCAL;
    }
  return o + 1;
}

/* The shared address A in block B of the cluster.  */
OP2 (mapa_b32, u32, u32, u32, (A & 0xffffff) | (B + 1) << SHARED_RANK_SHIFT)
OP2 (mapa_b64, u64, u64, u32, (A & ~(u64) 0xff000000) | (u64) (B + 1) << SHARED_RANK_SHIFT)
#define RANK_OF(x) \
  (((x) >> SHARED_RANK_SHIFT & 255) ? ((x) >> SHARED_RANK_SHIFT & 255) - 1 : w->block->rank)
OP1 (getctarank_b32, u32, u32, RANK_OF (A))
OP1 (getctarank_b64, u32, u64, (u32) RANK_OF (A))

static u64
clock_ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_REALTIME, &t);
  return (u64) t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Clocks count as the SM's would at 1.755 GHz.  */
static u64
fresh_sreg (const struct warp *w, int sr)
{
  u64 t = WATCHED (w, clock) ? w->observer->clock (w->block->launch) : clock_ns ();
  u64 c = (u64) ((unsigned __int128) t * 1755 / 1000);
  switch (sr)
    {
    case SR_CLOCK: return (u32) c;
    case SR_CLOCK_HI: return c >> 32;
    case SR_CLOCK64: return c;
    case SR_GLOBALTIMER_LO: return (u32) t;
    case SR_GLOBALTIMER_HI: return t >> 32;
    default: return t;
    }
}
OP (sreg_b32)
{
  u32 v = fresh_sreg (w, o->imm);
  EACH_LANE (i, w->mask)
    REG (u32, o->d)[i] = v;
  return o + 1;
}
OP (sreg_b64)
{
  u64 v = fresh_sreg (w, o->imm);
  EACH_LANE (i, w->mask)
    REG (u64, o->d)[i] = v;
  return o + 1;
}

/* ---- video (9.7.18) ---- */

static s64
video_part (u32 x, unsigned sel, bool sign)
{
  if (sel == 0)
    return sign ? (s64) (s32) x : (s64) x;
  if (sel <= 4)
    {
      u32 b = x >> 8 * (sel - 1) & 255;
      return sign ? (s64) (int8_t) b : (s64) b;
    }
  u32 h = x >> 16 * (sel - 5) & 0xffff;
  return sign ? (s64) (s16) h : (s64) h;
}

static s64
clamp_to (s64 x, int bits, bool sign)
{
  s64 max = ((s64) 1 << (bits - sign)) - 1, min = sign ? -max - 1 : 0;
  return x > max ? max : x < min ? min : x;
}

static bool
compare (int cmp, s64 a, s64 b)
{
  switch (cmp)
    {
    case VC_EQ: return a == b;
    case VC_NE: return a != b;
    case VC_LT: return a < b;
    case VC_LE: return a <= b;
    case VC_GT: return a > b;
    default: return a >= b;
    }
}

static u32
video (u32 av, u32 bv, u32 c, int64_t f)
{
  int code = f & 15, dsel = f >> 9 & 7, op2 = f >> 18 & 3;
  bool dsign = f >> 4 & 1, sat = f >> 7 & 1, clamp = f >> 8 & 1;
  s64 a = video_part (av, f >> 12 & 7, f >> 5 & 1), b = video_part (bv, f >> 15 & 7, f >> 6 & 1), t;
  switch (code)
    {
    case V_ADD: t = a + b; break;
    case V_SUB: t = a - b; break;
    case V_ABSDIFF: t = a > b ? a - b : b - a; break;
    case V_MIN: t = a < b ? a : b; break;
    case V_MAX: t = a > b ? a : b; break;
    case V_SET: t = compare (f >> 20 & 7, a, b); break;
    default:
      {
	u32 n = (u32) b;
	n = clamp ? (n > 32 ? 32 : n) : n & 31;
	t = code == V_SHL ? (s64) ((u64) a << n) : a >> n;
	if (code == V_SHL && !sat)
	  t = (u32) t;
      }
    }
  int bits = dsel == 0 ? 32 : dsel <= 4 ? 8 : 16;
  if (sat)
    t = clamp_to (t, bits, dsign);
  if (dsel)
    {
      int sh = dsel <= 4 ? 8 * (dsel - 1) : 16 * (dsel - 5);
      u32 m = bits == 8 ? 255 : 65535;
      if (!op2)
	return (c & ~(m << sh)) | ((u32) t & m) << sh;
      t = video_part ((u32) t, bits == 8 ? 1 : 5, dsign);
    }
  /* The second operation has all bits of the first one's result.  */
  s64 second = dsign ? (s64) (s32) c : (s64) c;
  switch (op2)
    {
    case 1: return (u32) (t + second);
    case 2: return (u32) (t < second ? t : second);
    case 3: return (u32) (t > second ? t : second);
    default: return (u32) t;
    }
}
OP3 (video, u32, u32, u32, u32, video (A, B, C, o->imm))

static u32
vmad (u32 av, u32 bv, u32 cv, int64_t f)
{
  bool dsign = f & 1, as = f >> 1 & 1, bs = f >> 2 & 1;
  s64 a = video_part (av, f >> 12 & 7, as), b = video_part (bv, f >> 15 & 7, bs);
  bool sign = as || bs || f & 32 || f & 64;
  __int128 p = (__int128) a * b, t, c = sign || dsign ? (__int128) (s32) cv : (__int128) cv;
  t = (f & 32 ? -p : p) + (f & 64 ? -c : c) + (f >> 4 & 1);
  t >>= f >> 8 & 15;
  if (f & 8)
    {
      __int128 max = dsign ? INT32_MAX : UINT32_MAX, min = dsign ? INT32_MIN : 0;
      t = t > max ? max : t < min ? min : t;
    }
  return (u32) t;
}
OP3 (vmad, u32, u32, u32, u32, vmad (A, B, C, o->imm))

/* imm: SIMD of ops.h */
static u32
simd (u32 a, u32 b, u32 c, int64_t f, int code)
{
  int n = f & 7, bits = 32 / n;
  bool dsign = f >> 3 & 1, asign = f >> 4 & 1, bsign = f >> 5 & 1, sat = f >> 6 & 1,
       add = f >> 7 & 1;
  u32 r = 0, sum = c, low = (u32) (((u64) 1 << bits) - 1);
  for (int k = 0; k < n; k++)
    {
      unsigned xs = f >> (16 + 4 * k) & 15, ys = f >> (32 + 4 * k) & 15;
      unsigned first = n == 4 ? 1 : 5;
      s64 x = video_part (xs >= (unsigned) n ? b : a, first + xs % n, asign);
      s64 y = video_part (ys >= (unsigned) n ? b : a, first + ys % n, bsign), t;
      switch (code)
	{
	case 0: t = x + y; break;
	case 1: t = x - y; break;
	case 2: t = (x + y + (x + y >= 0)) >> 1; break;
	case 3: t = x > y ? x - y : y - x; break;
	case 4: t = x < y ? x : y; break;
	case 5: t = x > y ? x : y; break;
	default: t = compare (f >> 8 & 7, x, y); break;
	}
      if (sat)
	t = clamp_to (t, bits, dsign);
      bool in = f >> (11 + k) & 1;
      sum += in ? (u32) t : 0;
      r |= in ? ((u32) t & low) << k * bits : c & low << k * bits;
    }
  return add ? sum : r;
}
OP3 (vadd_simd, u32, u32, u32, u32, simd (A, B, C, o->imm, 0))
OP3 (vsub_simd, u32, u32, u32, u32, simd (A, B, C, o->imm, 1))
OP3 (vavrg_simd, u32, u32, u32, u32, simd (A, B, C, o->imm, 2))
OP3 (vabsdiff_simd, u32, u32, u32, u32, simd (A, B, C, o->imm, 3))
OP3 (vmin_simd, u32, u32, u32, u32, simd (A, B, C, o->imm, 4))
OP3 (vmax_simd, u32, u32, u32, u32, simd (A, B, C, o->imm, 5))
OP3 (vset_simd, u32, u32, u32, u32, simd (A, B, C, o->imm, 6))
