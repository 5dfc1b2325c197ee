/* SPDX-License-Identifier: MIT */
/* Matrix instructions of a warpgroup (PTX ISA 9.7.15).  Numerics: matrix.h.

   Each warp issues its part, 16 rows; a descriptor is checked then.  Accumulators,
   A in registers and metadata have registers of their own (vreg.pinned), which are
   read and written when the operation is carried out.  A wait is for the whole
   warpgroup: its last warp carries out what all of them wait for, and B is read
   once.  */

#include "emulator/async.h"
#include "emulator/matrix.h"

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (wgmma)

typedef uint32_t u32;
typedef uint64_t u64;

enum { WARPS = 4, MAX_N = 256, MAX_K = 256, ROWS = 16 };

/* ---- shared memory (9.7.15.5.1.2) ---- */

struct layout
{
  u32 start, lbo, sbo, width;	/* width: bytes of the swizzle, 16: none */
  u32 phase;			/* base offset */
  bool mn;			/* not K-major */
};

static struct layout
layout_of (u64 desc, bool mn)
{
  static const uint8_t width[] = { 16, 128, 64, 32 };
  return (struct layout) {
    .start = (desc & 0x3fff) << 4, .lbo = (desc >> 16 & 0x3fff) << 4, .sbo = (desc >> 32 & 0x3fff) << 4,
    .phase = desc >> 49 & 7, .width = width[desc >> 62], .mn = mn
  };
}

/* Offset of the chunk of 16 bytes at (MN, K), both in chunks along the dimension that is
   contiguous, in elements along the other one; before the swizzle.  */
static inline u32
chunk_at (const struct layout *y, u32 mn, u32 k)
{
  u32 line = y->width / 16;
  if (!y->mn)
    return y->start + mn % 8 * y->width + mn / 8 * y->sbo + k * (line == 1 ? y->lbo : 16);
  if (line == 1)
    return y->start + mn * y->sbo + k % 8 * 16 + k / 8 * y->lbo;
  return y->start + mn % line * 16 + mn / line * y->lbo + k % 8 * y->width + k / 8 * y->sbo;
}

/* Bits 4 on, as many as the width has, change places by bits 7 on of the address less
   the base offset.  */
static inline u32
swizzled (const struct layout *y, u32 x)
{
  return x ^ (((x >> 7) - y->phase) << 4 & (y->width - 16));
}

/* Copies chunks (MN0 .. + MN, 0 .. K) of the matrix to OUT, line by line of the
   contiguous dimension.  */
static void
gather (struct async_op *a, const struct layout *y, u32 mn0, u32 mn, u32 k, uint8_t *out)
{
  const uint8_t *shared = a->w->shared;
  u32 outer = y->mn ? k : mn, inner = y->mn ? mn : k;
  bool touch = a->w->block->launch->hooks != NULL;
  for (u32 i = 0; i < outer; i++)
    for (u32 j = 0; j < inner; j++, out += 16)
      {
	const uint8_t *p = shared + swizzled (y, y->mn ? chunk_at (y, mn0 + j, i) : chunk_at (y, mn0 + i, j));
	if (unlikely (touch))
	  async_touch (a, 0, p, 16, false);
	memcpy (out, p, 16);
      }
}

/* Elements MN0 .. + MN of the matrix, all K, of type T: rows of K floats if TURN is
   false, else K rows of MN.  */
static void
load (struct async_op *a, const struct layout *y, u32 mn0, u32 mn, u32 k, int t, bool turn, float *out)
{
  uint8_t raw[MAX_N * 128] __attribute__ ((aligned (64)));
  static __thread float v[MAX_N * 64] __attribute__ ((aligned (64)));
  u32 per = 128 / mt_bits (t);
  bool direct = y->mn == turn;
  if (y->mn)
    gather (a, y, mn0 / per, mn / per, k, raw);
  else
    gather (a, y, mn0, mn, k / per, raw);
  if (mn * k > sizeof v / sizeof *v)
    {
      /* b1 */
      static __thread float big[MAX_N * MAX_K];
      tile ()->widen (direct ? out : big, raw, t, mn * k);
      if (!direct)
	tile ()->transpose (out, mn, big, k, mn, k);
      return;
    }
  tile ()->widen (direct ? out : v, raw, t, mn * k);
  if (!direct)
    {
      if (y->mn)
	tile ()->transpose (out, k, v, mn, k, mn);
      else
	tile ()->transpose (out, mn, v, k, mn, k);
    }
}

/* ---- carrying it out ---- */

static bool
sparse (const struct op *o)
{
  return MX_FLAGS (o->imm) & MX_SPARSE;
}

/* A of one warp to A, 16 rows of K floats.  */
static void
load_a (struct async_op *op, float *a)
{
  const struct op *o = op->o;
  int flags = MX_FLAGS (o->imm), k = MX_K (o->imm), kp = sparse (o) ? k / 2 : k, t = MX_AT (o->imm);
  if (flags & MX_A_REG)
    mt_spread_a (op->frame->regs, o->slots->at + o->a, 4, t, 16, kp, a);
  else
    {
      struct layout y = layout_of (op->wgmma.a, flags & MX_TRANS_A);
      load (op, &y, op->w->index % WARPS * ROWS, ROWS, kp, t, false, a);
    }
  if (sparse (o))
    mt_expand (o, (const u32 *) (op->frame->regs + o->slots->at[o->e]), a, k);
  if (!(flags & MX_NEG_A) != !(flags & MX_NEG_B))
    for (int i = 0; i < ROWS * k; i++)
      a[i] = -a[i];
}

/* D's registers of OP to C, 16 rows of N floats; integers count from zero.  */
static void
load_d (const struct async_op *op, float *c)
{
  const struct op *o = op->o;
  int n = MX_N (o->imm), dt = MX_DT (o->imm);
  const uint8_t *r = op->frame->regs;
  const u32 *at = o->slots->at + o->d;
  if (!op->wgmma.scale || dt == MT_S32)
    {
      memset (c, 0, ROWS * n * sizeof *c);
      return;
    }
  for (int j = 0; j < n / 8; j++)
    for (int h = 0; h < 2; h++)
      {
	float *to = c + 8 * h * n + 8 * j;
	if (dt == MT_F32)
	  tile ()->join (to, n, (const float *) (r + at[4 * j + 2 * h]), (const float *) (r + at[4 * j + 2 * h + 1]));
	else
	  {
	    float v[2 * LANES];
	    tile ()->widen (v, r + at[2 * j + h], MT_F16, 2 * LANES);
	    for (int g = 0; g < 8; g++)
	      memcpy (to + g * n, v + 8 * g, 8 * sizeof *v);
	  }
      }
}

static void
save_d (const struct async_op *op, float *c)
{
  const struct op *o = op->o;
  int n = MX_N (o->imm), dt = MX_DT (o->imm), flags = MX_FLAGS (o->imm);
  uint8_t *r = op->frame->regs;
  const u32 *at = o->slots->at + o->d;
  tile ()->clean (c, ROWS * n);
  for (int j = 0; j < n / 8; j++)
    for (int h = 0; h < 2; h++)
      {
	const float *from = c + 8 * h * n + 8 * j;
	float x[2][LANES];
	if (dt == MT_F32)
	  tile ()->part (from, n, (float *) (r + at[4 * j + 2 * h]), (float *) (r + at[4 * j + 2 * h + 1]));
	else if (dt == MT_S32)
	  {
	    tile ()->part (from, n, x[0], x[1]);
	    for (int e = 0; e < 2; e++)
	      {
		u32 *d = (u32 *) (r + at[4 * j + 2 * h + e]);
		for (int l = 0; l < LANES; l++)
		  d[l] = mt_integer (x[e][l], op->wgmma.scale ? (int32_t) d[l] : 0, flags);
	      }
	  }
	else
	  for (int l = 0; l < LANES; l++)
	    {
	      const float *p = from + l / 4 * n + l % 4 * 2;
	      ((u32 *) (r + at[2 * j + h]))[l] = f16_bits (p[0]) | f16_bits (p[1]) << 16;
	    }
      }
}

/* Does OP accumulate into the registers that LAST left in floats?  */
static bool
same_d (const struct async_op *op, const struct async_op *last)
{
  const struct op *o = op->o, *p = last->o;
  return op->frame == last->frame && op->wgmma.scale && MX_DT (o->imm) == MT_F32
	 && MX_DT (p->imm) == MT_F32 && MX_N (o->imm) == MX_N (p->imm)
	 && o->slots->at[o->d] == p->slots->at[p->d];
}

/* Carries out N operations of COUNT warps, OPS[i * COUNT + j] operation i of warp j; those
   of one i are the same instruction with the same B.  */
static void
run_all (struct async_op **ops, int n, int count)
{
  static __thread float c[WARPS][ROWS * MAX_N] __attribute__ ((aligned (64)));
  static __thread float b[MAX_N * MAX_K] __attribute__ ((aligned (64)));
  static __thread float a[ROWS * MAX_K] __attribute__ ((aligned (64)));
  for (int i = 0; i < n; i++)
    {
      struct async_op *first = ops[i * count];
      const struct op *o = first->o;
      struct layout y = layout_of (first->wgmma.b, MX_FLAGS (o->imm) & MX_TRANS_B);
      load (first, &y, 0, MX_N (o->imm), MX_K (o->imm), MX_BT (o->imm), true, b);
      for (int j = 0; j < count; j++)
	{
	  struct async_op *op = ops[i * count + j];
	  load_a (op, a);
	  if (!i || !same_d (op, ops[(i - 1) * count + j]))
	    load_d (op, c[j]);
	  tile ()->gemm (c[j], a, b, ROWS, MX_N (o->imm), MX_K (o->imm), MX_N (o->imm));
	  if (i + 1 == n || !same_d (ops[(i + 1) * count + j], op))
	    save_d (op, c[j]);
	}
    }
}

void
wgmma_run (struct async_op *a)
{
  run_all (&a, 1, 1);
}

/* ---- issue ---- */

/* What is wrong with a descriptor of MN elements along M or N and K, of type T; NULL:
   nothing.  */
static const char *
descriptor_error (const struct warp *w, u64 desc, bool trans, u32 mn, u32 k, int t)
{
  struct layout y = layout_of (desc, trans);
  u32 per = 128 / mt_bits (t);
  if (desc & 0x3ff1c000c000c000)
    return "the matrix descriptor has bits that mean nothing";
  if (y.width == 16 && y.phase)
    return "the matrix descriptor has a base offset and no swizzle";
  u32 last = chunk_at (&y, trans ? mn / per - 1 : mn - 1, trans ? k - 1 : k / per - 1);
  if (trans)
    for (u32 i = 0; i < mn / per; i++)
      for (u32 j = 0; j < k; j++)
	last = chunk_at (&y, i, j) > last ? chunk_at (&y, i, j) : last;
  if ((last | (y.width - 1)) >= w->shared_size)
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
  if (w->index / WARPS * WARPS + WARPS > w->block->n_warps)
    return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, w->mask, 0, 0,
		 "warp %u is not part of a whole warpgroup", w->index);
  const u64 *b = REG (u64, o->f), *a = flags & MX_A_REG ? b : REG (u64, o->b);
  u32 p = PRED (o->c);
  if (p && p != ALL_LANES)
    return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, ~p, 0, 0, "the threads of the warp give scale-d different values");
  for (int l = 1; l < LANES; l++)
    if (a[l] != a[0] || b[l] != b[0])
      return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << l, 0, 0,
		   "the threads of the warp give different matrix descriptors");
  const char *why = descriptor_error (w, b[0], flags & MX_TRANS_B, MX_N (o->imm), k, MX_BT (o->imm));
  if (!why && !(flags & MX_A_REG))
    why = descriptor_error (w, a[0], flags & MX_TRANS_A, WARPS * ROWS, kp, MX_AT (o->imm));
  if (why)
    return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, w->mask, 0, 0, "%s", why);
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

/* The next operation that a wait is for, A or behind it.  */
static struct async_op *
next_waited (struct async_op *a, int keep)
{
  while (a && !async_waited (a, ALL_LANES, END_WGMMA_GROUP, keep))
    a = a->next;
  return a;
}

/* All warps of the group of W stand at wait O: carries out what they wait for.  */
static bool
complete_group (struct warp *w, const struct op *o)
{
  enum { BATCH = 16 };
  struct warp *g = &w->block->warps[w->index / WARPS * WARPS];
  struct async_op *ops[BATCH * WARPS];
  for (;;)
    {
      int n = 0;
      struct async_op *at[WARPS];
      for (int j = 0; j < WARPS; j++)
	at[j] = next_waited (g[j].async.first, o->imm);
      for (; n < BATCH && at[0]; n++)
	{
	  for (int j = 1; j < WARPS; j++)
	    if (!at[j] || at[j]->o != at[0]->o || at[j]->wgmma.b != at[0]->wgmma.b)
	      {
		fail (&g[at[j] ? j : 0], (at[j] ? at[j] : at[0])->o, PX_EMU_ILLEGAL_INSTRUCTION, ALL_LANES,
		      0, 0, "the warps of a warpgroup do not execute the same wgmma");
		return false;
	      }
	  for (int j = 0; j < WARPS; j++)
	    {
	      ops[n * WARPS + j] = at[j];
	      at[j] = next_waited (at[j]->next, o->imm);
	    }
	}
      if (!n)
	break;
      run_all (ops, n, WARPS);
      for (int i = 0; i < n * WARPS; i++)
	async_done (ops[i]);
    }
  for (int j = 0; j < WARPS; j++)
    if (next_waited (g[j].async.first, o->imm))
      {
	fail (&g[j], o, PX_EMU_ILLEGAL_INSTRUCTION, ALL_LANES, 0, 0,
	      "the warps of a warpgroup do not execute the same wgmma");
	return false;
      }
  return true;
}

/* W waits at O for the other warps of its group, which then go on together once DONE,
   if not NULL, has done its work.  */
static const struct op *
rendezvous (struct warp *w, const struct op *o, bool (*done) (struct warp *, const struct op *))
{
  struct warp *g = &w->block->warps[w->index / WARPS * WARPS];
  park (w, o, w->frame, ALL_LANES, FRAG_GROUP);
  for (int j = 0; j < WARPS; j++)
    if (g[j].n_frags != 1 || g[j].frags[0].state != FRAG_GROUP || g[j].frags[0].pc != o)
      return next_fragment (w);
  if (done && !done (w, o))
    return NULL;
  for (int j = 0; j < WARPS; j++)
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
  if (!next_waited (w->async.first, o->imm))
    return o + 1;
  return rendezvous (w, o, complete_group);
}

/* 9.7.19.5: registers are never short here, so it only brings the warps together.  */
OP (setmaxnreg)
{
  if (unlikely (w->mask != ALL_LANES))
    return gather_warp (w, o);
  if (w->index / WARPS * WARPS + WARPS > w->block->n_warps)
    return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, w->mask, 0, 0,
		 "warp %u is not part of a whole warpgroup", w->index);
  return rendezvous (w, o, NULL);
}
