/* SPDX-License-Identifier: MIT */
/* Matrix instructions of a warpgroup (PTX ISA 9.7.15).  Numerics: matrix.h.

   Each warp issues its part, 16 rows; a descriptor is checked then.  Accumulators,
   A in registers and metadata have registers of their own (vreg.pinned), which are
   read and written when the operation is carried out.  A wait is for the whole
   warpgroup: its last warp carries out what all of them wait for, and B is read
   once.  */

#include <stdlib.h>

#include "emulator/run/async.h"
#include "emulator/run/matrix.h"

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (wgmma)

typedef uint32_t u32;
typedef uint64_t u64;

enum
{
  MAX_N = 256,
  MAX_K = 256,
  ROWS = 16
};

/* ---- shared memory (9.7.15.5.1.2) ---- */

struct layout
{
  u32 start, lbo, sbo, width; /* width: bytes of the swizzle, 16: none */
  u32 phase;		      /* base offset */
  bool mn;		      /* not K-major */
};

static struct layout
layout_of (u64 desc, bool mn)
{
  static const uint8_t width[] = { 16, 128, 64, 32 };
  return (struct layout){ .start = (desc & 0x3fff) << 4,
			  .lbo = (desc >> 16 & 0x3fff) << 4,
			  .sbo = (desc >> 32 & 0x3fff) << 4,
			  .phase = desc >> 49 & 7,
			  .width = width[desc >> 62],
			  .mn = mn };
}

/* A chunk of 16 bytes lies at START + ALONG (its number in its line of the contiguous
   dimension) + ACROSS (the line's), before the swizzle.  */
static inline u32
along (const struct layout *y, u32 i)
{
  u32 line = y->width / 16;
  if (line == 1)
    return i * (y->mn ? y->sbo : y->lbo);
  return y->mn ? i % line * 16 + i / line * y->lbo : i * 16;
}

static inline u32
across (const struct layout *y, u32 i)
{
  return i % 8 * y->width + i / 8 * (y->mn && y->width == 16 ? y->lbo : y->sbo);
}

/* Bits 4 on, as many as the width has, change places by bits 7 on of the address less
   the base offset.  */
static inline u32
swizzled (const struct layout *y, u32 x)
{
  return x ^ (((x >> 7) - y->phase) << 4 & (y->width - 16));
}

/* LINES lines from FIRST on, groups of eight, of N chunks from CHUNK on.  COPY: room for them,
   where they are not read in place.  */
static void
find (struct async_op *a, const struct layout *y, u32 first, u32 lines, u32 chunk, u32 n,
      struct lines *s, uint8_t *copy)
{
  const uint8_t *shared = a->w->shared;
  bool touch = a->w->block->launch->flights;
  u32 step = across (y, 8);
  s->groups = lines / 8;
  s->chunks = n;
  /* Lines that are 1024 bytes apart are swizzled in the same way.  */
  if (likely (!touch) && (step % 1024 == 0 || y->width == 16))
    {
      s->step = step;
      shared += first / 8 * step;
      for (u32 j = 0; j < n; j++)
	{
	  u32 at = y->start + along (y, chunk + j);
	  for (u32 i = 0; i < 8; i++)
	    s->at[8 * j + i] = shared + swizzled (y, at + across (y, i));
	}
      return;
    }
  s->step = 8 * 16 * n;
  for (u32 i = 0; i < 8 * n; i++)
    s->at[i] = copy + 16 * i;
  for (u32 i = 0; i < lines; i += 8)
    for (u32 j = 0; j < n; j++)
      for (u32 x = 0; x < 8; x++, copy += 16)
	{
	  const uint8_t *p
	    = shared + swizzled (y, y->start + along (y, chunk + j) + across (y, first + i + x));
	  if (unlikely (touch))
	    async_touch (a, 0, p, 16, false);
	  memcpy (copy, p, 16);
	}
}

/* B of OP, panel after panel.  */
static void
load_b (struct async_op *op, float *b)
{
  uint8_t copy[MAX_N * 32];
  const struct op *o = op->o;
  int n = MX_N (o->imm), k = MX_K (o->imm), t = MX_BT (o->imm), per = 128 / mt_bits (t);
  struct layout y = layout_of (op->wgmma.b, MX_FLAGS (o->imm) & MX_TRANS_B);
  struct lines s;
  find (op, &y, 0, y.mn ? k : n, 0, (y.mn ? n : k) / per, &s, copy);
  (y.mn ? tile ()->load_lines : tile ()->load_cols) (b, &s, k, t);
}

/* ---- carrying it out ---- */

static bool
sparse (const struct op *o)
{
  return MX_FLAGS (o->imm) & MX_SPARSE;
}

/* A of one warp.  */
static void
load_a (struct async_op *op, float *a)
{
  const struct op *o = op->o;
  int flags = MX_FLAGS (o->imm), k = MX_K (o->imm), kp = sparse (o) ? k / 2 : k, t = MX_AT (o->imm);
  int per = 128 / mt_bits (t), first = op->w->index % WARPGROUP * ROWS;
  if (flags & MX_A_REG)
    mt_a (o, op->frame->regs, a);
  else
    {
      uint8_t copy[ROWS * 64];
      float v[8 * 16], rows[ROWS * MAX_K];
      struct layout y = layout_of (op->wgmma.a, flags & MX_TRANS_A);
      struct lines s;
      find (op, &y, y.mn ? 0 : first, y.mn ? kp : ROWS, y.mn ? first / per : 0,
	    (y.mn ? ROWS : kp) / per, &s, copy);
      if (!y.mn && !sparse (o))
	tile ()->load_rows (a, &s, t);
      else
	{
	  for (int i = 0; i < s.groups; i++)
	    for (int j = 0; j < 8 * s.chunks; j++)
	      {
		tile ()->widen (v, s.at[j] + i * s.step, t, per);
		for (int x = 0, line = 8 * i + j % 8, at = j / 8 * per; x < per; x++)
		  rows[y.mn ? (at + x) * kp + line : line * kp + at + x] = v[x];
	      }
	  mt_rows (o, op->frame->regs, rows, a);
	}
    }
  if (!(flags & MX_NEG_A) != !(flags & MX_NEG_B))
    for (int i = 0; i < MT_A (k, 0); i++)
      a[i] = -a[i];
}

/* Operations that follow one another with the same accumulators are one sum, of as many as
   CHAIN_K along K, or of one operation.  */
enum
{
  CHAIN_K = 64,
  A_TILES
  = MT_A (MAX_K,
	  0), /* floats of the A of a chain: one operation has more along K than a longer chain */
  B_TILES = MAX_N * MAX_K
};

/* Returns true if OP continues the sum that LAST ends.  */
static bool
chained (const struct async_op *op, const struct async_op *last)
{
  const struct op *o = op->o, *p = last->o;
  int dt = MX_DT (o->imm);
  return op->frame == last->frame && op->wgmma.scale && o->imm == p->imm
	 && (dt == MT_F32 || (dt == MT_S32 && !(MX_FLAGS (o->imm) & MX_SATFINITE)))
	 && o->slots->at[o->d] == p->slots->at[p->d];
}

/* Room for the A and B of a chain of OP's; NULL: there is none, and its warp has failed.  */
static float *
tiles_for (const struct async_op *op)
{
  struct worker *wk = op->w->block->worker;
  void *tiles = wk->tiles;
  if (!tiles && posix_memalign (&tiles, 64, (A_TILES + B_TILES) * sizeof *wk->tiles))
    {
      fail (op->w, op->o, PX_EMU_NO_MEMORY, ALL_LANES, 0, 0, "no memory for wgmma");
      return NULL;
    }
  return wk->tiles = tiles;
}

/* Carries out N operations of COUNT warps, OPS[i * COUNT + j] operation i of warp j; those
   of one i are the same instruction with the same B.  */
static void
run_all (struct async_op **ops, int n, int count)
{
  float *a = tiles_for (ops[0]);
  if (!a)
    return;
  float *b = a + A_TILES;
  for (int i = 0, m; i < n; i += m)
    {
      const struct op *o = ops[i * count]->o;
      int panels = MX_N (o->imm) / 8, k = MX_K (o->imm), most = CHAIN_K / k;
      most = most > MX_CHAIN ? MX_CHAIN : most < 1 ? 1 : most;
      for (m = 1; m < most && i + m < n; m++)
	{
	  bool all = true;
	  for (int j = 0; j < count; j++)
	    all &= chained (ops[(i + m) * count + j], ops[(i + m - 1) * count + j]);
	  if (!all)
	    break;
	}
      for (int x = 0; x < m; x++)
	load_b (ops[(i + x) * count], b + x * MAX_N * k);
      const float *as[MX_CHAIN], *bs[MX_CHAIN * MAX_N / 8];
      for (int x = 0; x < m; x++)
	{
	  as[x] = a + x * MT_A (k, 0);
	  for (int y = 0; y < panels; y++)
	    bs[x * panels + y] = b + (x * MAX_N + y * 8) * k;
	}
      for (int j = 0; j < count; j++)
	{
	  const struct async_op *first = ops[i * count + j];
	  void *d[MAX_N / 2];
	  for (int x = 0; x < m; x++)
	    load_a (ops[(i + x) * count + j], a + x * MT_A (k, 0));
	  for (int r = 0; r < panels * (MX_DT (o->imm) == MT_F16 ? 2 : 4); r++)
	    d[r] = first->frame->regs + o->slots->at[o->d + r];
	  mt_sum (o->imm, d, first->wgmma.scale ? (const void **) d : NULL, panels, as, bs, m);
	}
    }
}

void
wgmma_run (struct async_op *a)
{
  run_all (&a, 1, 1);
}

static void
touch_lines (struct async_op *a, const struct layout *y, u32 first, u32 lines, u32 chunk, u32 n)
{
  const struct launch *l = a->w->block->launch;
  u64 shared = (uintptr_t) a->w->shared, at = 0, bits = 0;
  u32 off[MAX_N / 8];
  for (u32 j = 0; j < n; j++)
    off[j] = along (y, chunk + j);
  for (u32 i = 0; i < lines; i++)
    {
      u32 line = y->start + across (y, first + i);
      for (u32 j = 0; j < n; j++)
	{
	  u64 x = shared + swizzled (y, line + off[j]);
	  if (at != (x & -(u64) 1024))
	    {
	      if (bits)
		l->observer->flight_chunks (a, at, bits);
	      at = x & -(u64) 1024;
	      bits = 0;
	    }
	  bits |= (u64) 1 << x % 1024 / 16;
	}
    }
  if (bits)
    l->observer->flight_chunks (a, at, bits);
}

/* launch.flights is set.  */
void
wgmma_touches (struct async_op *a)
{
  const struct op *o = a->o;
  int flags = MX_FLAGS (o->imm), n = MX_N (o->imm), k = MX_K (o->imm), kp = sparse (o) ? k / 2 : k;
  u32 warp = a->w->index % WARPGROUP, first = warp * ROWS, per = 128 / mt_bits (MX_BT (o->imm));
  struct layout y = layout_of (a->wgmma.b, flags & MX_TRANS_B);
  u32 lines = y.mn ? k : n;
  u32 part = (lines + WARPGROUP - 1) / WARPGROUP, from = warp * part;
  if (lines > from)
    touch_lines (a, &y, from, lines - from < part ? lines - from : part, 0, (y.mn ? n : k) / per);
  if (flags & MX_A_REG)
    return;
  per = 128 / mt_bits (MX_AT (o->imm));
  y = layout_of (a->wgmma.a, flags & MX_TRANS_A);
  if (y.mn)
    touch_lines (a, &y, 0, kp, first / per, ROWS / per);
  else
    touch_lines (a, &y, first, ROWS, 0, kp / per);
}

/* ---- issue ---- */

/* What is wrong with a descriptor of MN elements along M or N and K, of type T; NULL:
   nothing.  */
static const char *
descriptor_error (const struct warp *w, u64 desc, bool trans, u32 mn, u32 k, int t)
{
  struct layout y = layout_of (desc, trans);
  u32 per = 128 / mt_bits (t);
  if (y.width == 16 && y.phase)
    return "the matrix descriptor has a base offset and no swizzle";
  u32 lines = trans ? k : mn, n = (trans ? mn : k) / per, deep = across (&y, 7);
  /* The last chunk, or that of the last whole line.  */
  u32 line = y.width / 16, far = along (&y, n - 1),
      other = n > line ? along (&y, n / line * line - 1) : 0;
  far = other > far ? other : far;
  /* There are whole groups of eight.  */
  deep += across (&y, lines - 8);
  u32 last = y.start + far + deep;
  if ((last | (y.width - 1)) >= w->block->launch->shared_bytes)
    return "the matrix descriptor leaves shared memory";
  return NULL;
}

/* slots: D, then A's registers (MX_A_REG), the metadata; op.b, f: descriptors of A and B;
   c: predicate scale-d.  */
OP (wgmma)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  int flags = MX_FLAGS (o->imm), k = MX_K (o->imm), kp = sparse (o) ? k / 2 : k;
  if (w->index / WARPGROUP * WARPGROUP + WARPGROUP > w->block->n_warps)
    return fail (w, o, PX_EMU_SYNC, w->mask, 0, 0, "warp %u is not part of a whole warpgroup",
		 w->index);
  const u64 *b = REG (u64, o->f), *a = flags & MX_A_REG ? b : REG (u64, o->b);
  u32 p = PRED (o->c);
  if (p && p != ALL_LANES)
    return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, ~p, 0, 0,
		 "the threads of the warp give scale-d different values");
  u64 differ = 0;
  for (int l = 1; l < LANES; l++)
    differ |= (a[l] ^ a[0]) | (b[l] ^ b[0]);
  for (int l = 1; unlikely (differ != 0) && l < LANES; l++)
    if (a[l] != a[0] || b[l] != b[0])
      return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << l, 0, 0,
		   "the threads of the warp give different matrix descriptors");
  const char *why
    = descriptor_error (w, b[0], flags & MX_TRANS_B, MX_N (o->imm), k, MX_BT (o->imm));
  if (!why && !(flags & MX_A_REG))
    why = descriptor_error (w, a[0], flags & MX_TRANS_A, WARPGROUP * ROWS, kp, MX_AT (o->imm));
  if (why)
    return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, w->mask, 0, 0, "%s", why);
  /* The GPU does not look at them.  */
  if ((b[0] | (flags & MX_A_REG ? 0 : a[0])) & UINT64_C (0x3ff1c000c000c000))
    OBSERVE (w, descriptor, w, o);
  struct async_op *op = async_new (w, o, AS_WGMMA, END_WGMMA_GROUP, ALL_LANES);
  if (!op)
    return NULL;
  op->wgmma.a = a[0];
  op->wgmma.b = b[0];
  op->wgmma.scale = p;
  async_issue (op);
  return o + 1;
}

OP (wgmma_fence)
{
  return unlikely (w->mask != ALL_LANES) ? gather_warp (w, o) : o + 1;
}

OP (wgmma_commit)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  async_commit (w, ALL_LANES, END_WGMMA_GROUP);
  return o + 1;
}

/* The next operation that a wait is for, A or one after it.  */
static struct async_op *
next_waited (struct async_op *a, int keep)
{
  while (a && !async_waited (a, ALL_LANES, END_WGMMA_GROUP, keep))
    a = a->next;
  return a;
}

/* All warps of the group of W stand at wait O: carries out what they wait for, in step;
   so a warp that has issued something else is found.  */
static bool
complete_group (struct warp *w, const struct op *o)
{
  enum
  {
    BATCH = 16
  };
  struct warp *g = warpgroup (w);
  struct async_op *ops[BATCH * WARPGROUP], *a;
  if (w->block->launch->async != PX_EMU_ASYNC_LATE)
    {
      /* Some of a warp's may be done already.  */
      for (int j = 0; j < WARPGROUP; j++)
	while ((a = next_waited (g[j].async.first, o->imm)))
	  {
	    if (!a->moved)
	      wgmma_run (a);
	    async_done (a);
	  }
      return true;
    }
  for (;;)
    {
      int n = 0;
      struct async_op *at[WARPGROUP];
      for (int j = 0; j < WARPGROUP; j++)
	at[j] = next_waited (g[j].async.first, o->imm);
      for (; n < BATCH && at[0]; n++)
	{
	  for (int j = 1; j < WARPGROUP; j++)
	    if (!at[j] || at[j]->o != at[0]->o || at[j]->wgmma.b != at[0]->wgmma.b)
	      {
		fail (&g[at[j] ? j : 0], (at[j] ? at[j] : at[0])->o, PX_EMU_SYNC, ALL_LANES, 0, 0,
		      "the warps of a warpgroup do not execute the same wgmma");
		return false;
	      }
	  for (int j = 0; j < WARPGROUP; j++)
	    {
	      ops[n * WARPGROUP + j] = at[j];
	      at[j] = next_waited (at[j]->next, o->imm);
	    }
	}
      if (!n)
	break;
      run_all (ops, n, WARPGROUP);
      for (int i = 0; i < n * WARPGROUP; i++)
	async_done (ops[i]);
    }
  for (int j = 0; j < WARPGROUP; j++)
    if (next_waited (g[j].async.first, o->imm))
      {
	fail (&g[j], o, PX_EMU_SYNC, ALL_LANES, 0, 0,
	      "the warps of a warpgroup do not execute the same wgmma");
	return false;
      }
  return true;
}

/* W waits at O for the other warps of its group, which then continue together once DONE,
   if not NULL, has done its work.  */
static const struct op *
rendezvous (struct warp *w, const struct op *o, bool (*done) (struct warp *, const struct op *))
{
  struct warp *g = warpgroup (w);
  park (w, o, w->frame, ALL_LANES, FRAG_GROUP);
  for (int j = 0; j < WARPGROUP; j++)
    if (g[j].n_frags != 1 || g[j].frags[0].state != FRAG_GROUP || g[j].frags[0].pc != o)
      return next_fragment (w);
  if (done && !done (w, o))
    return NULL;
  for (int j = 0; j < WARPGROUP; j++)
    {
      g[j].frags[0].state = FRAG_READY;
      g[j].frags[0].pc++;
      if (g[j].state == W_BLOCKED)
	g[j].state = W_READY;
    }
  return next_fragment (w);
}

/* imm: groups that may remain.  */
OP (wgmma_wait)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  if (WATCHED (w, wait))
    {
      if (!w->observer->wait (w, o, END_WGMMA_GROUP, o->imm, false))
	return NULL;
      async_wait (w, ALL_LANES, END_WGMMA_GROUP, o->imm, false);
    }
  if (!next_waited (w->async.first, o->imm))
    return o + 1;
  /* At any time: a warp that finds nothing to wait for does not come here to meet the others.  */
  if (w->block->launch->async == PX_EMU_ASYNC_RANDOM)
    return async_wgmma (w) ? o : resched (w, o);
  return rendezvous (w, o, complete_group);
}

/* 9.7.19.5: registers are never short here, so it only brings the warps together.  */
OP (setmaxnreg)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  if (w->index / WARPGROUP * WARPGROUP + WARPGROUP > w->block->n_warps)
    return fail (w, o, PX_EMU_SYNC, w->mask, 0, 0, "warp %u is not part of a whole warpgroup",
		 w->index);
  return rendezvous (w, o, NULL);
}
