/* SPDX-License-Identifier: MIT */
/* Encodings of op.imm that the files which decode and the handlers share.  */
#ifndef PX_OPS_H
#define PX_OPS_H

#include <stdint.h>

/* Types of conversions.  */
enum
{
  CT_U8,
  CT_S8,
  CT_U16,
  CT_S16,
  CT_U32,
  CT_S32,
  CT_U64,
  CT_S64,
  CT_F16,
  CT_BF16,
  CT_TF32,
  CT_E4M3,
  CT_E5M2,
  CT_F32,
  CT_F64
};

/* Roundings of conversions: enum rounding, and these.  */
#define CVT_INTEGRAL 8 /* to an integral value */
#define CVT_RNA 16     /* to nearest, ties away from zero */
/* Flags of conversions.  */
enum cvt_flag
{
  CVT_FTZ = 1,
  CVT_SAT = 2,
  CVT_RELU = 4,
  CVT_SATFINITE = 8,
  CVT_WIDE = 16 /* the register is wider than the type: the result is extended */
};
#define CVT(to, from, round, flags) \
  ((int64_t) (to) | (int64_t) (from) << 8 | (int64_t) (round) << 16 | (int64_t) (flags) << 24)

/* Scalar video instructions.  */
enum
{
  V_ADD,
  V_SUB,
  V_ABSDIFF,
  V_MIN,
  V_MAX,
  V_SHL,
  V_SHR,
  V_SET
};
enum video_compare
{
  VC_EQ,
  VC_NE,
  VC_LT,
  VC_LE,
  VC_GT,
  VC_GE
}; /* from bit 20 on */
#define VIDEO(code, dsign, asign, bsign, sat, clamp, dsel, asel, bsel, op2) \
  ((int64_t) (code) | (dsign) << 4 | (asign) << 5 | (bsign) << 6 | (sat) << 7 | (clamp) << 8 \
   | (dsel) << 9 | (asel) << 12 | (bsel) << 15 | (op2) << 18)

#define VMAD(dsign, asign, bsign, sat, po, nab, nc, scale, asel, bsel) \
  ((int64_t) (dsign) | (asign) << 1 | (bsign) << 2 | (sat) << 3 | (po) << 4 | (nab) << 5 \
   | (nc) << 6 | (scale) << 8 | (asel) << 12 | (bsel) << 15)
/* MASK: parts of D; AS, BS: where the parts of the operands come from, four bits each.  */
#define SIMD(parts, dsign, asign, bsign, sat, add, cmp, mask, as, bs) \
  ((int64_t) (parts) | (dsign) << 3 | (asign) << 4 | (bsign) << 5 | (sat) << 6 | (add) << 7 \
   | (cmp) << 8 | (mask) << 11 | (int64_t) (as) << 16 | (int64_t) (bs) << 32)

/* Bulk copies: enum space twice, enum reduce, ptx_mod of the elements.  */
#define BULK(to, from, reduce, type, multicast) \
  ((int64_t) (to) | (int64_t) (from) << 4 | (int64_t) (reduce) << 8 | (int64_t) (type) << 16 \
   | (int64_t) (multicast) << 32)
#define BULK_TO(imm) ((imm) &15)
#define BULK_FROM(imm) ((imm) >> 4 & 15)
#define BULK_REDUCE(imm) ((imm) >> 8 & 255)
#define BULK_TYPE(imm) ((ptx_mod) ((imm) >> 16 & 0xffff))
#define BULK_MULTICAST(imm) ((imm) >> 32 & 1)

/* op.flags of tensor copies; fields of tensormap.replace.  */
enum
{
  TENSOR_STORE = 1,
  TENSOR_IM2COL = 2,
  TENSOR_MULTICAST = 4,
  TENSOR_PREFETCH = 8
};
enum
{
  TF_ADDRESS,
  TF_RANK,
  TF_BOX,
  TF_DIM,
  TF_STRIDE,
  TF_STEP,
  TF_TYPE,
  TF_INTERLEAVE,
  TF_SWIZZLE,
  TF_FILL
};

/* fp.c */
double float_value (int type, uint64_t bits);
uint64_t float_bits (int type, double x, int round, bool satfinite);
uint64_t convert (int64_t how, uint64_t bits);
double add_odd (double a, double b);

#endif
