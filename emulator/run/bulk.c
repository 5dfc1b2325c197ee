/* SPDX-License-Identifier: MIT */
/* Bulk copies and reductions, st.async, red.async (PTX ISA 9.7.9.12, 9.7.9.25.4,
   9.7.9.25.5, 9.7.13.7).

   Addresses and sizes are checked when an operation is issued.  A reduction is
   atomic element by element.  */

#include "emulator/run/async.h"
#include "emulator/run/fp.h"
#include "emulator/code/ops.h"

#include <stdlib.h>

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (bulk)

typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* ---- reductions ---- */

#define CAS(T, NEW) \
  do \
    { \
      T *p_ = (T *) p, old = __atomic_load_n (p_, __ATOMIC_RELAXED), x; \
      memcpy (&x, from, sizeof x); \
      while ( \
	!__atomic_compare_exchange_n (p_, &old, NEW, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) \
	; \
    } \
  while (0)

#define INTEGER(U, S, signed_) \
  switch (r) \
    { \
    case RED_ADD: CAS (U, (U) (old + x)); break; \
    case RED_MIN: CAS (U, (signed_ ? (S) old < (S) x : old < x) ? old : x); break; \
    case RED_MAX: CAS (U, (signed_ ? (S) old > (S) x : old > x) ? old : x); break; \
    case RED_INC: CAS (U, old >= x ? 0 : old + 1); break; \
    case RED_DEC: CAS (U, old == 0 || old > x ? x : old - 1); break; \
    case RED_AND: CAS (U, old &x); break; \
    case RED_OR: CAS (U, old | x); break; \
    default: CAS (U, old ^ x); break; \
    }

static u16
half_reduce (int ct, enum reduce r, u16 a, u16 b)
{
  double x = float_value (ct, a), y = float_value (ct, b);
  if (r == RED_ADD)
    return float_bits (ct, add_odd (x, y), RN, false);
  if (x != x || y != y)
    return x == x ? a : y == y ? b : 0x7fff;
  if (x == y)
    return r == RED_MAX ? a & b : a | b;
  return (x < y) == (r == RED_MIN) ? a : b;
}

/* *P = *P op *FROM, one element of TYPE.  */
static void
reduce_one (void *p, enum reduce r, ptx_mod type, const void *from)
{
  switch (type)
    {
    case PTX_F32:
      /* Unlike atom and red in global memory, which flush subnormal numbers, a GPU does not here.  */
      CAS (u32, bits_f32 (canon_f32 (f32_of (old) + f32_of (x))));
      break;
    case PTX_F64: CAS (u64, bits_f64 (canon_f64 (f64_of (old) + f64_of (x)))); break;
    case PTX_F16: CAS (u16, half_reduce (CT_F16, r, old, x)); break;
    case PTX_BF16: CAS (u16, half_reduce (CT_BF16, r, old, x)); break;
    case PTX_S32: INTEGER (u32, int32_t, true) break;
    case PTX_S64: INTEGER (u64, int64_t, true) break;
    case PTX_U64:
    case PTX_B64: INTEGER (u64, int64_t, false) break;
    default: INTEGER (u32, int32_t, false) break;
    }
}

/* N bytes of P reduced by, or replaced with, those at FROM.  */
void
bulk_put (const struct async_op *a, void *p, const void *from, u32 n)
{
  u32 size = ptx_bits (a->type) / 8;
  async_touch (a, __builtin_ctz (a->lanes), p, n, true);
  if (a->reduce == RED_NONE)
    memcpy (p, from, n);
  else
    for (u32 i = 0; i < n; i += size)
      reduce_one ((uint8_t *) p + i, a->reduce, a->type, (const uint8_t *) from + i);
}

/* ---- steps ---- */

void
bulk_read (struct async_op *a)
{
  a->data = malloc (a->bytes);
  if (!a->data)
    return;
  async_touch (a, __builtin_ctz (a->lanes), (void *) a->bulk.src, a->bytes, false);
  memcpy (a->data, (void *) a->bulk.src, a->bytes);
}

void
bulk_write (struct async_op *a)
{
  if (a->kind == AS_REMOTE)
    {
      bulk_put (a, (void *) a->remote.dst, a->remote.value, a->bytes);
      return;
    }
  bulk_put (a, (void *) a->bulk.dst, a->data ? a->data : (uint8_t *) a->bulk.src, a->bytes);
}

/* ---- issue ---- */

bool
bulk_blocks (struct warp *w, const struct op *o, u32 lane, u32 mask, u32 *blocks)
{
  u32 n = w->block->cluster->n_blocks;
  *blocks = mask & 0xffff; /* ctaMask has 16 bits (PTX ISA, cp.async.bulk) */
  if (*blocks >> n)
    fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << lane, 0, 0,
	  "multicast to blocks 0x%x of a cluster of %u", *blocks, n);
  return !(*blocks >> n);
}

/* The same byte of block RANK's shared memory as P of W's block or another's.  */
uint8_t *
bulk_in_block (struct warp *w, u32 rank, u64 p)
{
  struct block *b = shared_at (w, p);
  return b ? w->block->cluster->blocks[rank].shared + (p - (uintptr_t) b->shared) : NULL;
}

/* The mbarrier at ADDR for lane I; NULL: W has failed.  */
static u64 *
barrier_at (struct warp *w, const struct op *o, u32 i, u64 addr)
{
  uint8_t *p = resolve_range (w, o, i, SP_SHARED, addr, 8, 8, ACC_ATOMIC);
  return (u64 *) p;
}

/* a: destination; b: source; c: bytes; e: mbarrier; f: mask of blocks.  imm: BULK of
   ops.h.  */
OP (bulk)
{
  enum space to = BULK_TO (o->imm), from = BULK_FROM (o->imm);
  EACH_LANE (i, w->mask)
    {
      u32 size = REG (u32, o->c)[i];
      u64 da = REG (u64, o->a)[i], sa = REG (u64, o->b)[i];
      if (size % 16)
	return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << i, 0, size,
		     "bulk copy of %u bytes: not a multiple of 16", size);
      u64 *bar = NULL;
      if (to == SP_SHARED && !(bar = barrier_at (w, o, i, REG (u64, o->e)[i])))
	return NULL;
      if (size == 0)
	continue;
      uint8_t *s = resolve_range (w, o, i, from, sa, size, 16, ACC_LOAD);
      if (!s)
	return NULL;
      uint8_t *d = resolve_range (w, o, i, to, da, size, 16, ACC_STORE);
      if (!d)
	return NULL;
      u32 blocks = 1;
      bool multi = BULK_MULTICAST (o->imm);
      if (multi && !bulk_blocks (w, o, i, REG (u32, o->f)[i], &blocks))
	return NULL;
      for (u32 rank = 0; blocks >> rank; rank++)
	{
	  if (!(blocks >> rank & 1))
	    continue;
	  struct async_op *a
	    = async_new (w, o, AS_BULK, bar ? END_MBARRIER : END_BULK_GROUP, 1u << i);
	  if (!a)
	    return NULL;
	  a->bulk.src = (uintptr_t) s;
	  a->bulk.dst = (uintptr_t) (multi ? bulk_in_block (w, rank, (uintptr_t) d) : d);
	  a->bar = multi ? (u64 *) bulk_in_block (w, rank, (uintptr_t) bar) : bar;
	  a->bytes = a->tx = size;
	  a->reduce = BULK_REDUCE (o->imm);
	  a->type = BULK_TYPE (o->imm);
	  async_issue (a);
	}
    }
  return o + 1;
}

/* st.async and red.async.  a: destination; slots: mbarrier, then values of imm's
   type.  */
OP (remote)
{
  const struct slots *s = o->slots;
  u32 size = ptx_bits (BULK_TYPE (o->imm)) / 8, n = s->n - 1;
  EACH_LANE (i, w->mask)
    {
      u64 *bar = barrier_at (w, o, i, REG (u64, s->at[0])[i]);
      if (!bar)
	return NULL;
      uint8_t *d
	= resolve_range (w, o, i, SP_SHARED, REG (u64, o->a)[i], n * size, n * size, ACC_STORE);
      if (!d)
	return NULL;
      struct async_op *a = async_new (w, o, AS_REMOTE, END_MBARRIER, 1u << i);
      if (!a)
	return NULL;
      a->remote.dst = (uintptr_t) d;
      for (u32 k = 0; k < n; k++)
	if (size == 4)
	  ((u32 *) a->remote.value)[k] = REG (u32, s->at[k + 1])[i];
	else
	  a->remote.value[k] = REG (u64, s->at[k + 1])[i];
      a->bar = bar;
      a->bytes = a->tx = n * size;
      a->reduce = BULK_REDUCE (o->imm);
      a->type = BULK_TYPE (o->imm);
      async_issue (a);
    }
  return o + 1;
}
