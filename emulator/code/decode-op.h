/* SPDX-License-Identifier: MIT */
/* What the files that decode instructions of one thread share: decode-op.c, which has decode_op,
   decode-arith.c, decode-move.c, decode-flow.c, decode-video.c.  */
#ifndef PX_DECODE_OP_H
#define PX_DECODE_OP_H

#include "emulator/code/decode.h"

#define tbits(t) ptx_bits (t)
#define type(c) type_of (c)
#define is_float(t) ((t) == PTX_F32 || (t) == PTX_F64)

static inline bool
is_half (ptx_mod t)
{
  return t == PTX_F16 || t == PTX_BF16 || t == PTX_F16X2 || t == PTX_BF16X2;
}

static inline bool
is_signed (ptx_mod t)
{
  return ptx_type_kind (t) == PTX_K_SINT;
}

static inline bool
is_int (ptx_mod t)
{
  ptx_kind k = ptx_type_kind (t);
  return k == PTX_K_UINT || k == PTX_K_SINT || k == PTX_K_BITS;
}

/* decode-arith.c: bits of T, an integer type of 16, 32 or 64 bits, or an error; the rounding that M, of
   an instruction or a conversion, is.  */
unsigned int_bits (struct dec *c, ptx_mod t);
enum rounding round_of (struct dec *c, ptx_mod m);
/* Instructions: NAME as the ISA spells it, of N sources.  */
void decode_add_sub (struct dec *c, const char *name, bool with_carry);
void decode_mul_mad (struct dec *c, bool mad, bool with_carry);
void decode_mul24 (struct dec *c, bool mad);
void decode_float (struct dec *c, const char *name, unsigned n);
void decode_div_rem (struct dec *c, const char *name);
void decode_divide (struct dec *c, const char *name, unsigned n);
void decode_transcendental (struct dec *c, const char *name);
void decode_rcp (struct dec *c);
void decode_rsqrt (struct dec *c);
void decode_abs_neg (struct dec *c, const char *name);
void decode_min_max (struct dec *c, const char *name);
void decode_logic (struct dec *c, const char *name, unsigned n);

/* decode-move.c: D = CMP of A and B, of type T; the name of M, how a comparison's result is combined
   with another predicate; then instructions.  */
void decode_compare (struct dec *c, uint32_t d, uint32_t a, uint32_t b, ptx_mod cmp, ptx_mod t,
		     bool ftz);
const char *combination (struct dec *c, ptx_mod m);
void decode_setp (struct dec *c);
void decode_set (struct dec *c);
void decode_mov (struct dec *c);
void decode_cvt (struct dec *c);
void decode_cvt_pack (struct dec *c);
void decode_cvta (struct dec *c, bool to);

/* decode-flow.c: the fence that a SEM stronger than relaxed asks for; then instructions.  */
void decode_fence (struct dec *c, ptx_mod sem);
void decode_atomic (struct dec *c, bool red);
void decode_bra (struct dec *c);
void decode_brx (struct dec *c);
void decode_call (struct dec *c);
void decode_ret (struct dec *c);
void decode_barrier (struct dec *c, const char *what, bool red);
void decode_shfl (struct dec *c, bool sync);
void decode_vote (struct dec *c, bool sync);
void decode_match (struct dec *c);

/* decode-video.c */
void decode_video (struct dec *c);
void decode_vmad (struct dec *c);
void decode_video_simd (struct dec *c, enum opcode code, unsigned parts);

#endif
