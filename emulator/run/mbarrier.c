/* SPDX-License-Identifier: MIT */
/* mbarriers (PTX ISA 9.7.13.15).

   64 opaque bits; ours: bit 63 phase, 0–19 pending arrivals (as they count down),
   20–39 arrivals of a phase, 40–61 transaction count (two's complement, 22 bits).
   Shared memory of a cluster belongs to one worker, so plain accesses do.  */

#include "emulator/run/async.h"

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (mbarrier)

typedef uint32_t u32;
typedef uint64_t u64;

#define MB_COUNT(x) ((u32) ((x) &0xfffff))
#define MB_EXPECT(x) ((u32) ((x) >> 20 & 0xfffff))
#define MB_TX(x) ((int32_t) (((x) >> 40 & 0x3fffff) << 10) >> 10)
#define MB_PHASE(x) ((u32) ((x) >> 63))
#define MB(phase, tx, expect, count) \
  ((u64) (phase) << 63 | (u64) ((u32) (tx) &0x3fffff) << 40 | (u64) (expect) << 20 | (count))
#define TX_MAX 0xfffff

uint32_t
mb_pending (u64 bar)
{
  return MB_COUNT (bar);
}
uint32_t
mb_phase (u64 bar)
{
  return MB_PHASE (bar);
}
int32_t
mb_bytes (u64 bar)
{
  return MB_TX (bar);
}

/* The phase ends when nothing is pending.  */
static u64
done (u64 x)
{
  if (MB_COUNT (x) == 0 && MB_TX (x) == 0)
    return MB (!MB_PHASE (x), 0, MB_EXPECT (x), MB_EXPECT (x));
  return x;
}

void
mb_complete_tx (u64 *bar, u32 bytes)
{
  u64 x = *bar;
  *bar = done (MB (MB_PHASE (x), MB_TX (x) - (int32_t) bytes, MB_EXPECT (x), MB_COUNT (x)));
}

void
mb_arrive_one (u64 *bar)
{
  u64 x = *bar;
  if (MB_COUNT (x))
    *bar = done (x - 1);
}

/* Host addresses of the mbarriers.  OWN: they must be the block's.  */
static bool
mbar_words (struct warp *w, const struct op *o, u64 *ad, bool own, enum access access)
{
  addresses (w, o, ad);
  if (!resolve (w, o, o->space, ad, 8, access))
    return false;
  EACH_LANE (i, w->mask)
    {
      const struct block *b = shared_at (w, ad[i]);
      if (!b || (own && b != w->block))
	{
	  fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << i, ad[i], 8,
		b ? "the mbarrier is another block's" : "the mbarrier is not in shared memory");
	  return false;
	}
    }
  return true;
}

/* Reports to the observer that LANES are about to do USE with the mbarrier at A, of BYTES.  Returns
   false if the warp has failed.  */
static bool
may (struct warp *w, const struct op *o, enum mbar_use use, u32 lanes, u64 a, u32 bytes)
{
  return !WATCHED (w, mbar_use) || w->observer->mbar_use (w, o, use, lanes, a, bytes);
}

OP (mbarrier_init)
{
  u64 ad[LANES];
  if (!mbar_words (w, o, ad, true, ACC_ATOMIC))
    return NULL;
  EACH_LANE (i, w->mask)
    {
      u32 n = REG (u32, o->b)[i];
      if (n == 0 || n > 0xfffff)
	return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << i, 0, 0,
		     "mbarrier count %u is not in 1 to 1048575", n);
      if (!may (w, o, MBAR_INIT, 1u << i, ad[i], 0))
	return NULL;
      *(u64 *) ad[i] = MB (0, 0, n, n);
    }
  return o + 1;
}

OP (mbarrier_inval)
{
  u64 ad[LANES];
  if (!mbar_words (w, o, ad, true, ACC_ATOMIC))
    return NULL;
  EACH_LANE (i, w->mask)
    {
      if (!may (w, o, MBAR_INVAL, 1u << i, ad[i], 0))
	return NULL;
      *(u64 *) ad[i] = 0;
    }
  return o + 1;
}

/* imm of the address; b: bytes; flags 4: complete, else expect.  */
static const struct op *
transact (struct warp *w, const struct op *o, bool complete)
{
  u64 ad[LANES];
  enum mbar_use use = complete ? MBAR_COMPLETE : MBAR_EXPECT;
  if (!mbar_words (w, o, ad, false, ACC_ATOMIC))
    return NULL;
  EACH_LANE (i, w->mask)
    {
      u64 *p = (u64 *) ad[i], x = *p;
      u32 n = REG (u32, o->b)[i];
      if (!may (w, o, use, 1u << i, ad[i], n))
	return NULL;
      int64_t tx = (int64_t) MB_TX (x) + (complete ? -(int64_t) n : (int64_t) n);
      if (n > TX_MAX || tx > TX_MAX || tx < -TX_MAX)
	return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << i, ad[i], 8,
		     "transaction count %d by %u more leaves -1048575 to 1048575", MB_TX (x), n);
      x = MB (MB_PHASE (x), tx, MB_EXPECT (x), MB_COUNT (x));
      *p = complete ? done (x) : x;
      OBSERVE (w, mbar_done, w, use, i, ad[i]);
    }
  return o + 1;
}
OP (mbarrier_expect_tx)
{
  return transact (w, o, false);
}
OP (mbarrier_complete_tx)
{
  return transact (w, o, true);
}

/* D = the state before.  flags 4: B is a transaction count, one arrival, else B
   arrivals; 8: must not end the phase.  */
static const struct op *
mbar_arrive_lanes (struct warp *w, const struct op *o, bool drop)
{
  u64 ad[LANES];
  if (!mbar_words (w, o, ad, false, ACC_ATOMIC))
    return NULL;
  EACH_LANE (i, w->mask)
    {
      if (!may (w, o, MBAR_ARRIVE, 1u << i, ad[i], 0))
	return NULL;
      u64 *p = (u64 *) ad[i], x = *p;
      u32 v = REG (u32, o->b)[i], n = o->flags & 4 ? 1 : v;
      int64_t tx = (int64_t) MB_TX (x) + (o->flags & 4 ? (int64_t) v : 0);
      if (n == 0 || n > MB_COUNT (x) || (drop && n > MB_EXPECT (x)))
	return fail (w, o, PX_EMU_SYNC, 1u << i, ad[i], 8,
		     "mbarrier arrival of %u where %u are pending", n, MB_COUNT (x));
      if (tx > TX_MAX || tx < -TX_MAX)
	return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << i, ad[i], 8,
		     "transaction count %d by %u more leaves -1048575 to 1048575", MB_TX (x), v);
      if (o->flags & 8 && n == MB_COUNT (x) && tx == 0)
	return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << i, ad[i], 8,
		     "arrival with .noComplete ends the phase");
      REG (u64, o->d)[i] = x;
      OBSERVE (w, mbar_arrive, w, o, i, ad[i], o->flags & 4 ? v : 0);
      *p = done (MB (MB_PHASE (x), tx, MB_EXPECT (x) - (drop ? n : 0), MB_COUNT (x) - n));
      OBSERVE (w, mbar_done, w, MBAR_ARRIVE, i, ad[i]);
    }
  return o + 1;
}
OP (mbarrier_arrive)
{
  return mbar_arrive_lanes (w, o, false);
}
OP (mbarrier_arrive_drop)
{
  return mbar_arrive_lanes (w, o, true);
}

OP (mbarrier_pending_count)
{
  EACH_LANE (i, w->mask)
    REG (u32, o->d)[i] = MB_COUNT (REG (u64, o->a)[i]);
  return o + 1;
}

/* The arrival comes when the lane's earlier cp.async are complete.  flags 4: .noinc,
   else it is one more of the phase that is pending.  */
OP (cp_async_arrive)
{
  u64 ad[LANES];
  if (!mbar_words (w, o, ad, true, ACC_ATOMIC))
    return NULL;
  EACH_LANE (i, w->mask)
    {
      if (!may (w, o, MBAR_LATER, 1u << i, ad[i], 0))
	return NULL;
      u64 *p = (u64 *) ad[i];
      if (o->flags & 4 ? MB_COUNT (*p) == 0 : MB_COUNT (*p) == 0xfffff)
	return fail (w, o, PX_EMU_SYNC, 1u << i, ad[i], 8, "mbarrier arrival where %u are pending",
		     MB_COUNT (*p));
      if (!(o->flags & 4))
	*p += 1;
    }
  struct async_op *a = async_new (w, o, AS_ARRIVE, END_CP_GROUP, w->mask);
  if (!a)
    return NULL;
  for (int i = 0; i < LANES; i++)
    a->arrive[i] = (u64 *) ad[i];
  async_issue (a);
  return o + 1;
}

/* D = the phase of state B, or of parity B, is complete.  A wait that may suspend
   gives the others a turn by the fuel of its loop.  */
#define TEST(name, T, PHASE) \
  OP (name) \
  { \
    u64 ad[LANES]; \
    if (!mbar_words (w, o, ad, true, ACC_LOAD)) \
      return NULL; \
    u32 r = 0, *d = &PRED (o->d); \
    for (u32 left = w->mask, same; left; left &= ~same) \
      { \
	u64 *p = (u64 *) ad[__builtin_ctz (left)]; \
	bool asked = false; \
	u32 yes = 0; \
	same = 0; \
	EACH_LANE (i, left) \
	  same |= (u32) (ad[i] == (uintptr_t) p) << i; \
	if (!may (w, o, MBAR_TEST, same, (uintptr_t) p, 0)) \
	  return NULL; \
	EACH_LANE (i, same) \
	  { \
	    T B = REG (T, o->b)[i]; \
	    if (MB_PHASE (*p) == (PHASE) && !asked) \
	      { \
		async_demand (w, p); \
		asked = true; \
	      } \
	    yes |= (u32) (MB_PHASE (*p) != (PHASE)) << i; \
	  } \
	if (yes) \
	  OBSERVE (w, mbar_seen, w, o, yes, (uintptr_t) p, true); \
	if (same != yes) \
	  OBSERVE (w, mbar_seen, w, o, same & ~yes, (uintptr_t) p, false); \
	r |= yes; \
      } \
    *d = (*d & ~w->mask) | r; \
    if (r != w->mask) \
      w->fuel = w->fuel > 8 ? 8 : w->fuel; \
    return o + 1; \
  }
TEST (mbarrier_test, u64, MB_PHASE (B))
TEST (mbarrier_test_parity, u32, (B & 1))
