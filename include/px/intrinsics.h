/* SPDX-License-Identifier: MIT */
/* The intrinsics of the dialect, as <px/intrinsics.def> lists them: their types,
   prototypes, and the macros that choose an instance by type and supply
   arguments that were left out.  <px.h> includes it.  The manual's chapter on
   intrinsics says what each does.  */
#ifndef PX_INTRINSICS_H
#define PX_INTRINSICS_H

#include <stdint.h>

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
enum px_scope { px_block, px_cluster, px_gpu, px_sys };

/* ---- prototypes ------------------------------------------------------- */

#ifdef __cplusplus
extern "C" {
#endif
#define __px_OPERATOR __attribute__ ((__const__))
#define __px_PLAIN
#define __px_COLLECTIVE
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

#endif
#endif
