/* SPDX-License-Identifier: MIT */
/* Operations that lanes of a warp do together, and barriers of the block.

   A collective with a member mask waits until every live member has come to an
   instruction of the same kind with the same mask, from wherever it is; arriving
   lanes leave their operands in warp.exchange.  */

#include "emulator/run/observer.h"

#define OP(name) OP_IN ("px_ops", name)

typedef uint32_t u32;
typedef uint64_t u64;

/* What a collective does: IN leaves the operands of the current lanes; OUT gives
   the current lanes their results, P takes part.  */
typedef void phase (struct warp *w, const struct op *o, u32 p);

static const struct op *
together (struct warp *w, const struct op *o, phase *in, phase *out)
{
  const u32 *e = REG (u32, o->e);
  u32 lane = __builtin_ctz (w->mask), members = e[lane], same = 0;
  EACH_LANE (i, w->mask)
    same |= (u32) (e[i] == members) << i;
  if (same != w->mask)
    {
      /* Other masks are other collectives; their lanes follow.  */
      park (w, o, w->frame, w->mask & ~same, FRAG_READY);
      set_mask (w, same);
    }
  if (same & ~members)
    return fail (w, o, PX_EMU_SYNC, same & ~members, 0, 0,
		 "the thread is not in the member mask 0x%08x", members);
  u32 need = members & w->live;
  if (unlikely (need != members))
    OBSERVE (w, collective, w, w->frame, o, __builtin_ctz (same), members & ~w->live);
  if (likely (need == same))
    {
      in (w, o, need);
      out (w, o, need);
      OBSERVE (w, met, w, need);
      return likely (!w->n_frags) ? o + 1 : resched (w, o + 1);
    }
  /* Wait, or complete what others wait for.  */
  in (w, o, need);
  u32 have = same;
  for (u32 k = 0; k < w->n_frags; k++)
    if (w->frags[k].state == FRAG_WARP && w->frags[k].members == members
	&& w->frags[k].pc->fn == o->fn)
      have |= w->frags[k].mask;
  park (w, o, w->frame, same, FRAG_WARP);
  w->frags[w->n_frags - 1].members = members;
  if ((have & need) == need)
    complete (w, o->fn, members, out);
  return next_fragment (w);
}

/* All live MEMBERS have come: their fragments continue.  */
void
complete (struct warp *w, handler *fn, u32 members, phase *out)
{
  u32 p = members & w->live;
  for (u32 k = 0; k < w->n_frags; k++)
    {
      struct frag *f = &w->frags[k];
      if (f->state != FRAG_WARP || f->members != members || f->pc->fn != fn)
	continue;
      w->frame = f->frame;
      w->r = f->frame->regs;
      set_mask (w, f->mask);
      out (w, f->pc, p);
      f->state = FRAG_READY;
      f->pc++;
    }
  OBSERVE (w, met, w, p);
  /* Those at one place are one again.  */
  for (u32 k = 0; k < w->n_frags; k++)
    for (u32 j = k + 1; j < w->n_frags;)
      {
	struct frag *a = &w->frags[k], *b = &w->frags[j];
	if (a->state == FRAG_READY && b->state == FRAG_READY && a->pc == b->pc
	    && a->frame == b->frame)
	  {
	    a->mask |= b->mask;
	    *b = w->frags[--w->n_frags];
	  }
	else
	  j++;
      }
}

/* Lanes of W have come to O, which a whole warp executes.  Returns where W continues: there once all
   have come, else with another fragment.  */
const struct op *
gather_warp (struct warp *w, const struct op *o)
{
  if (w->live != ALL_LANES)
    return fail (w, o, PX_EMU_SYNC, w->mask, 0, 0,
		 "a whole warp executes this, %d of its threads have exited or never were",
		 LANES - __builtin_popcount (w->live));
  u32 have = w->mask;
  for (u32 k = 0; k < w->n_frags; k++)
    if (w->frags[k].state == FRAG_WARP && w->frags[k].pc == o && w->frags[k].frame == w->frame)
      have |= w->frags[k].mask;
  if (have != ALL_LANES)
    {
      park (w, o, w->frame, w->mask, FRAG_WARP);
      w->frags[w->n_frags - 1].members = ALL_LANES;
      return next_fragment (w);
    }
  for (u32 k = 0; k < w->n_frags;)
    if (w->frags[k].state == FRAG_WARP && w->frags[k].pc == o)
      w->frags[k] = w->frags[--w->n_frags];
    else
      k++;
  set_mask (w, have);
  return o;
}

#define COLLECTIVE(name) \
  static phase in_##name, out_##name; \
  OP (name) \
  { \
    return together (w, o, in_##name, out_##name); \
  }
#define IN(name) \
  static void in_##name (struct warp *w __attribute__ ((unused)), \
			 const struct op *o __attribute__ ((unused)), \
			 u32 p __attribute__ ((unused)))
#define OUT(name) \
  static void out_##name (struct warp *w __attribute__ ((unused)), \
			  const struct op *o __attribute__ ((unused)), \
			  u32 p __attribute__ ((unused)))

/* ---- shuffles (9.7.9.6) ---- */

/* The source lane of lane I; false: out of range, the lane's own value.  */
static inline bool
shfl_source (int mode, u32 i, u32 b, u32 c, u32 *j)
{
  u32 seg = c >> 8 & 31, clamp = c & 31, bval = b & 31;
  u32 max = (i & seg) | (clamp & ~seg), min = i & seg;
  bool ok;
  int32_t t;
  switch (mode)
    {
    case 0: t = (int32_t) i - (int32_t) bval, ok = t >= (int32_t) max; break; /* up */
    case 1: t = i + bval, ok = t <= (int32_t) max; break;		      /* down */
    case 2: t = i ^ bval, ok = t <= (int32_t) max; break;		      /* bfly */
    default: t = min | (bval & ~seg), ok = t <= (int32_t) max; break;	      /* idx */
    }
  *j = ok ? (u32) t : i;
  return ok;
}

static inline void
shfl_out (struct warp *w, const struct op *o, u32 part, int mode)
{
  u32 *d = REG (u32, o->d), q = 0, *pred = &PRED (o->f);
  const u32 *b = REG (u32, o->b), *c = REG (u32, o->c);
  u32 r[LANES], j, lost = 0;
  EACH_LANE (i, w->mask)
    {
      q |= (u32) shfl_source (mode, i, b[i], c[i], &j) << i;
      /* A lane that takes no part has no value; its own is as good as any.  */
      r[i] = part >> j & 1 ? (u32) w->exchange[j] : (u32) w->exchange[i];
      lost |= (u32) !(part >> j & 1) << i;
    }
  EACH_LANE (i, w->mask)
    d[i] = r[i];
  *pred = (*pred & ~w->mask) | q;
  if (unlikely (lost))
    OBSERVE (w, no_source, w, o, lost);
}

#define SHFL(name, mode) \
  COLLECTIVE (shfl_##name##_sync) \
  IN (shfl_##name##_sync) \
  { \
    const u32 *a = REG (u32, o->a); \
    EACH_LANE (i, w->mask) \
      w->exchange[i] = a[i]; \
  } \
  OUT (shfl_##name##_sync) \
  { \
    shfl_out (w, o, p, mode); \
  } \
  OP (shfl_##name) \
  { \
    in_shfl_##name##_sync (w, o, w->mask); \
    shfl_out (w, o, w->mask, mode); \
    return o + 1; \
  }
SHFL (up, 0)
SHFL (down, 1)
SHFL (bfly, 2)
SHFL (idx, 3)

/* The mode of O, or -1: it is no shuffle.  */
static int
shfl_mode (const struct op *o)
{
  static const struct
  {
    handler *fn;
    int mode;
  } all[] = {
#define X(name, mode) { op_shfl_##name, mode }, { op_shfl_##name##_sync, mode }
    X (up, 0), X (down, 1), X (bfly, 2), X (idx, 3)
#undef X
  };
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    if (all[k].fn == o->fn)
      return all[k].mode;
  return -1;
}

bool
is_shuffle (const struct op *o)
{
  return shfl_mode (o) >= 0;
}

bool
is_shuffle_down (const struct op *o)
{
  return shfl_mode (o) == 1;
}

bool
shuffle_halves (const struct warp *w, const struct op *o)
{
  uint32_t one = __builtin_ctz (w->mask), width = LANES - (REG (u32, o->c)[one] >> 8 & 31);
  uint32_t n = __builtin_popcount (w->mask);
  return 2 * (REG (u32, o->b)[one] & 31) >= (n < width ? n : width);
}

uint32_t
shuffled_bits (const struct warp *w, const struct op *o, uint32_t bits)
{
  const u32 *b = REG (u32, o->b), *c = REG (u32, o->c);
  u32 r = 0, j;
  int mode = shfl_mode (o);
  EACH_LANE (i, w->mask)
    {
      shfl_source (mode, i, b[i], c[i], &j);
      r |= (bits >> j & 1) << i;
    }
  return r;
}

/* ---- votes (9.7.13.8), also redux, match, elect ---- */

static inline void
vote_out (struct warp *w, const struct op *o, u32 part, int mode)
{
  u32 set = 0;
  EACH_LANE (i, part)
    set |= (u32) (w->exchange[i] & 1) << i;
  if (mode == 3)
    EACH_LANE (i, w->mask)
      REG (u32, o->d)[i] = set;
  else
    {
      bool r = mode == 0 ? set == part : mode == 1 ? set != 0 : set == part || set == 0;
      u32 *d = &PRED (o->d);
      *d = (*d & ~w->mask) | (r ? w->mask : 0);
    }
}
#define VOTE(name, mode) \
  COLLECTIVE (vote_##name##_sync) \
  IN (vote_##name##_sync) \
  { \
    u32 a = PRED (o->a); \
    EACH_LANE (i, w->mask) \
      w->exchange[i] = a >> i & 1; \
  } \
  OUT (vote_##name##_sync) \
  { \
    vote_out (w, o, p, mode); \
  } \
  OP (vote_##name) \
  { \
    in_vote_##name##_sync (w, o, w->mask); \
    vote_out (w, o, w->mask, mode); \
    return o + 1; \
  }
VOTE (all, 0)
VOTE (any, 1)
VOTE (uni, 2)
VOTE (ballot, 3)

#define MATCH(W, T) \
  COLLECTIVE (match_any_b##W) \
  IN (match_any_b##W) \
  { \
    const T *a = REG (T, o->a); \
    EACH_LANE (i, w->mask) \
      w->exchange[i] = a[i]; \
  } \
  OUT (match_any_b##W) \
  { \
    EACH_LANE (i, w->mask) \
      { \
	u32 set = 0; \
	EACH_LANE (j, p) \
	  set |= (u32) (w->exchange[j] == w->exchange[i]) << j; \
	REG (u32, o->d)[i] = set; \
      } \
  } \
  COLLECTIVE (match_all_b##W) \
  IN (match_all_b##W) \
  { \
    in_match_any_b##W (w, o, p); \
  } \
  OUT (match_all_b##W) \
  { \
    u64 v = w->exchange[__builtin_ctz (p)]; \
    bool all = true; \
    EACH_LANE (j, p) \
      all &= w->exchange[j] == v; \
    EACH_LANE (i, w->mask) \
      REG (u32, o->d)[i] = all ? p : 0; \
    u32 *q = &PRED (o->f); \
    *q = (*q & ~w->mask) | (all ? w->mask : 0); \
  }
MATCH (32, u32)
MATCH (64, u64)

#define REDUX(name, T, E) \
  COLLECTIVE (redux_##name) \
  IN (redux_##name) \
  { \
    const u32 *a = REG (u32, o->a); \
    EACH_LANE (i, w->mask) \
      w->exchange[i] = a[i]; \
  } \
  OUT (redux_##name) \
  { \
    T x = (T) w->exchange[__builtin_ctz (p)]; \
    EACH_LANE (i, p & (p - 1)) \
      { \
	T y = (T) w->exchange[i]; \
	x = E; \
      } \
    EACH_LANE (i, w->mask) \
      REG (u32, o->d)[i] = (u32) x; \
  }
REDUX (add_u32, u32, x + y)
REDUX (min_u32, u32, x < y ? x : y)
REDUX (max_u32, u32, x > y ? x : y)
REDUX (min_s32, int32_t, x < y ? x : y)
REDUX (max_s32, int32_t, x > y ? x : y)
REDUX (and_u32, u32, x &y)
REDUX (or_u32, u32, x | y)
REDUX (xor_u32, u32, x ^ y)

COLLECTIVE (elect_sync)
IN (elect_sync)
{
}
OUT (elect_sync)
{
  u32 lane = __builtin_ctz (p), *q = &PRED (o->f);
  EACH_LANE (i, w->mask)
    REG (u32, o->d)[i] = lane;
  *q = (*q & ~w->mask) | (w->mask & 1u << lane);
}

COLLECTIVE (bar_warp_sync)
IN (bar_warp_sync)
{
}
OUT (bar_warp_sync)
{
  OBSERVE (w, warp_barrier, w, p);
}

OP (activemask)
{
  EACH_LANE (i, w->mask)
    REG (u32, o->d)[i] = w->mask;
  return o + 1;
}

/* Lanes have exited: collectives that waited for them only are complete.  */
void
collectives_after_exit (struct warp *w)
{
  static const struct
  {
    handler *fn;
    phase *out;
  } all[] = {
#define X(name) { op_##name, out_##name }
    X (shfl_up_sync),  X (shfl_down_sync), X (shfl_bfly_sync), X (shfl_idx_sync),
    X (vote_all_sync), X (vote_any_sync),  X (vote_uni_sync),  X (vote_ballot_sync),
    X (match_any_b32), X (match_any_b64),  X (match_all_b32),  X (match_all_b64),
    X (redux_add_u32), X (redux_min_u32),  X (redux_max_u32),  X (redux_min_s32),
    X (redux_max_s32), X (redux_and_u32),  X (redux_or_u32),   X (redux_xor_u32),
    X (elect_sync),    X (bar_warp_sync)
#undef X
  };
  for (u32 k = 0; k < w->n_frags; k++)
    {
      struct frag f = w->frags[k];
      if (f.state != FRAG_WARP)
	continue;
      u32 have = 0;
      for (u32 j = 0; j < w->n_frags; j++)
	if (w->frags[j].state == FRAG_WARP && w->frags[j].members == f.members
	    && w->frags[j].pc->fn == f.pc->fn)
	  have |= w->frags[j].mask;
      if (f.members & w->live & ~have)
	continue;
      size_t n = 0;
      while (n < sizeof all / sizeof *all && all[n].fn != f.pc->fn)
	n++;
      if (n < sizeof all / sizeof *all)
	{
	  OBSERVE (w, collective, w, f.frame, f.pc, __builtin_ctz (f.mask), f.members & ~w->live);
	  complete (w, f.pc->fn, f.members, all[n].out);
	  k = UINT32_MAX; /* fragments have moved */
	}
      else
	w->frags[k].state = FRAG_READY; /* finds that the warp is not whole */
    }
}

/* ---- barriers of the block (9.7.13.1) ---- */

/* All lanes of the warp count as 32 once they are complete.  */
static u32
threads_expected (const struct block *b, const struct barrier *bar)
{
  if (bar->expected)
    return bar->expected;
  return b->live_warps * LANES;
}

static void
release_barrier (struct block *b, struct barrier *bar, int id)
{
  OBSERVE (b->launch, release, b, id);
  for (u32 k = 0; k < b->n_warps; k++)
    {
      struct warp *w = &b->warps[k];
      for (u32 j = 0; j < w->n_frags; j++)
	{
	  struct frag *f = &w->frags[j];
	  if (f->state != FRAG_BARRIER || f->barrier != id)
	    continue;
	  u32 *pd = (u32 *) (f->frame->regs + f->pc->d);
	  switch (f->pc->imm)
	    {
	    case 1:
	      EACH_LANE (i, f->mask)
		pd[i] = bar->pred_count;
	      break;
	    case 2:
	    case 3:
	      {
		bool r = f->pc->imm == 2 ? bar->pred_and : bar->pred_or;
		*pd = (*pd & ~f->mask) | (r ? f->mask : 0);
		break;
	      }
	    default: break;
	    }
	  f->state = FRAG_READY;
	  f->pc++;
	  OBSERVE (w, pass, w, id, f->mask);
	  if (w->state == W_BLOCKED)
	    w->state = W_READY;
	}
      /* Parts of a warp that waited in several places come together.  */
      for (u32 i = 0; i < w->n_frags; i++)
	for (u32 j = i + 1; j < w->n_frags;)
	  {
	    struct frag *one = &w->frags[i], *y = &w->frags[j];
	    if (one->state == FRAG_READY && y->state == FRAG_READY && one->pc == y->pc
		&& one->frame == y->frame)
	      {
		one->mask |= y->mask;
		*y = w->frags[--w->n_frags];
	      }
	    else
	      j++;
	  }
    }
  memset (bar->lanes, 0, b->n_warps * sizeof *bar->lanes);
  bar->arrived = bar->expected = 0;
  bar->pred_count = bar->pred_or = 0;
  bar->pred_and = 1;
  OBSERVE (b->launch, phase, b, id);
}

/* KIND: 0 sync, 1 popc, 2 and, 3 or (imm is the same), 4 arrive.  */
static const struct op *
arrive_at_barrier (struct warp *w, const struct op *o, int kind)
{
  struct block *b = w->block;
  u32 lane = __builtin_ctz (w->mask);
  const u32 *ids = REG (u32, o->a), *counts = REG (u32, o->b);
  u32 id = ids[lane], count = counts[lane];
  /* Most are the same in all lanes, active or not.  */
  u32 differ = 0;
  for (int i = 0; i < LANES; i++)
    differ |= (ids[i] ^ id) | (counts[i] ^ count);
  if (unlikely (differ))
    EACH_LANE (i, w->mask)
      if (ids[i] != id || counts[i] != count)
	return fail (w, o, PX_EMU_SYNC, 1u << i, 0, 0,
		     "threads of a warp name barriers %u and %u at once", id, ids[i]);
  if (id >= N_BARRIERS)
    return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, w->mask, 0, 0, "barrier %u of %d", id,
		 N_BARRIERS);
  if (count % LANES || count > PX_EMU_MAX_THREADS)
    return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, w->mask, 0, 0,
		 "a barrier of %u threads: not a multiple of %d", count, LANES);
  struct barrier *bar = &b->bar[id];
  if (!bar->arrived)
    bar->expected = count;
  else if (bar->expected != count)
    return fail (w, o, PX_EMU_SYNC, w->mask, 0, 0,
		 "barrier %u is waited for by %u threads, and now by %u", id, bar->expected, count);
  OBSERVE (w, arrive, w, o, id, count);
  u32 *lanes = &bar->lanes[w->index];
  if (*lanes & w->mask)
    bar->arrived += LANES; /* a second arrival of the warp */
  else
    {
      *lanes |= w->mask;
      bar->arrived += __builtin_popcount (w->mask);
      if ((*lanes & w->live) == w->live)
	bar->arrived += LANES - __builtin_popcount (*lanes);
    }
  if (kind >= 1 && kind <= 3)
    {
      u32 p = PRED (o->c) & w->mask;
      bar->pred_count += __builtin_popcount (p);
      bar->pred_or |= p != 0;
      bar->pred_and &= p == w->mask;
    }
  bool full = bar->arrived >= threads_expected (b, bar);
  if (kind == 4)
    {
      if (full)
	release_barrier (b, bar, id);
      return o + 1;
    }
  park (w, o, w->frame, w->mask, FRAG_BARRIER);
  w->frags[w->n_frags - 1].barrier = id;
  if (full)
    release_barrier (b, bar, id);
  return next_fragment (w);
}

OP (bar_sync)
{
  return arrive_at_barrier (w, o, 0);
}
OP (bar_red_popc)
{
  return arrive_at_barrier (w, o, 1);
}
OP (bar_red_and)
{
  return arrive_at_barrier (w, o, 2);
}
OP (bar_red_or)
{
  return arrive_at_barrier (w, o, 3);
}
OP (bar_arrive)
{
  return arrive_at_barrier (w, o, 4);
}

/* Completes the phase when every live thread has arrived.  */
static void
cluster_check (struct cluster *k)
{
  u32 live = 0;
  for (u32 n = 0; n < k->n_blocks; n++)
    for (u32 i = 0; i < k->blocks[n].n_warps; i++)
      live += __builtin_popcount (k->blocks[n].warps[i].live);
  if (!k->arrived || k->arrived < live)
    return;
  k->arrived = 0;
  k->phase++;
  OBSERVE (k->blocks[0].launch, cluster_phase, k);
  for (u32 n = 0; n < k->n_blocks; n++)
    for (u32 i = 0; i < k->blocks[n].n_warps; i++)
      {
	struct warp *w = &k->blocks[n].warps[i];
	for (u32 j = 0; j < w->n_frags; j++)
	  if (w->frags[j].state == FRAG_CLUSTER)
	    {
	      w->frags[j].state = FRAG_READY;
	      w->frags[j].pc++;
	      OBSERVE (w, cluster_pass, w, w->frags[j].mask);
	      if (w->state == W_BLOCKED)
		w->state = W_READY;
	    }
      }
}

/* Lanes of W have exited: barriers of all threads need fewer.  */
void
barriers_after_exit (struct warp *w)
{
  struct block *b = w->block;
  if (!w->live)
    b->live_warps--;
  for (int id = 0; id < N_BARRIERS; id++)
    {
      struct barrier *bar = &b->bar[id];
      if (!bar->arrived)
	continue;
      u32 *lanes = &bar->lanes[w->index];
      if (w->live && *lanes && (*lanes & w->live) == w->live && (*lanes & ~w->live) == 0)
	{
	  /* What was missing of this warp is gone.  */
	  u32 had = __builtin_popcount (*lanes);
	  if (had < LANES)
	    {
	      bar->arrived += LANES - had;
	      *lanes = ALL_LANES;
	    }
	}
      if (bar->arrived >= threads_expected (b, bar))
	release_barrier (b, bar, id);
    }
  if (b->cluster->n_blocks > 1)
    cluster_check (b->cluster);
}

/* ---- cluster barrier (9.7.13.4) ---- */

OP (cluster_arrive)
{
  struct cluster *k = w->block->cluster;
  w->cluster_phase = (w->cluster_phase & ~w->mask) | (k->phase & 1 ? w->mask : 0);
  OBSERVE (w, cluster_arrive, w, o);
  k->arrived += __builtin_popcount (w->mask);
  cluster_check (k);
  return o + 1;
}

OP (cluster_wait)
{
  struct cluster *k = w->block->cluster;
  u32 waiting = w->mask & ~(w->cluster_phase ^ (k->phase & 1 ? ALL_LANES : 0));
  if (waiting != w->mask)
    {
      if (waiting)
	{
	  park (w, o, w->frame, waiting, FRAG_CLUSTER);
	  set_mask (w, w->mask & ~waiting);
	}
      OBSERVE (w, cluster_pass, w, w->mask);
      return o + 1;
    }
  park (w, o, w->frame, w->mask, FRAG_CLUSTER);
  return next_fragment (w);
}
