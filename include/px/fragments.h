/* SPDX-License-Identifier: MIT */
/* Fragments: matrices in the registers of a warp or warpgroup.  <px.h> includes
   it.  The manual's chapter on fragments and tiles says what each operation does.

   A fragment's type is that of an array of cells that name its element and its
   part in a product, so C compares sizes and elements of fragments; the cells
   themselves never exist.  */
#ifndef PX_FRAGMENTS_H
#define PX_FRAGMENTS_H

/* Accumulator and result of M x N, left operand of M x K, right operand of K x N.
   T is a name of px/elements.def.  */
#define px_acc(T, M, N)         __px_fragment (acc, T, M, N)
#define px_lhs(T, M, K)         __px_fragment (lhs, T, M, K)
#define px_rhs(T, K, N)         __px_fragment (rhs, T, K, N)
#define __px_fragment(R, T, M, N) __px_fragment_of (R, T, M, N)
#define __px_fragment_of(R, T, M, N) __typeof__ (struct __px_##R##_##T[M][N])

#define PX_ELEMENT(name, type, member, bits, ptx, kind) \
  struct __px_acc_##name { type cell; }; \
  struct __px_lhs_##name { type cell; }; \
  struct __px_rhs_##name { type cell; };
#include <px/elements.def>
#undef PX_ELEMENT

/* Never defined: the plugin takes these calls away.  */
#ifdef __cplusplus
extern "C" {
#endif
#define PX_FRAGMENT_OPS(id, name, result, parameters, roles, unit)
#define PX_FRAGMENT_OP(id, name, result, parameters, roles, unit) result __px_frag_##id parameters;
#include <px/fragments.def>
#undef PX_FRAGMENT_OP
#undef PX_FRAGMENT_OPS
#define PX_ELEMENT(name, type, member, bits, ptx, kind) \
  void __px_frag_fill_##name (const volatile void *, type); \
  void __px_frag_scale_##name (const volatile void *, type); \
  type __px_frag_get_##name (const volatile void *, int); \
  void __px_frag_set_##name (const volatile void *, int, type);
#include <px/elements.def>
#undef PX_ELEMENT
#ifdef __cplusplus
}
#endif

/* What users write.  F, D, A, B are pointers to fragments, I an index that
   becomes constant.  */
#define __px_cell(F, OP) _Generic ((*(F))[0][0].cell, \
  float: OP##_float, double: OP##_double, int: OP##_int, px_half: OP##_px_half, px_bf16: OP##_px_bf16, \
  px_tf32: OP##_px_tf32, px_e4m3: OP##_px_e4m3, px_e5m2: OP##_px_e5m2, int8_t: OP##_int8_t, uint8_t: OP##_uint8_t)
#define px_count(F)             __px_frag_count (F)
#define px_row(F, I)            __px_frag_row (F, I)
#define px_col(F, I)            __px_frag_col (F, I)
#define px_zero(F)              __px_frag_zero (F)
#define px_fill(F, V)           __px_cell (F, __px_frag_fill) (F, V)
#define px_scale(F, V)          __px_cell (F, __px_frag_scale) (F, V)
#define px_get(F, I)            __px_cell (F, __px_frag_get) (F, I)
#define px_set(F, I, V)         __px_cell (F, __px_frag_set) (F, I, V)
#define px_convert(D, F)        __px_frag_convert (D, F)
/* Each element X of F becomes the value of the expression.  */
#define px_map(F, X, ...) \
  for (int __px_i = 0; __px_i < px_count (F); __px_i++) { \
    __typeof__ ((*(F))[0][0].cell) X __perspective (thread, 1) = px_get (F, __px_i); \
    px_set (F, __px_i, (__VA_ARGS__)); \
  }
/* *D += *A * *B  */
#define px_mma(D, A, B)         __px_frag_mma (D, A, B)
/* Between memory, a row-major matrix whose rows are LD elements apart, and
   registers; ldmatrix and stmatrix want shared memory, their _t forms have the
   matrix transposed there.  */
#define px_load(F, P, LD)       __px_frag_load (F, __px_to (F, P), LD)
#define px_store(P, LD, F)      __px_frag_store (__px_to (F, P), LD, F)
#define px_ldmatrix(F, P, LD)   __px_frag_ldmatrix (F, __px_to (F, P), LD)
#define px_ldmatrix_t(F, P, LD) __px_frag_ldmatrix_t (F, __px_to (F, P), LD)
#define px_stmatrix(P, LD, F)   __px_frag_stmatrix (__px_to (F, P), LD, F)
#define px_stmatrix_t(P, LD, F) __px_frag_stmatrix_t (__px_to (F, P), LD, F)
/* P, which must point to F's elements.  */
#define __px_to(F, P) _Generic ((P), __typeof__ ((*(F))[0][0].cell) *: (P), \
  const __typeof__ ((*(F))[0][0].cell) *: (P))

#endif
