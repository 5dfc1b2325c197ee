/* SPDX-License-Identifier: MIT */
/* Fragments: matrices in the registers of a warp or warpgroup; tiles: matrices in
   shared memory as tensor cores and bulk copies want them.  <px.h> includes it.
   The manual's chapter on fragments and tiles says what each operation does.

   Their types are those of arrays of cells that name their element, their part in
   a product and their swizzle, so C compares sizes and elements.  The cells of
   fragments never exist; those of a tile are its elements, in another order.  */
#ifndef PX_FRAGMENTS_H
#define PX_FRAGMENTS_H

/* Accumulator and result of M x N, left operand of M x K, right operand of K x N.
   T is a name of px/elements.def.  */
#define px_acc(T, M, N)         __px_fragment (acc, T, M, N)
#define px_lhs(T, M, K)         __px_fragment (lhs, T, M, K)
#define px_rhs(T, K, N)         __px_fragment (rhs, T, K, N)
#define __px_fragment(R, T, M, N) __px_fragment_of (R, T, M, N)
#define __px_fragment_of(R, T, M, N) __typeof__ (struct __px_##R##_##T[M][N])

/* A tile of R rows of C elements, in shared memory: columns are cut to strips of SW
   bytes (32, 64, 128; of 16 bytes if SW is 0), strip after strip; in a strip the
   rows follow each other, their pieces of 16 bytes permuted as swizzle mode SW
   has it.  */
#define px_tile(T, R, C, SW)    __px_tile (T, R, C, SW)
#define __px_tile(T, R, C, SW)  __typeof__ (struct __px_tile##SW##_##T[R][C])

enum {
#define PX_ELEMENT(name, type, member, bits, ptx, kind, tensor) __px_element_##name,
#include <px/elements.def>
#undef PX_ELEMENT
};

#define __px_tile_cell(SW, STRIP, name, type) \
  struct __px_tile##SW##_##name { type cell; char strip[0][STRIP]; char element[0][1 + __px_element_##name]; };
#define __px_fragment_cell(part, name, type) \
  struct __px_##part##_##name { type cell; char strip[0][1]; char element[0][1 + __px_element_##name]; };
#define PX_ELEMENT(name, type, member, bits, ptx, kind, tensor) \
  __px_fragment_cell (acc, name, type) \
  __px_fragment_cell (lhs, name, type) \
  __px_fragment_cell (rhs, name, type) \
  __px_tile_cell (0, 16, name, type) \
  __px_tile_cell (32, 32, name, type) \
  __px_tile_cell (64, 64, name, type) \
  __px_tile_cell (128, 128, name, type)
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
#define PX_ELEMENT(name, type, member, bits, ptx, kind, tensor) \
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
  px_tf32: OP##_px_tf32, px_e4m3: OP##_px_e4m3, px_e5m2: OP##_px_e5m2, int8_t: OP##_int8_t, uint8_t: OP##_uint8_t, \
  px_s4x8: OP##_px_s4x8, px_u4x8: OP##_px_u4x8, px_b1x32: OP##_px_b1x32)
#define px_count(F)             __px_frag_count (F)
#define px_row(F, I)            __px_frag_row (F, I)
#define px_col(F, I)            __px_frag_col (F, I)
#define px_zero(F)              __px_frag_zero (F)
#define px_fill(F, V)           __px_cell (F, __px_frag_fill) (F, V)
#define px_scale(F, V)          __px_cell (F, __px_frag_scale) (F, V)
#define px_get(F, I)            __px_cell (F, __px_frag_get) (F, I)
#define px_set(F, I, V)         __px_cell (F, __px_frag_set) (F, I, V)
#define px_convert(D, F)        __px_frag_convert (D, F)
#define px_part(D, F, R, C)     __px_frag_part (D, F, R, C)
/* Each element X of F becomes the value of the expression.  */
#define px_map(F, X, ...) \
  for (int __px_i = 0; __px_i < px_count (F); __px_i++) { \
    __typeof__ ((*(F))[0][0].cell) X __perspective (thread, 1) = px_get (F, __px_i); \
    px_set (F, __px_i, (__VA_ARGS__)); \
  }
/* *D += *A * *B, and *D = *A * *B; n: as it is, t: transposed.  */
#define px_mma(D, A, B)         __px_product (mma, D, A, B)
#define px_mma_nt(D, A, B)      __px_product (mma_nt, D, A, B)
#define px_mma_tn(D, A, B)      __px_product (mma_tn, D, A, B)
#define px_mma_tt(D, A, B)      __px_product (mma_tt, D, A, B)
#undef px_mul           /* of two numbers: <px/intrinsics.h> */
#define px_mul(...)             __px_mul_which (__VA_ARGS__, __px_mul_matrices, __px_mul_numbers, 0) (__VA_ARGS__)
#define __px_mul_which(A, B, C, F, ...) F
#define __px_mul_matrices(D, A, B) __px_product (mul, D, A, B)
#define __px_mul_numbers(A, B)  __px_half (px_mul, A) (A, B)
#define px_mul_nt(D, A, B)      __px_product (mul_nt, D, A, B)
#define px_mul_tn(D, A, B)      __px_product (mul_tn, D, A, B)
#define px_mul_tt(D, A, B)      __px_product (mul_tt, D, A, B)
/* *D -= *A * *B; *D += or, where KEEP is 0, =; += the bits that A and B do not share.  */
#define px_mms(D, A, B)         __px_product (mms, D, A, B)
#define px_mms_nt(D, A, B)      __px_product (mms_nt, D, A, B)
#define px_mms_tn(D, A, B)      __px_product (mms_tn, D, A, B)
#define px_mms_tt(D, A, B)      __px_product (mms_tt, D, A, B)
#define px_mma_keep(D, A, B, KEEP)      __px_frag_mma_keep (D, A, __px_shape (A), B, __px_shape (B), KEEP)
#define px_mma_keep_nt(D, A, B, KEEP)   __px_frag_mma_keep_nt (D, A, __px_shape (A), B, __px_shape (B), KEEP)
#define px_mma_keep_tn(D, A, B, KEEP)   __px_frag_mma_keep_tn (D, A, __px_shape (A), B, __px_shape (B), KEEP)
#define px_mma_keep_tt(D, A, B, KEEP)   __px_frag_mma_keep_tt (D, A, __px_shape (A), B, __px_shape (B), KEEP)
#define px_mma_xor(D, A, B)     __px_product (mma_xor, D, A, B)
#define __px_product(OP, D, A, B) __px_frag_##OP (D, A, __px_shape (A), B, __px_shape (B))
/* Of tile or fragment *P: rows, columns, bytes of a strip, 1 + element.  */
#define __px_rows(P)            (sizeof *(P) / sizeof **(P))
#define __px_cols(P)            (sizeof **(P) / sizeof (*(P))[0][0])
#define __px_strip(P)           (sizeof (*(P))[0][0].strip[0])
#define __px_shape(P)           ((long) (__px_rows (P) << 40 | __px_cols (P) << 20 | __px_strip (P) << 8 \
					 | sizeof (*(P))[0][0].element[0]))
/* The part of tile *P with element (R, C) in its corner.  */
#define px_tile_load(F, P, R, C)        __px_frag_tile_load (F, P, __px_shape (P), R, C)
#define px_tile_load_t(F, P, R, C)      __px_frag_tile_load_t (F, P, __px_shape (P), R, C)
#define px_tile_store(P, R, C, F)       __px_frag_tile_store (P, __px_shape (P), R, C, F)
#define px_tile_store_t(P, R, C, F)     __px_frag_tile_store_t (P, __px_shape (P), R, C, F)
/* Element (R, C) of tile *P, an lvalue; R and C are evaluated several times.  */
#define px_at(P, R, C) \
  (*(__typeof__ (&(*(P))[0][0].cell)) ((__typeof__ (&(*(P))[0][0].strip[0][0])) (P) \
     + (C) * (long) sizeof (**(P))[0] / (long) __px_strip (P) * (long) (__px_rows (P) * __px_strip (P)) \
     + (R) * (long) __px_strip (P) \
     + ((C) * (long) sizeof (**(P))[0] % (long) __px_strip (P) \
	^ ((R) / (128 / (long) __px_strip (P)) % ((long) __px_strip (P) / 16)) * 16)))
/* The tensor map of a tensor at ADDRESS, for copies between it and tiles of type
   TILE: on the host.  The rest are members of struct px_tensor: size, which must be
   given, stride, l2, nan ...; type, box and swizzle are the tile's.  A px_status.  */
#define px_tensor_map_for(MAP, TILE, ADDRESS, ...) \
  px_tensor_map_tile (MAP, ADDRESS, &(const struct px_tensor) { __VA_ARGS__ }, __px_shape ((TILE *) 0))
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
