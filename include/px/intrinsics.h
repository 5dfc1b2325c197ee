/* SPDX-License-Identifier: MIT */
/* The intrinsics of the dialect, as <px/intrinsics.def> lists them: their types,
   prototypes, and the macros that choose an instance by type and supply
   arguments that were left out.  <px.h> includes it.  The manual's chapter on
   intrinsics says what each does.  */
#ifndef PX_INTRINSICS_H
#define PX_INTRINSICS_H

#include <stdint.h>
#include <px/runtime.h>

#pragma GCC system_header       /* the macros' own noise; arguments still warn */

/* ---- types ------------------------------------------------------------ */

/* Floating point of few bits, and what is packed of it, on integer carriers.
   Only intrinsics compute with them.  */
typedef struct { uint16_t bits; } px_half;		/* IEEE binary16 */
typedef struct { uint16_t bits; } px_bf16;
typedef struct { uint32_t bits; } px_half2;		/* the first in the low bits */
typedef struct { uint32_t bits; } px_bf162;
typedef struct { uint32_t bits; } px_tf32;
typedef struct { uint8_t bits; } px_e4m3;		/* fp8 */
typedef struct { uint8_t bits; } px_e5m2;
typedef struct { uint16_t bits; } px_e4m3x2;
typedef struct { uint16_t bits; } px_e5m2x2;

/* Integers of few bits, the first in the low ones, as operands of matrix products.  */
typedef struct { uint32_t bits; } px_s4x8;
typedef struct { uint32_t bits; } px_u4x8;
typedef struct { uint32_t bits; } px_b1x32;

/* A turn that branches of a __split give and take.  */
typedef struct { } px_turn;

/* What loads and stores of several elements move.  */
#define __px_vectors(N, T) \
  typedef struct { T x, y; } __attribute__ ((__aligned__ (2 * sizeof (T)))) px_##N##2;
#define __px_quads(N, T) \
  typedef struct { T x, y, z, w; } __attribute__ ((__aligned__ (16))) px_##N##4;
__px_vectors (int, int) __px_vectors (uint, unsigned) __px_vectors (float, float)
__px_vectors (long, long) __px_vectors (ulong, unsigned long) __px_vectors (double, double)
__px_quads (int, int) __px_quads (uint, unsigned) __px_quads (float, float)
#define __px_numbers(N, T) \
  typedef struct { T x, y; } __attribute__ ((__aligned__ (2 * sizeof (T)))) px_##N##x2; \
  typedef struct { T x, y, z, w; } __attribute__ ((__aligned__ (4 * sizeof (T)))) px_##N##x4;
#define __px_octets(N, T) \
  typedef struct { T x, y, z, w, a, b, c, d; } __attribute__ ((__aligned__ (16))) px_##N##x8;
__px_numbers (half, px_half) __px_numbers (bf16, px_bf16) __px_numbers (half2, px_half2) __px_numbers (bf162, px_bf162)
__px_octets (half, px_half) __px_octets (bf16, px_bf16)

/* Memory orders and scopes, hints for caches: of each 0 is what holds if none is given.  */
enum px_order { px_relaxed, px_acquire, px_release, px_acq_rel };
enum px_cache {
  px_cache_default, px_cache_all, px_cache_global, px_cache_streaming, px_cache_last_use, px_cache_through,
  px_cache_evict_first, px_cache_evict_last, px_cache_no_allocate
};
enum px_policy { px_evict_normal, px_evict_first, px_evict_last };
enum px_scope { px_gpu, px_block, px_cluster, px_sys };

/* ---- prototypes ------------------------------------------------------- */

#ifdef __cplusplus
extern "C" {
#endif
#define __px_OPERATOR __attribute__ ((__const__))
#define __px_LOAD __attribute__ ((__pure__))
#define __px_PLAIN
#define __px_COLLECTIVE
#define __px_ELECTED
#define __px_FENCE
#define PX_ON_HOST(name)
#define PX_FAMILY(id, title, text)
#if __has_attribute (px_perspective) || defined __cplusplus
#define PX_GENERIC(name, arguments, text) int name##_none ();   /* for types without an instance: the plugin tells */
#define PX_INTRINSIC(name, result, parameters, code, roles, at, kind, timeline, arch, ptx) \
  result name parameters __px_##kind;
#else
/* Without the plugin nobody counts arguments: __px_any_NAME has any number of them.  */
#define PX_GENERIC(name, arguments, text) int name##_none (); int __px_any_##name##_none (const volatile void *, ...);
#define PX_INTRINSIC(name, result, parameters, code, roles, at, kind, timeline, arch, ptx) \
  result name parameters __px_##kind; result __px_any_##name (const volatile void *, ...);
#endif
#include <px/intrinsics.def>
#ifdef __cplusplus
}
#endif

/* ---- what users write ------------------------------------------------- */

#ifndef __cplusplus

/* F's instance for the type of V, and for what P points to.  */
#define __px_small_ints(F) \
  _Bool: F, char: F, signed char: F, unsigned char: F, short: F, unsigned short: F, int: F
#define __px_ints(F)            __px_small_ints (F##_int), unsigned: F##_uint
#define __px_longs(F) \
  long: F##_long, unsigned long: F##_ulong, long long: F##_llong, unsigned long long: F##_ullong
#define __px_word(F, V) \
  _Generic ((V), __px_ints (F), __px_longs (F), float: F##_float, double: F##_double, px_half2: F##_half2, px_bf162: F##_bf162, \
	    default: F##_none)
#define __px_int(F, V)          _Generic ((V), __px_ints (F), default: F##_none)
#define __px_to_ints(F) \
  int *: F##_int, unsigned *: F##_uint, long *: F##_long, unsigned long *: F##_ulong, \
  long long *: F##_llong, unsigned long long *: F##_ullong
#define __px_to_int(F, P)       _Generic ((P), __px_to_ints (F), default: F##_none)
#define __px_to_count(F, P)     _Generic ((P), unsigned *: F##_uint, default: F##_none)
#define __px_to_number(F, P) \
  _Generic ((P), __px_to_ints (F), px_half *: F##_half, px_bf16 *: F##_bf16, default: F##_none)
#define __px_to_element(F, P) \
  _Generic ((P), __px_to_ints (F), float *: F##_float, double *: F##_double, px_half *: F##_half, px_bf16 *: F##_bf16, \
	    default: F##_none)
#define __px_to_word(F, P) \
  _Generic ((P), __px_to_ints (F), float *: F##_float, double *: F##_double, default: F##_none)
#define __px_to_any(F, P) \
  _Generic ((P), __px_to_ints (F), float *: F##_float, double *: F##_double, px_ulong2 *: F##_ulong2, default: F##_none)
#define __px_to_any16(F, P) \
  _Generic ((P), __px_to_ints (F), float *: F##_float, double *: F##_double, px_ulong2 *: F##_ulong2, \
	    short *: F##_short, unsigned short *: F##_ushort, default: F##_none)
#define __px_to_vector(F, P) \
  _Generic ((P), float *: F##_float, px_half *: F##_half, px_half2 *: F##_half2, px_bf16 *: F##_bf16, px_bf162 *: F##_bf162, \
	    default: F##_none)
#define __px_to_halves(F, P) \
  _Generic ((P), px_half *: F##_half, px_half2 *: F##_half2, px_bf16 *: F##_bf16, px_bf162 *: F##_bf162, default: F##_none)
#define __px_to_octet(F, P)     _Generic ((P), px_half *: F##_half, px_bf16 *: F##_bf16, default: F##_none)
#define __px_to_sum(F, P) \
  _Generic ((P), __px_to_ints (F), float *: F##_float, double *: F##_double, px_half *: F##_half, px_half2 *: F##_half2, \
	    px_bf16 *: F##_bf16, px_bf162 *: F##_bf162, default: F##_none)

/* A call of F, whose last arguments may be left out: N says how many there may be, D is what
   those are that are not there.  The plugin counts arguments as C does, after preprocessing, so
   that one may be a compound literal with commas.  Of any other number the compiler says that
   there are too few or too many.  */
#define __px_first(A, ...)      A
#if __has_attribute (px_perspective)    /* the plugin is there */
int __px_call ();
#define __px_do(F, N, D, ...)   __px_call (F, __px_least_##N, D __VA_OPT__ (,) __VA_ARGS__)
/* The same for F's instance for what the first argument, of type SET, points to.  */
#define __px_do_at(SET, F, N, D, ...)   __px_do (__px_##SET (F, __px_first (__VA_ARGS__, 0)), N, D, __VA_ARGS__)
#define __px_least_2_or_1       1
#define __px_least_3_or_2       2
#define __px_least_3_to_1       1
#define __px_least_4_to_2       2
#define __px_least_5_to_3       3
#else
#define __px_do(F, N, D, ...)   F (__px_##N (D, __VA_ARGS__))
#define __px_do_at(SET, F, N, D, ...)   __px_##SET (__px_any_##F, __px_first (__VA_ARGS__, 0)) (__VA_ARGS__)
#endif
#define __px_ninth(A, B, C, D, E, F, G, H, I, ...)      I
#define __px_comma              ,
#define __px_2_or_1(D, ...)     __VA_ARGS__ __px_ninth (__VA_ARGS__, , , , , , , , __px_comma D, )
#define __px_3_or_2(D, ...)     __VA_ARGS__ __px_ninth (__VA_ARGS__, , , , , , , __px_comma D, , )
#define __px_4_or_3(D, ...)     __VA_ARGS__ __px_ninth (__VA_ARGS__, , , , , , __px_comma D, , , )
#define __px_5_or_4(D, ...)     __VA_ARGS__ __px_ninth (__VA_ARGS__, , , , , __px_comma D, , , , )
#define __px_3_to_1(D, ...) \
  __VA_ARGS__ __px_ninth (__VA_ARGS__, , , , , , , __px_comma D, __px_comma D __px_comma D, )
#define __px_4_to_2(D, ...) \
  __VA_ARGS__ __px_ninth (__VA_ARGS__, , , , , , __px_comma D, __px_comma D __px_comma D, , )
#define __px_5_to_3(D, ...) \
  __VA_ARGS__ __px_ninth (__VA_ARGS__, , , , , __px_comma D, __px_comma D __px_comma D, , , )

/* Between the threads of a warp: the width is 32 unless given.  */
#define __px_shfl(F, ...)       __px_do (__px_word (F, __px_first (__VA_ARGS__, 0)), 3_or_2, 32, __VA_ARGS__)
#define __px_same(F, ...)       __px_do (__px_word (F, __px_first (__VA_ARGS__, 0)), 2_or_1, 32, __VA_ARGS__)
#define __px_redux(F, ...)      __px_do (__px_int (F, __px_first (__VA_ARGS__, 0)), 2_or_1, 32, __VA_ARGS__)
#define __px_vote(F, ...)       __px_do (F, 2_or_1, 32, __VA_ARGS__)
#define px_shfl_up(...)         __px_shfl (px_shfl_up, __VA_ARGS__)
#define px_shfl_down(...)       __px_shfl (px_shfl_down, __VA_ARGS__)
#define px_shfl_xor(...)        __px_shfl (px_shfl_xor, __VA_ARGS__)
#define px_shfl_idx(...)        __px_shfl (px_shfl_idx, __VA_ARGS__)
#define px_broadcast(...)       __px_same (px_broadcast, __VA_ARGS__)
#define px_match(...)           __px_same (px_match, __VA_ARGS__)
#define px_match_all(...)       __px_same (px_match_all, __VA_ARGS__)
#define px_any(...)             __px_vote (px_any_int, __VA_ARGS__)
#define px_all(...)             __px_vote (px_all_int, __VA_ARGS__)
#define px_uni(...)             __px_vote (px_uni_int, __VA_ARGS__)
#define px_ballot(...)          __px_vote (px_ballot_int, __VA_ARGS__)
#define px_reduce_add(...)      __px_redux (px_reduce_add, __VA_ARGS__)
#define px_reduce_min(...)      __px_redux (px_reduce_min, __VA_ARGS__)
#define px_reduce_max(...)      __px_redux (px_reduce_max, __VA_ARGS__)
#define px_reduce_and(...)      __px_redux (px_reduce_and, __VA_ARGS__)
#define px_reduce_or(...)       __px_redux (px_reduce_or, __VA_ARGS__)
#define px_reduce_xor(...)      __px_redux (px_reduce_xor, __VA_ARGS__)

/* Atomics: relaxed and for the GPU unless given.  */
#define __px_atomic(SET, F, ...)        __px_do_at (to_##SET, F, 4_to_2, 0, __VA_ARGS__)
#define __px_atomic_cas(F, ...)         __px_do_at (to_any16, F, 5_to_3, 0, __VA_ARGS__)
#define px_atomic_add(...)      __px_atomic (sum, px_atomic_add, __VA_ARGS__)
#define px_atomic_sub(...)      __px_atomic (word, px_atomic_sub, __VA_ARGS__)
#define px_atomic_min(...)      __px_atomic (int, px_atomic_min, __VA_ARGS__)
#define px_atomic_max(...)      __px_atomic (int, px_atomic_max, __VA_ARGS__)
#define px_atomic_and(...)      __px_atomic (int, px_atomic_and, __VA_ARGS__)
#define px_atomic_or(...)       __px_atomic (int, px_atomic_or, __VA_ARGS__)
#define px_atomic_xor(...)      __px_atomic (int, px_atomic_xor, __VA_ARGS__)
#define px_atomic_exchange(...) __px_atomic (any, px_atomic_exchange, __VA_ARGS__)
#define px_atomic_cas(...)      __px_atomic_cas (px_atomic_cas, __VA_ARGS__)
#define px_atomic_inc(...)      __px_atomic (count, px_atomic_inc, __VA_ARGS__)
#define px_atomic_dec(...)      __px_atomic (count, px_atomic_dec, __VA_ARGS__)

/* Of several neighbours.  */
#define px_atomic_add2(...)     __px_atomic (vector, px_atomic_add2, __VA_ARGS__)
#define px_atomic_add4(...)     __px_atomic (vector, px_atomic_add4, __VA_ARGS__)
#define px_atomic_add8(...)     __px_atomic (octet, px_atomic_add8, __VA_ARGS__)
#define px_atomic_min2(...)     __px_atomic (halves, px_atomic_min2, __VA_ARGS__)
#define px_atomic_min4(...)     __px_atomic (halves, px_atomic_min4, __VA_ARGS__)
#define px_atomic_min8(...)     __px_atomic (octet, px_atomic_min8, __VA_ARGS__)
#define px_atomic_max2(...)     __px_atomic (halves, px_atomic_max2, __VA_ARGS__)
#define px_atomic_max4(...)     __px_atomic (halves, px_atomic_max4, __VA_ARGS__)
#define px_atomic_max8(...)     __px_atomic (octet, px_atomic_max8, __VA_ARGS__)

/* Loads and stores: const or not; no hint unless given.  */
#define __px_from_words(F, P) \
  _Generic (&*(P), __px_to_ints (F), float *: F##_float, double *: F##_double, __px_const_ints (F), \
	    const float *: F##_float, const double *: F##_double, default: F##_none)
#define __px_const_ints(F) \
  const int *: F##_int, const unsigned *: F##_uint, const long *: F##_long, const unsigned long *: F##_ulong, \
  const long long *: F##_llong, const unsigned long long *: F##_ullong
#define __px_from_pair(F, P) \
  _Generic (&*(P), int *: F##_int, unsigned *: F##_uint, long *: F##_long, unsigned long *: F##_ulong, float *: F##_float, \
	    double *: F##_double, const int *: F##_int, const unsigned *: F##_uint, const long *: F##_long, \
	    const unsigned long *: F##_ulong, const float *: F##_float, const double *: F##_double, default: F##_none)
#define __px_from_quad(F, P) \
  _Generic (&*(P), int *: F##_int, unsigned *: F##_uint, float *: F##_float, const int *: F##_int, \
	    const unsigned *: F##_uint, const float *: F##_float, default: F##_none)
#define __px_load(SET, F, ...)          __px_do_at (from_##SET, F, 2_or_1, px_cache_default, __VA_ARGS__)
#define __px_store(SET, F, ...)         __px_do_at (from_##SET, F, 3_or_2, px_cache_default, __VA_ARGS__)
#define __px_order(F, ...)              __px_do_at (from_words, F, 3_to_1, 0, __VA_ARGS__)
#define __px_order_store(F, ...)        __px_do_at (to_word, F, 4_to_2, 0, __VA_ARGS__)
#define px_ld(...)            __px_load (words, px_ld, __VA_ARGS__)
#define px_ld2(...)           __px_load (pair, px_ld2, __VA_ARGS__)
#define px_ld4(...)           __px_load (quad, px_ld4, __VA_ARGS__)
#define px_ldg(...)             __px_load (words, px_ldg, __VA_ARGS__)
#define px_ldg2(...)            __px_load (pair, px_ldg2, __VA_ARGS__)
#define px_ldg4(...)            __px_load (quad, px_ldg4, __VA_ARGS__)
#define px_st(...)           __px_store (words, px_st, __VA_ARGS__)
#define px_st2(...)          __px_store (pair, px_st2, __VA_ARGS__)
#define px_st4(...)          __px_store (quad, px_st4, __VA_ARGS__)
#define px_atomic_load(...)     __px_order (px_atomic_load, __VA_ARGS__)
#define px_atomic_store(...)    __px_order_store (px_atomic_store, __VA_ARGS__)

/* Arithmetic.  */
#define __px_real(F, A)         _Generic ((A), default: F##_float, double: F##_double)
#define __px_integer(F, A)      _Generic ((A), __px_ints (F), __px_longs (F), default: F##_none)
#define __px_bits(F, A)         _Generic ((A), unsigned: F##_uint, int: F##_uint, unsigned long: F##_ulong, \
					  unsigned long long: F##_ulong, long: F##_ulong, long long: F##_ulong, \
					  default: F##_none)
/* A and B may differ in sign.  */
#define __px_dot(F, A, B) \
  _Generic ((A), unsigned: _Generic ((B), unsigned: F##_uint, default: F##_uint_int), \
	    default: _Generic ((B), unsigned: _Generic ((A), __px_small_ints (F##_int_uint), default: F##_none), \
			       default: __px_int (F, A)))
#define __px_field(F, A)        _Generic ((A), int: F##_int, unsigned: F##_uint, long: F##_long, unsigned long: F##_ulong, \
					  long long: F##_long, unsigned long long: F##_ulong, default: F##_none)
#define __px_half(F, A) \
  _Generic ((A), px_half: F##_half, px_half2: F##_half2, px_bf16: F##_bf16, px_bf162: F##_bf162, default: F##_none)
#define __px_fast(F, A) \
  _Generic ((A), default: F##_float, px_half: F##_half, px_half2: F##_half2, px_bf16: F##_bf16, px_bf162: F##_bf162)
#define px_fast_sin(A)          px_fast_sin_float (A)
#define px_fast_cos(A)          px_fast_cos_float (A)
#define px_fast_exp2(A)         __px_fast (px_fast_exp2, A) (A)
#define px_fast_exp(A)          px_fast_exp_float (A)
#define px_fast_log2(A)         px_fast_log2_float (A)
#define px_fast_log(A)          px_fast_log_float (A)
#define px_fast_tanh(A)         __px_fast (px_fast_tanh, A) (A)
#define px_fast_rsqrt(A)        px_fast_rsqrt_float (A)
#define px_fast_rcp(A)          px_fast_rcp_float (A)
#define px_fast_sqrt(A)         px_fast_sqrt_float (A)
#define px_fast_div(A, B)       px_fast_div_float (A, B)
#define px_add_rn(A, B)        __px_real (px_add_rn, (A) + (B)) (A, B)
#define px_add_rz(A, B)        __px_real (px_add_rz, (A) + (B)) (A, B)
#define px_add_rm(A, B)        __px_real (px_add_rm, (A) + (B)) (A, B)
#define px_add_rp(A, B)        __px_real (px_add_rp, (A) + (B)) (A, B)
#define px_sub_rn(A, B)        __px_real (px_sub_rn, (A) + (B)) (A, B)
#define px_sub_rz(A, B)        __px_real (px_sub_rz, (A) + (B)) (A, B)
#define px_sub_rm(A, B)        __px_real (px_sub_rm, (A) + (B)) (A, B)
#define px_sub_rp(A, B)        __px_real (px_sub_rp, (A) + (B)) (A, B)
#define px_mul_rn(A, B)        __px_real (px_mul_rn, (A) + (B)) (A, B)
#define px_mul_rz(A, B)        __px_real (px_mul_rz, (A) + (B)) (A, B)
#define px_mul_rm(A, B)        __px_real (px_mul_rm, (A) + (B)) (A, B)
#define px_mul_rp(A, B)        __px_real (px_mul_rp, (A) + (B)) (A, B)
#define px_div_rn(A, B)        __px_real (px_div_rn, (A) + (B)) (A, B)
#define px_div_rz(A, B)        __px_real (px_div_rz, (A) + (B)) (A, B)
#define px_div_rm(A, B)        __px_real (px_div_rm, (A) + (B)) (A, B)
#define px_div_rp(A, B)        __px_real (px_div_rp, (A) + (B)) (A, B)
#define px_fma_rn(A, B, C)     __px_real (px_fma_rn, (A) + (B) + (C)) (A, B, C)
#define px_fma_rz(A, B, C)     __px_real (px_fma_rz, (A) + (B) + (C)) (A, B, C)
#define px_fma_rm(A, B, C)     __px_real (px_fma_rm, (A) + (B) + (C)) (A, B, C)
#define px_fma_rp(A, B, C)     __px_real (px_fma_rp, (A) + (B) + (C)) (A, B, C)
#define px_rcp_rn(A)           __px_real (px_rcp_rn, A) (A)
#define px_rcp_rz(A)           __px_real (px_rcp_rz, A) (A)
#define px_rcp_rm(A)           __px_real (px_rcp_rm, A) (A)
#define px_rcp_rp(A)           __px_real (px_rcp_rp, A) (A)
#define px_sqrt_rn(A)           __px_real (px_sqrt_rn, A) (A)
#define px_sqrt_rz(A)           __px_real (px_sqrt_rz, A) (A)
#define px_sqrt_rm(A)           __px_real (px_sqrt_rm, A) (A)
#define px_sqrt_rp(A)           __px_real (px_sqrt_rp, A) (A)
#define px_saturate(A)          px_saturate_float (A)
#define px_brev(A)              __px_bits (px_brev, A) (A)
#define px_clz(A)               __px_bits (px_clz, A) (A)
#define px_popc(A)              __px_bits (px_popc, A) (A)
#define px_bfe(A, S, L)         __px_field (px_bfe, A) (A, S, L)
#define px_bfi(A, B, S, L)      __px_bits (px_bfi, B) (A, B, S, L)
#define px_prmt(A, B, S)        px_prmt_uint (A, B, S)
#define px_funnel_left(L, H, N)   px_funnel_left_uint (L, H, N)
#define px_funnel_right(L, H, N)  px_funnel_right_uint (L, H, N)
#define px_lop3(A, B, C, T)     px_lop3_uint (A, B, C, T)
#define px_sad(A, B, C)         __px_int (px_sad, A) (A, B, C)
#define px_mul24(A, B)          __px_int (px_mul24, A) (A, B)
#define px_mulhi(A, B)          __px_integer (px_mulhi, (A) + (B)) (A, B)
#define px_dp4a(A, B, C)        __px_dot (px_dp4a, A, B) (A, B, C)
#define px_dp2a_lo(A, B, C)     __px_dot (px_dp2a_lo, A, B) (A, B, C)
#define px_dp2a_hi(A, B, C)     __px_dot (px_dp2a_hi, A, B) (A, B, C)

/* Floating point of few bits.  */
#define px_to_half(A)           _Generic ((A), default: px_to_half_float, double: px_to_half_double) (A)
#define px_to_bf16(A)           px_to_bf16_float (A)
#define px_to_tf32(A)           px_to_tf32_float (A)
#define px_to_float(A) \
  _Generic ((A), px_half: px_to_float_half, px_bf16: px_to_float_bf16, px_tf32: px_to_float_tf32, default: px_to_float_none) (A)
#define px_to_half2(A, B)       px_to_half2_float (A, B)
#define px_to_bf162(A, B)       px_to_bf162_float (A, B)
#define px_to_float2(A) \
  _Generic ((A), px_half2: px_to_float2_half2, px_bf162: px_to_float2_bf162, default: px_to_float2_none) (A)
#define px_pack(A, B)           _Generic ((A), px_half: px_pack_half, px_bf16: px_pack_bf16, default: px_pack_none) (A, B)
#define px_low(A)               _Generic ((A), px_half2: px_low_half2, px_bf162: px_low_bf162, default: px_low_none) (A)
#define px_high(A)              _Generic ((A), px_half2: px_high_half2, px_bf162: px_high_bf162, default: px_high_none) (A)
#define px_to_e4m3(A)           px_to_e4m3_float (A)
#define px_to_e5m2(A)           px_to_e5m2_float (A)
#define px_narrow_e4m3(A)       px_narrow_e4m3_half2 (A)
#define px_narrow_e5m2(A)       px_narrow_e5m2_half2 (A)
#define px_to_e4m3x2(A, B)      px_to_e4m3x2_float (A, B)
#define px_to_e5m2x2(A, B)      px_to_e5m2x2_float (A, B)
#define px_widen(A) \
  _Generic ((A), px_e4m3: px_widen_e4m3, px_e5m2: px_widen_e5m2, px_e4m3x2: px_widen_e4m3x2, px_e5m2x2: px_widen_e5m2x2, \
	    default: px_widen_none) (A)
#define px_add(A, B)            __px_half (px_add, A) (A, B)
#define px_sub(A, B)            __px_half (px_sub, A) (A, B)
#define px_mul(A, B)            __px_half (px_mul, A) (A, B)
#define px_fma(A, B, C)         __px_half (px_fma, A) (A, B, C)
#define px_min(A, B)            __px_half (px_min, A) (A, B)
#define px_max(A, B)            __px_half (px_max, A) (A, B)
#define px_neg(A)               __px_half (px_neg, A) (A)
#define px_abs(A)               __px_half (px_abs, A) (A)

/* Clusters.  */
#define px_map_shared(P, R)     ((__typeof__ (&*(P))) px_map_shared_at (P, R))

/* Asynchronous copies: px fills in unit and barrier.  */
#define __px_bulk(F, ...)       F (__px_4_or_3 (px_evict_normal, __VA_ARGS__), 0, 0)
#define __px_bulk_all(...)      px_bulk_load_multicast_at (__px_5_or_4 (px_evict_normal, __VA_ARGS__), 0, 0)
#define __px_bulk_out(F, ...)   F (__px_4_or_3 (px_evict_normal, __VA_ARGS__), 0)
#define __px_bulk_to(SET, F, ...) \
  __px_to_##SET (F, __px_first (__VA_ARGS__, 0)) (__px_4_or_3 (px_evict_normal, __VA_ARGS__), 0)
#define px_bulk_load(...)       __px_bulk (px_bulk_load_at, __VA_ARGS__)
#define px_bulk_load_multicast(...)  __px_bulk_all (__VA_ARGS__)
#define px_bulk_store(...)      __px_bulk_out (px_bulk_store_at, __VA_ARGS__)
#define px_bulk_add(...)        __px_bulk_to (element, px_bulk_add, __VA_ARGS__)
#define px_bulk_min(...)        __px_bulk_to (number, px_bulk_min, __VA_ARGS__)
#define px_bulk_max(...)        __px_bulk_to (number, px_bulk_max, __VA_ARGS__)
#define px_bulk_and(...)        __px_bulk_to (int, px_bulk_and, __VA_ARGS__)
#define px_bulk_or(...)         __px_bulk_to (int, px_bulk_or, __VA_ARGS__)
#define px_bulk_xor(...)        __px_bulk_to (int, px_bulk_xor, __VA_ARGS__)
#define px_bulk_prefetch(F, N)  px_bulk_prefetch_at (F, N, 0)
#define __px_dims(F, A, B, C, D, E, N, ...)     F##_##N
#define __px_dim(F, ...)        __px_dims (F, __VA_ARGS__, 5, 4, 3, 2, 1)
#define px_tensor_load_policy(T, M, P, ...)     __px_dim (px_tensor_load, __VA_ARGS__) (T, M, P, 0, 0, 0, __VA_ARGS__)
#define px_tensor_load_multicast_policy(T, M, B, P, ...) \
  __px_dim (px_tensor_load_multicast, __VA_ARGS__) (T, M, B, P, 0, 0, 0, __VA_ARGS__)
#define px_tensor_store_policy(M, S, P, ...)    __px_dim (px_tensor_store, __VA_ARGS__) (M, S, P, 0, 0, __VA_ARGS__)
#define px_tensor_add_policy(M, S, P, ...)      __px_dim (px_tensor_add, __VA_ARGS__) (M, S, P, 0, 0, __VA_ARGS__)
#define px_tensor_min_policy(M, S, P, ...)      __px_dim (px_tensor_min, __VA_ARGS__) (M, S, P, 0, 0, __VA_ARGS__)
#define px_tensor_max_policy(M, S, P, ...)      __px_dim (px_tensor_max, __VA_ARGS__) (M, S, P, 0, 0, __VA_ARGS__)
#define px_tensor_inc_policy(M, S, P, ...)      __px_dim (px_tensor_inc, __VA_ARGS__) (M, S, P, 0, 0, __VA_ARGS__)
#define px_tensor_dec_policy(M, S, P, ...)      __px_dim (px_tensor_dec, __VA_ARGS__) (M, S, P, 0, 0, __VA_ARGS__)
#define px_tensor_and_policy(M, S, P, ...)      __px_dim (px_tensor_and, __VA_ARGS__) (M, S, P, 0, 0, __VA_ARGS__)
#define px_tensor_or_policy(M, S, P, ...)       __px_dim (px_tensor_or, __VA_ARGS__) (M, S, P, 0, 0, __VA_ARGS__)
#define px_tensor_xor_policy(M, S, P, ...)      __px_dim (px_tensor_xor, __VA_ARGS__) (M, S, P, 0, 0, __VA_ARGS__)
#define px_tensor_prefetch_policy(M, P, ...)    __px_dim (px_tensor_prefetch, __VA_ARGS__) (M, P, 0, __VA_ARGS__)
/* By im2col maps: offsets and coordinates, 4, 6 or 8 in all.  */
#define __px_im2col_dims(F, A, B, C, D, E, G, H, I, N, ...)     F##_##N
#define __px_im2col_dim(F, ...)         __px_im2col_dims (F, __VA_ARGS__, 5, none, 4, none, 3, none, none, none)
#define px_tensor_load_im2col_policy(T, M, P, ...) \
  __px_im2col_dim (px_tensor_load_im2col, __VA_ARGS__) (T, M, P, 0, 0, 0, __VA_ARGS__)
#define px_tensor_load_im2col_multicast_policy(T, M, B, P, ...) \
  __px_im2col_dim (px_tensor_load_im2col_multicast, __VA_ARGS__) (T, M, B, P, 0, 0, 0, __VA_ARGS__)
#define px_tensor_store_im2col_policy(M, S, P, ...)     __px_dim (px_tensor_store_im2col, __VA_ARGS__) (M, S, P, 0, 0, __VA_ARGS__)
#define px_tensor_add_im2col_policy(M, S, P, ...)       __px_dim (px_tensor_add_im2col, __VA_ARGS__) (M, S, P, 0, 0, __VA_ARGS__)
#define px_tensor_prefetch_im2col_policy(M, P, ...)     __px_im2col_dim (px_tensor_prefetch_im2col, __VA_ARGS__) (M, P, 0, __VA_ARGS__)
#define px_tensor_load_im2col(T, M, ...)        px_tensor_load_im2col_policy (T, M, px_evict_normal, __VA_ARGS__)
#define px_tensor_load_im2col_multicast(T, M, B, ...) \
  px_tensor_load_im2col_multicast_policy (T, M, B, px_evict_normal, __VA_ARGS__)
#define px_tensor_store_im2col(M, S, ...)       px_tensor_store_im2col_policy (M, S, px_evict_normal, __VA_ARGS__)
#define px_tensor_add_im2col(M, S, ...)         px_tensor_add_im2col_policy (M, S, px_evict_normal, __VA_ARGS__)
#define px_tensor_prefetch_im2col(M, ...)       px_tensor_prefetch_im2col_policy (M, px_evict_normal, __VA_ARGS__)
#define px_tensor_load(T, M, ...)       px_tensor_load_policy (T, M, px_evict_normal, __VA_ARGS__)
#define px_tensor_load_multicast(T, M, B, ...) \
  px_tensor_load_multicast_policy (T, M, B, px_evict_normal, __VA_ARGS__)
#define px_tensor_store(M, S, ...)      px_tensor_store_policy (M, S, px_evict_normal, __VA_ARGS__)
#define px_tensor_add(M, S, ...)        px_tensor_add_policy (M, S, px_evict_normal, __VA_ARGS__)
#define px_tensor_min(M, S, ...)        px_tensor_min_policy (M, S, px_evict_normal, __VA_ARGS__)
#define px_tensor_max(M, S, ...)        px_tensor_max_policy (M, S, px_evict_normal, __VA_ARGS__)
#define px_tensor_inc(M, S, ...)        px_tensor_inc_policy (M, S, px_evict_normal, __VA_ARGS__)
#define px_tensor_dec(M, S, ...)        px_tensor_dec_policy (M, S, px_evict_normal, __VA_ARGS__)
#define px_tensor_and(M, S, ...)        px_tensor_and_policy (M, S, px_evict_normal, __VA_ARGS__)
#define px_tensor_or(M, S, ...)         px_tensor_or_policy (M, S, px_evict_normal, __VA_ARGS__)
#define px_tensor_xor(M, S, ...)        px_tensor_xor_policy (M, S, px_evict_normal, __VA_ARGS__)
#define px_tensor_prefetch(M, ...)      px_tensor_prefetch_policy (M, px_evict_normal, __VA_ARGS__)
#define px_tensor_map_prefetch(M)       px_tensor_map_prefetch_at (M, 0)
#define px_give_turn(T)         px_give_turn_at (T, 0)
#define px_take_turn(T)         px_take_turn_at (T, 0)

#endif
#endif
