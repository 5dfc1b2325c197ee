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
/* Which two of each four elements (of px_tf32: which of two; of 4 bits: which two of
   four pairs) of a sparse left operand of M x K are kept.  */
#define px_meta(T, M, K)        __px_fragment (meta, T, M, K)
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
  __px_fragment_cell (meta, name, uint16_t) \
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

#if __has_attribute (px_perspective)    /* the plugin is there */
/* Argument number N of operation OP, which may be anything: F, the address of a
   fragment; P, of a tile; M, of either; V, a value for an element of F; A, the address
   of elements of F.  What does not fit is an error of the plugin's, and the rest of the
   expression is silent.  */
int __px_fragment_arg (), __px_tile_arg (), __px_matrix_arg (), __px_value_arg (), __px_memory_arg ();
#define __px_f(OP, N, F)        __px_fragment_arg (F, #OP, N)
#define __px_t(OP, N, P)        __px_tile_arg (P, #OP, N)
#define __px_m(OP, N, M)        __px_matrix_arg (M, #OP, N)
#define __px_v(OP, N, V, F)     __px_value_arg (V, F, #OP, N)
#define __px_a(OP, N, A, F)     __px_memory_arg (A, F, #OP, N)
#else
#define __px_f(OP, N, F)        (F)
#define __px_t(OP, N, P)        (P)
#define __px_m(OP, N, M)        (M)
#define __px_v(OP, N, V, F)     (V)
#define __px_a(OP, N, A, F) _Generic ((A), __typeof__ ((*(F))[0][0].cell) *: (A), \
  const __typeof__ ((*(F))[0][0].cell) *: (A))
#endif

/* What users write.  F, D, A, B are pointers to fragments, I an index that
   becomes constant.  */
#define __px_cell(OP, F) _Generic ((*__px_f (px_##OP, 1, F))[0][0].cell, \
  float: __px_frag_##OP##_float, double: __px_frag_##OP##_double, int: __px_frag_##OP##_int, \
  px_half: __px_frag_##OP##_px_half, px_bf16: __px_frag_##OP##_px_bf16, px_tf32: __px_frag_##OP##_px_tf32, \
  px_e4m3: __px_frag_##OP##_px_e4m3, px_e5m2: __px_frag_##OP##_px_e5m2, \
  int8_t: __px_frag_##OP##_int8_t, uint8_t: __px_frag_##OP##_uint8_t, \
  px_s4x8: __px_frag_##OP##_px_s4x8, px_u4x8: __px_frag_##OP##_px_u4x8, px_b1x32: __px_frag_##OP##_px_b1x32, \
  uint16_t: __px_frag_##OP##_int)
#define px_count(F)             __px_frag_count (__px_f (px_count, 1, F))
#define px_row(F, I)            __px_frag_row (__px_f (px_row, 1, F), I)
#define px_col(F, I)            __px_frag_col (__px_f (px_col, 1, F), I)
#define px_zero(F)              __px_frag_zero (__px_f (px_zero, 1, F))
#define px_fill(F, V)           __px_cell (fill, F) (__px_f (px_fill, 1, F), __px_v (px_fill, 2, V, F))
#define px_scale(F, V)          __px_cell (scale, F) (__px_f (px_scale, 1, F), __px_v (px_scale, 2, V, F))
#define px_get(F, I)            __px_cell (get, F) (__px_f (px_get, 1, F), I)
#define px_set(F, I, V)         __px_cell (set, F) (__px_f (px_set, 1, F), I, __px_v (px_set, 3, V, F))
#define px_convert(D, F)        __px_frag_convert (__px_f (px_convert, 1, D), __px_f (px_convert, 2, F))
#define px_part(D, F, R, C)     __px_frag_part (__px_f (px_part, 1, D), __px_f (px_part, 2, F), R, C)
/* Each element X of F becomes the value of the expression.  */
#define px_map(F, X, ...) \
  for (int __px_i = 0; __px_i < px_count (F); __px_i++) { \
    __typeof__ ((*__px_f (px_map, 1, F))[0][0].cell) X __perspective (thread, 1) = px_get (F, __px_i); \
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
#define px_mma_keep(D, A, B, KEEP)      __px_product (mma_keep, D, A, B, KEEP)
#define px_mma_keep_nt(D, A, B, KEEP)   __px_product (mma_keep_nt, D, A, B, KEEP)
#define px_mma_keep_tn(D, A, B, KEEP)   __px_product (mma_keep_tn, D, A, B, KEEP)
#define px_mma_keep_tt(D, A, B, KEEP)   __px_product (mma_keep_tt, D, A, B, KEEP)
#define px_mma_xor(D, A, B)     __px_product (mma_xor, D, A, B)
/* A sparse: *A has half of its columns, those that *E says.  */
#define px_mma_sparse(D, A, E, B)       __px_sparse (mma_sparse, D, A, E, B)
#define px_mma_sparse_nt(D, A, E, B)    __px_sparse (mma_sparse_nt, D, A, E, B)
#define px_mma_sparse_tn(D, A, E, B)    __px_sparse (mma_sparse_tn, D, A, E, B)
#define px_mma_sparse_tt(D, A, E, B)    __px_sparse (mma_sparse_tt, D, A, E, B)
#define px_mul_sparse(D, A, E, B)       __px_sparse (mul_sparse, D, A, E, B)
#define px_mul_sparse_nt(D, A, E, B)    __px_sparse (mul_sparse_nt, D, A, E, B)
#define px_mul_sparse_tn(D, A, E, B)    __px_sparse (mul_sparse_tn, D, A, E, B)
#define px_mul_sparse_tt(D, A, E, B)    __px_sparse (mul_sparse_tt, D, A, E, B)
#define __px_sparse(OP, D, A, E, B) \
  __px_frag_##OP (__px_f (px_##OP, 1, D), __px_m (px_##OP, 2, A), __px_shape (__px_m (px_##OP, 2, A)), \
		  __px_m (px_##OP, 4, B), __px_shape (__px_m (px_##OP, 4, B)), __px_f (px_##OP, 3, E))
#define __px_product(OP, D, A, ...)     __px_product_of (OP, D, A, __VA_ARGS__)
#define __px_product_of(OP, D, A, B, ...) \
  __px_frag_##OP (__px_f (px_##OP, 1, D), __px_m (px_##OP, 2, A), __px_shape (__px_m (px_##OP, 2, A)), \
		  __px_m (px_##OP, 3, B), __px_shape (__px_m (px_##OP, 3, B)), ##__VA_ARGS__)
/* Of tile or fragment *P: rows, columns, bytes of a strip, 1 + element.  */
#define __px_rows(P)            (sizeof *(P) / sizeof **(P))
#define __px_cols(P)            (sizeof **(P) / sizeof (*(P))[0][0])
#define __px_strip(P)           (sizeof (*(P))[0][0].strip[0])
#define __px_shape(P)           ((long) (__px_rows (P) << 40 | __px_cols (P) << 20 | __px_strip (P) << 8 \
					 | sizeof (*(P))[0][0].element[0]))
/* The part of tile *P with element (R, C) in its corner.  */
#define px_tile_load(F, P, R, C)        __px_tile_in (tile_load, F, P, R, C)
#define px_tile_load_t(F, P, R, C)      __px_tile_in (tile_load_t, F, P, R, C)
#define px_tile_store(P, R, C, F)       __px_tile_out (tile_store, P, R, C, F)
#define px_tile_store_t(P, R, C, F)     __px_tile_out (tile_store_t, P, R, C, F)
#define __px_tile_in(OP, F, P, R, C) \
  __px_frag_##OP (__px_f (px_##OP, 1, F), __px_t (px_##OP, 2, P), __px_shape (__px_t (px_##OP, 2, P)), R, C)
#define __px_tile_out(OP, P, R, C, F) \
  __px_frag_##OP (__px_t (px_##OP, 1, P), __px_shape (__px_t (px_##OP, 1, P)), R, C, __px_f (px_##OP, 4, F))
/* Element (R, C) of tile *P, an lvalue; R and C are evaluated several times.  */
#define px_at(P, R, C)          __px_at (__px_t (px_at, 1, P), R, C)
#define __px_at(P, R, C) \
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
#define px_load(F, P, LD)       __px_rows_in (load, F, P, LD)
#define px_store(P, LD, F)      __px_rows_out (store, P, LD, F)
#define px_ldmatrix(F, P, LD)   __px_rows_in (ldmatrix, F, P, LD)
#define px_ldmatrix_t(F, P, LD) __px_rows_in (ldmatrix_t, F, P, LD)
#define px_stmatrix(P, LD, F)   __px_rows_out (stmatrix, P, LD, F)
#define px_stmatrix_t(P, LD, F) __px_rows_out (stmatrix_t, P, LD, F)
#define __px_rows_in(OP, F, P, LD)      __px_frag_##OP (__px_f (px_##OP, 1, F), __px_a (px_##OP, 2, P, F), LD)
#define __px_rows_out(OP, P, LD, F)     __px_frag_##OP (__px_a (px_##OP, 1, P, F), LD, __px_f (px_##OP, 3, F))

#endif
