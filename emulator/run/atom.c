/* SPDX-License-Identifier: MIT */
/* Atomic operations.  Every operation is sequentially consistent on
   the host, which is stronger than any order and scope that PTX names.

   flags: 1 address of 64 bits, 2 no result.  */

#include "emulator/run/observer.h"
#include "emulator/run/fp.h"
#include "emulator/code/ops.h"

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (atom)

/* D = *p; *p = NEW, of the old value, B and C[i].  ATOMICALLY does so for the host's threads, of
   which only one accesses the shared memory of a cluster.  */
#define ATOM(name, T, NEW, ATOMICALLY) \
  OP (atom_##name) \
  { \
    uint64_t ad[LANES]; \
    addresses (w, o, ad); \
    if (!resolve (w, o, o->space, ad, sizeof (T), ACC_ATOMIC)) \
      return NULL; \
    const T *b = REG (T, o->b), *c = REG (T, o->c); \
    T *d = REG (T, o->d); \
    bool changed = false; \
    (void) c; \
    if (o->space == SP_SHARED) \
      EACH_LANE (i, w->mask) \
	{ \
	  T *p = (T *) ad[i], old = *p, B = b[i]; \
	  *p = NEW; \
	  changed |= *p != old; \
	  if (!(o->flags & 2)) \
	    d[i] = old; \
	} \
    else \
      EACH_LANE (i, w->mask) \
	{ \
	  T *p = (T *) ad[i], old, B = b[i]; \
	  ATOMICALLY; \
	  changed |= __atomic_load_n (p, __ATOMIC_RELAXED) != old; \
	  if (!(o->flags & 2)) \
	    d[i] = old; \
	} \
    if (changed) \
      OBSERVE (w, changed, w); \
    return o + 1; \
  }
/* The same by compare-and-swap, where the host lacks the operation.  */
#define LOOP(name, T, NEW) \
  ATOM (name, T, NEW, old = __atomic_load_n (p, __ATOMIC_RELAXED); while ( \
	  !__atomic_compare_exchange_n (p, &old, NEW, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)))

typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

#define INT_ATOMS(W, U, S) \
  ATOM (add_b##W, U, old + B, old = __atomic_fetch_add (p, B, __ATOMIC_SEQ_CST)) \
  ATOM (and_b##W, U, old &B, old = __atomic_fetch_and (p, B, __ATOMIC_SEQ_CST)) \
  ATOM (or_b##W, U, old | B, old = __atomic_fetch_or (p, B, __ATOMIC_SEQ_CST)) \
  ATOM (xor_b##W, U, old ^ B, old = __atomic_fetch_xor (p, B, __ATOMIC_SEQ_CST)) \
  ATOM (exch_b##W, U, B, old = __atomic_exchange_n (p, B, __ATOMIC_SEQ_CST)) \
  ATOM (cas_b##W, U, old == B ? c[i] : old, old = B; \
	__atomic_compare_exchange_n (p, &old, c[i], false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) \
  LOOP (min_u##W, U, old < B ? old : B) \
  LOOP (max_u##W, U, old > B ? old : B) \
  LOOP (min_s##W, U, (S) old < (S) B ? old : B) \
  LOOP (max_s##W, U, (S) old > (S) B ? old : B)
INT_ATOMS (32, u32, int32_t)
INT_ATOMS (64, u64, int64_t)
ATOM (cas_b16, u16, old == B ? c[i] : old, old = B;
      __atomic_compare_exchange_n (p, &old, c[i], false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
ATOM (exch_b16, u16, B, old = __atomic_exchange_n (p, B, __ATOMIC_SEQ_CST))
LOOP (inc_u32, u32, old >= B ? 0 : old + 1)
LOOP (dec_u32, u32, old == 0 || old > B ? B : old - 1)

static f32
flush_subnormal (f32 x)
{
  return bits_f32 (x) & 0x7f800000 ? x : f32_of (bits_f32 (x) & 0x80000000);
}

/* A + B where P is, in the memory of W: in global memory subnormal numbers are flushed, in shared memory
   not (9.7.13.5).  */
static u32
sum_at (const struct warp *w, const void *p, u32 a, u32 b)
{
  f32 x = f32_of (a), y = f32_of (b);
  bool kept = shared_at (w, (uintptr_t) p);
  return bits_f32 (
    canon_f32 (kept ? x + y : flush_subnormal (flush_subnormal (x) + flush_subnormal (y))));
}
LOOP (add_f32, u32, sum_at (w, p, old, B))
LOOP (add_f64, u64, bits_f64 (canon_f64 (f64_of (old) + f64_of (B))))

static u32
add_halves (int ct, u32 a, u32 b)
{
  return float_bits (ct, add_odd (float_value (ct, a & 0xffff), float_value (ct, b & 0xffff)), RN,
		     false);
}
static u32
h_pick (int ct, u32 a, u32 b, bool max)
{
  a &= 0xffff, b &= 0xffff;
  double x = float_value (ct, a), y = float_value (ct, b);
  if (x != x || y != y)
    return x != x ? (y != y ? 0x7fff : b) : a;
  if (x == y)
    return max ? a & b : a | b;
  return (x < y) != max ? a : b;
}
#define H_ATOMS(T, ct) \
  LOOP (add_##T, u16, (u16) add_halves (ct, old, B)) \
  LOOP (add_##T##x2, u32, add_halves (ct, old, B) | add_halves (ct, old >> 16, B >> 16) << 16) \
  LOOP (min_##T, u16, (u16) h_pick (ct, old, B, false)) \
  LOOP (max_##T, u16, (u16) h_pick (ct, old, B, true)) \
  LOOP (min_##T##x2, u32, \
	h_pick (ct, old, B, false) | h_pick (ct, old >> 16, B >> 16, false) << 16) \
  LOOP (max_##T##x2, u32, h_pick (ct, old, B, true) | h_pick (ct, old >> 16, B >> 16, true) << 16)
H_ATOMS (f16, CT_F16)
H_ATOMS (bf16, CT_BF16)

/* 128 bits: operands are two arrays of 64.  One lock for all: the host may lack
   the instruction.  */
static pthread_mutex_t wide_lock = PTHREAD_MUTEX_INITIALIZER;
static const struct op *
atom128 (struct warp *w, const struct op *o, bool cas)
{
  uint64_t ad[LANES];
  addresses (w, o, ad);
  if (!resolve (w, o, o->space, ad, 16, ACC_ATOMIC))
    return NULL;
  const u64 *b = REG (u64, o->b), *c = REG (u64, o->c);
  u64 *d = REG (u64, o->d);
  bool changed = false;
  EACH_LANE (i, w->mask)
    {
      u64 *p = (u64 *) ad[i], old[2];
      pthread_mutex_lock (&wide_lock);
      old[0] = p[0], old[1] = p[1];
      if (!cas)
	p[0] = b[i], p[1] = b[i + LANES];
      else if (old[0] == b[i] && old[1] == b[i + LANES])
	p[0] = c[i], p[1] = c[i + LANES];
      pthread_mutex_unlock (&wide_lock);
      changed |= p[0] != old[0] || p[1] != old[1];
      if (!(o->flags & 2))
	d[i] = old[0], d[i + LANES] = old[1];
    }
  if (changed)
    OBSERVE (w, changed, w);
  return o + 1;
}
OP (atom_exch_b128)
{
  return atom128 (w, o, false);
}
OP (atom_cas_b128)
{
  return atom128 (w, o, true);
}

OP (fence)
{
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  return o + 1;
}
