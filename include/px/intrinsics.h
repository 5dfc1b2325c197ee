/* SPDX-License-Identifier: MIT */
/* The intrinsics of the dialect, as <px/intrinsics.def> lists them: their types,
   prototypes, and the macros that choose an instance by type and supply
   arguments that were left out.  <px.h> includes it.  The manual's chapter on
   intrinsics says what each does.  */
#ifndef PX_INTRINSICS_H
#define PX_INTRINSICS_H

#include <stdint.h>
#include <px/runtime.h>

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

/* Memory orders and scopes.  */
enum px_order { px_relaxed, px_acquire, px_release, px_acq_rel };
enum px_policy { px_evict_normal, px_evict_first, px_evict_last };
enum px_scope { px_block, px_cluster, px_gpu, px_sys };

/* ---- prototypes ------------------------------------------------------- */

#ifdef __cplusplus
extern "C" {
#endif
#define __px_OPERATOR __attribute__ ((__const__))
#define __px_PLAIN
#define __px_COLLECTIVE
#define __px_ELECTED
#define __px_FENCE
#define PX_FAMILY(id, title, text)
#define PX_GENERIC(name, arguments, text)
#define PX_INTRINSIC(name, result, parameters, code, roles, at, kind, timeline, arch, ptx) \
  result name parameters __px_##kind;
#include <px/intrinsics.def>
#ifdef __cplusplus
}
#endif

/* ---- what users write ------------------------------------------------- */

#ifndef __cplusplus

/* F's instance for the type of V, and for what P points to.  */
#define __px_ints(F) \
  _Bool: F##_int, char: F##_int, signed char: F##_int, unsigned char: F##_int, short: F##_int, unsigned short: F##_int, \
  int: F##_int, unsigned: F##_uint
#define __px_longs(F) \
  long: F##_long, unsigned long: F##_ulong, long long: F##_llong, unsigned long long: F##_ullong
#define __px_word(F, V) \
  _Generic ((V), __px_ints (F), __px_longs (F), float: F##_float, double: F##_double, px_half2: F##_half2, px_bf162: F##_bf162)
#define __px_int(F, V)          _Generic ((V), __px_ints (F))
#define __px_to_ints(F) \
  int *: F##_int, unsigned *: F##_uint, long *: F##_long, unsigned long *: F##_ulong, \
  long long *: F##_llong, unsigned long long *: F##_ullong
#define __px_to_int(F, P)       _Generic ((P), __px_to_ints (F))
#define __px_to_number(F, P) \
  _Generic ((P), __px_to_ints (F), px_half *: F##_half, px_bf16 *: F##_bf16)
#define __px_to_element(F, P) \
  _Generic ((P), __px_to_ints (F), float *: F##_float, double *: F##_double, px_half *: F##_half, px_bf16 *: F##_bf16)
#define __px_to_word(F, P)      _Generic ((P), __px_to_ints (F), float *: F##_float, double *: F##_double)
#define __px_to_sum(F, P) \
  _Generic ((P), __px_to_ints (F), float *: F##_float, double *: F##_double, px_half2 *: F##_half2)

/* Between the threads of a warp: the width is 32 unless given.  */
#define __px_shfl(F, V, L, W, ...)      __px_word (F, V) (V, L, W)
#define __px_same(F, V, W, ...)         __px_word (F, V) (V, W)
#define __px_redux(F, V, W, ...)        __px_int (F, V) (V, W)
#define __px_vote(F, C, W, ...)         F (C, W)
#define px_shfl_up(...)         __px_shfl (px_shfl_up, __VA_ARGS__, 32, 0)
#define px_shfl_down(...)       __px_shfl (px_shfl_down, __VA_ARGS__, 32, 0)
#define px_shfl_xor(...)        __px_shfl (px_shfl_xor, __VA_ARGS__, 32, 0)
#define px_shfl_idx(...)        __px_shfl (px_shfl_idx, __VA_ARGS__, 32, 0)
#define px_broadcast(...)       __px_same (px_broadcast, __VA_ARGS__, 32, 0)
#define px_match(...)           __px_same (px_match, __VA_ARGS__, 32, 0)
#define px_match_all(...)       __px_same (px_match_all, __VA_ARGS__, 32, 0)
#define px_any(...)             __px_vote (px_any_int, __VA_ARGS__, 32, 0)
#define px_all(...)             __px_vote (px_all_int, __VA_ARGS__, 32, 0)
#define px_uni(...)             __px_vote (px_uni_int, __VA_ARGS__, 32, 0)
#define px_ballot(...)          __px_vote (px_ballot_int, __VA_ARGS__, 32, 0)
#define px_reduce_add(...)      __px_redux (px_reduce_add, __VA_ARGS__, 32, 0)
#define px_reduce_min(...)      __px_redux (px_reduce_min, __VA_ARGS__, 32, 0)
#define px_reduce_max(...)      __px_redux (px_reduce_max, __VA_ARGS__, 32, 0)
#define px_reduce_and(...)      __px_redux (px_reduce_and, __VA_ARGS__, 32, 0)
#define px_reduce_or(...)       __px_redux (px_reduce_or, __VA_ARGS__, 32, 0)
#define px_reduce_xor(...)      __px_redux (px_reduce_xor, __VA_ARGS__, 32, 0)

/* Atomics: relaxed and for the GPU unless given.  */
#define __px_atomic(SET, F, P, V, O, S, ...)    __px_to_##SET (F, P) (P, V, O, S)
#define __px_atomic_u(F, P, V, O, S, ...)       F (P, V, O, S)
#define __px_atomic_cas(F, P, E, V, O, S, ...)  __px_to_word (F, P) (P, E, V, O, S)
#define px_atomic_add(...)      __px_atomic (sum, px_atomic_add, __VA_ARGS__, px_relaxed, px_gpu, 0)
#define px_atomic_sub(...)      __px_atomic (word, px_atomic_sub, __VA_ARGS__, px_relaxed, px_gpu, 0)
#define px_atomic_min(...)      __px_atomic (int, px_atomic_min, __VA_ARGS__, px_relaxed, px_gpu, 0)
#define px_atomic_max(...)      __px_atomic (int, px_atomic_max, __VA_ARGS__, px_relaxed, px_gpu, 0)
#define px_atomic_and(...)      __px_atomic (int, px_atomic_and, __VA_ARGS__, px_relaxed, px_gpu, 0)
#define px_atomic_or(...)       __px_atomic (int, px_atomic_or, __VA_ARGS__, px_relaxed, px_gpu, 0)
#define px_atomic_xor(...)      __px_atomic (int, px_atomic_xor, __VA_ARGS__, px_relaxed, px_gpu, 0)
#define px_atomic_exchange(...) __px_atomic (word, px_atomic_exchange, __VA_ARGS__, px_relaxed, px_gpu, 0)
#define px_atomic_cas(...)      __px_atomic_cas (px_atomic_cas, __VA_ARGS__, px_relaxed, px_gpu, 0)
#define px_atomic_inc(...)      __px_atomic_u (px_atomic_inc_uint, __VA_ARGS__, px_relaxed, px_gpu, 0)
#define px_atomic_dec(...)      __px_atomic_u (px_atomic_dec_uint, __VA_ARGS__, px_relaxed, px_gpu, 0)

/* Asynchronous copies: px fills in unit and barrier.  */
#define __px_bulk(F, T, S, N, P, ...)           F (T, S, N, P, 0, 0)
#define __px_bulk_all(T, S, N, B, P, ...)       px_bulk_load_multicast_at (T, S, N, B, P, 0, 0)
#define __px_bulk_out(F, T, S, N, P, ...)       F (T, S, N, P, 0)
#define __px_bulk_to(SET, F, T, S, N, P, ...)   __px_to_##SET (F, T) (T, S, N, P, 0)
#define px_bulk_load(...)       __px_bulk (px_bulk_load_at, __VA_ARGS__, px_evict_normal, 0)
#define px_bulk_load_multicast(...)  __px_bulk_all (__VA_ARGS__, px_evict_normal, 0)
#define px_bulk_store(...)      __px_bulk_out (px_bulk_store_at, __VA_ARGS__, px_evict_normal, 0)
#define px_bulk_add(...)        __px_bulk_to (element, px_bulk_add, __VA_ARGS__, px_evict_normal, 0)
#define px_bulk_min(...)        __px_bulk_to (number, px_bulk_min, __VA_ARGS__, px_evict_normal, 0)
#define px_bulk_max(...)        __px_bulk_to (number, px_bulk_max, __VA_ARGS__, px_evict_normal, 0)
#define px_bulk_and(...)        __px_bulk_to (int, px_bulk_and, __VA_ARGS__, px_evict_normal, 0)
#define px_bulk_or(...)         __px_bulk_to (int, px_bulk_or, __VA_ARGS__, px_evict_normal, 0)
#define px_bulk_xor(...)        __px_bulk_to (int, px_bulk_xor, __VA_ARGS__, px_evict_normal, 0)
#define px_bulk_prefetch(F, N)  px_bulk_prefetch_at (F, N, 0)
#define __px_dims(F, A, B, C, D, E, N, ...)     F##_##N
#define __px_dim(F, ...)        __px_dims (F, __VA_ARGS__, 5, 4, 3, 2, 1)
#define px_tensor_load_policy(T, M, P, ...)     __px_dim (px_tensor_load, __VA_ARGS__) (T, M, P, 0, 0, __VA_ARGS__)
#define px_tensor_load_multicast_policy(T, M, B, P, ...) \
  __px_dim (px_tensor_load_multicast, __VA_ARGS__) (T, M, B, P, 0, 0, __VA_ARGS__)
#define px_tensor_store_policy(M, S, P, ...)    __px_dim (px_tensor_store, __VA_ARGS__) (M, S, P, 0, __VA_ARGS__)
#define px_tensor_add_policy(M, S, P, ...)      __px_dim (px_tensor_add, __VA_ARGS__) (M, S, P, 0, __VA_ARGS__)
#define px_tensor_min_policy(M, S, P, ...)      __px_dim (px_tensor_min, __VA_ARGS__) (M, S, P, 0, __VA_ARGS__)
#define px_tensor_max_policy(M, S, P, ...)      __px_dim (px_tensor_max, __VA_ARGS__) (M, S, P, 0, __VA_ARGS__)
#define px_tensor_inc_policy(M, S, P, ...)      __px_dim (px_tensor_inc, __VA_ARGS__) (M, S, P, 0, __VA_ARGS__)
#define px_tensor_dec_policy(M, S, P, ...)      __px_dim (px_tensor_dec, __VA_ARGS__) (M, S, P, 0, __VA_ARGS__)
#define px_tensor_and_policy(M, S, P, ...)      __px_dim (px_tensor_and, __VA_ARGS__) (M, S, P, 0, __VA_ARGS__)
#define px_tensor_or_policy(M, S, P, ...)       __px_dim (px_tensor_or, __VA_ARGS__) (M, S, P, 0, __VA_ARGS__)
#define px_tensor_xor_policy(M, S, P, ...)      __px_dim (px_tensor_xor, __VA_ARGS__) (M, S, P, 0, __VA_ARGS__)
#define px_tensor_prefetch_policy(M, P, ...)    __px_dim (px_tensor_prefetch, __VA_ARGS__) (M, P, 0, __VA_ARGS__)
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

#endif
#endif
