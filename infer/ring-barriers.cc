/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The full and empty barriers of a ring: who arrives, how many, after which waits.

   Needs the fills and drains of rs.  Leaves its counts, elections, waits and fences.  */
#include "infer/ring.h"

uint32_t
px_ring_ranks_of (const struct px_fn *f, const struct px_stmt *s)
{
  uint32_t ranks = px_cluster_ranks (f);
  for (; s->seq->up; s = s->seq->up)
    if (s->seq->up->kind == PX_IF && s->seq->up->ranked)
      ranks &= s->seq == s->seq->up->body[0] ? s->seq->up->ranks : ~s->seq->up->ranks;
  return ranks;
}

uint32_t
px_ring_common_ranks (const struct px_fn *f, struct px_stmt *const *op, int n)
{
  uint32_t ranks = px_ring_ranks_of (f, op[0]);
  for (int i = 1; i < n; i++)
    if (px_ring_ranks_of (f, op[i]) != ranks)
      return 0;
  return ranks;
}

/* Returns the index of the statement after S in its sequence.  Sets *LAST if nothing that accesses an
   object follows there.  */
static int
index_after (const struct px_stmt *s, bool *last)
{
  const struct px_seq *q = s->seq;
  int next = 0;
  while (q->st[next++] != s)
    ;
  *last = true;
  for (int i = next; i < q->nst; i++)
    *last &= q->st[i]->synth || q->st[i]->kind == PX_WORK;
  return next;
}

/* Sets *Q and *I to the place where drain S, which releases late, releases what its loop leaves: after the
   loop and the turns that are given directly after it, so that who takes these does not wait for operations
   that are still pending.  */
static void
flush_place (const struct px_stmt *s, struct px_seq **q, int *i)
{
  bool last;
  *q = s->seq->up->seq;
  *i = index_after (s->seq->up, &last);
  for (int k = *i; k < (*q)->nst; k++)
    if ((*q)->st[k]->kind == PX_FILL && !(*q)->st[k]->ring->nobj)
      *i = k + 1;
    else if ((*q)->st[k]->kind != PX_WORK)
      break;
}

void
px_release_place (const struct px_stmt *s, struct px_seq **q, int *i)
{
  bool last;
  int next = index_after (s, &last), hold = s->hold;
  if (s->flush)
    {
      flush_place (s, q, i);
      return;
    }
  for (const struct px_stmt *up = s->seq->up; last && up && up->kind == PX_DRAIN; up = s->seq->up)
    {
      s = up;
      next = index_after (s, &last);
    }
  *q = s->seq;
  *i = next + hold;
}

int
px_release_wait (const struct px_ring_sync *r, const struct px_stmt *s, int w)
{
  return r->wait[w] < 0 ? -1 : w == PX_W_WGMMA && s->hold ? s->newer : s->late;
}

static void
ends (struct px_fn *f, struct px_ring_sync *rs, struct px_ring *r, int *nproxy, int *ngen)
{
  for (int i = 0; i < f->nacc; i++)
    {
      struct px_acc *a = f->acc[i];
      if (!a->ringop || a->ringop->ring != r)
	continue;
      if (a->ringop->kind == PX_DRAIN)
	{
	  *nproxy += px_proxy (a);
	  if (a->op->timeline == PX_WGMMA)
	    rs->wait[PX_W_WGMMA] = a->ringop->late;
	  else if (a->op->timeline == PX_BULK_STORE)
	    rs->wait[PX_W_BULK_READ] = a->ringop->late;
	}
      else
	{
	  *ngen += !px_proxy (a) && a->kind != PX_READ;
	  rs->tx |= a->op->timeline == PX_BULK_LOAD;
	  rs->cpasync |= a->op->timeline == PX_CPASYNC;
	}
    }
}

/* Returns true if A is in a fill or drain of R or of a ring that shares R's barriers.  */
static bool
shares (const struct px_ring *r, const struct px_acc *a)
{
  return a->ringop && (a->ringop->ring == r || a->ringop->ring->with == r);
}

/* Threads of warpgroups whose wgmma's wait makes a gather superfluous: all
   accesses of the drain to the rings that share are wgmma; 0: not so.  */
static int
warpgroup_threads (struct px_fn *f, struct px_stmt *drain)
{
  int coll = 0;
  for (int i = 0; i < f->nacc; i++)
    {
      struct px_acc *a = f->acc[i];
      if (!shares (drain->ring, a) || !px_inside (drain, a->op))
	continue;
      if (a->op->timeline != PX_WGMMA)
	return 0;
      coll = a->op->coll;
    }
  return coll;
}

/* Returns true if one thread of branch Q makes all of DRAIN's accesses to rings that share its
   barriers.  */
static bool
alone (struct px_fn *f, const struct px_stmt *drain, const struct px_seq *q)
{
  if (!drain->ring->nobj) /* all wait for a turn */
    return false;
  for (int i = 0; i < f->nacc; i++)
    {
      const struct px_acc *a = f->acc[i];
      if (shares (drain->ring, a) && px_inside (drain, a->op)
	  && (a->op->elect != 1 || a->op->seq->persp.level != q->persp.level
	      || a->op->seq->persp.n != q->persp.n))
	return false;
    }
  return true;
}

/* Returns true if only bulk loads fill RS and only wgmma drain it.  */
static bool
asynchronous (const struct px_fn *f, const struct px_ring_sync *rs)
{
  for (int i = 0; i < f->nacc; i++)
    if (shares (rs->ring, f->acc[i])
	&& f->acc[i]->op->timeline
	     != (f->acc[i]->ringop->kind == PX_FILL ? PX_BULK_LOAD : PX_WGMMA))
      return false;
  return true;
}

int
px_ring_fill_of (const struct px_ring_sync *rs, const struct px_stmt *op)
{
  const struct px_stmt *end = op->acc[0].ringop;
  int mine = -1;
  for (int k = 0; k < rs->nfill; k++)
    if (px_inside (rs->fill[k], op)
	|| (rs->fill[k]->seq == end->seq && rs->fill[k]->idx <= end->idx
	    && (mine < 0 || rs->fill[mine]->idx < rs->fill[k]->idx)))
      mine = k;
  return mine;
}

uint32_t
px_blocks_reached (const struct px_fn *f, const struct px_acc *a, int from)
{
  return !a->remote	 ? (uint32_t) 1 << from
	 : a->everywhere ? px_cluster_ranks (f)
	 : a->to	 ? a->to[from]
			 : 0;
}

uint32_t
px_blocks_surely (const struct px_fn *f, const struct px_acc *a, int from)
{
  return a->remote && a->always ? a->always[from] : px_blocks_reached (f, a, from);
}

uint32_t
px_blocks_perhaps (const struct px_fn *f, const struct px_acc *a, int from)
{
  return !a->remote || a->everywhere || a->to ? px_blocks_reached (f, a, from)
	 : a->may			      ? a->may[from]
					      : px_cluster_ranks (f);
}

/* The blocks of the cluster that A may write to, of whatever block runs it.  */
static uint32_t
fill_blocks (const struct px_fn *f, const struct px_acc *a)
{
  uint32_t from = px_ring_ranks_of (f, a->op), r = 0;
  for (int b = 0; b < f->cluster; b++)
    r |= from >> b & 1 ? px_blocks_perhaps (f, a, b) : 0;
  return r;
}

/* Returns true if the multicasts of R name no block outside the cluster; else leaves a problem: the device
   has none there.  */
static bool
masks_inside (struct px_fn *f, struct px_ring *r)
{
  for (int i = 0; i < f->nacc; i++)
    {
      const struct px_acc *a = f->acc[i];
      uint32_t from = a->obj->ring == r && a->to ? px_ring_ranks_of (f, a->op) : 0;
      for (int b = 0; b < f->cluster; b++)
	{
	  uint32_t outside = from >> b & 1 ? a->to[b] & ~px_cluster_ranks (f) : 0;
	  if (!outside)
	    continue;
	  px_rings_problem (
	    f, PX_E_RING, r, a->op, NULL,
	    px_textf (&f->pool,
		      "the mask of block %d of the cluster, 0x%x, names block %d, and the "
		      "cluster has %d",
		      b, a->to[b], __builtin_ctz (outside), f->cluster),
	    NULL);
	  return false;
	}
    }
  return true;
}

/* Returns true if what FILL of R writes may reach each block that reads R; else leaves a problem: such a
   block would read what nobody has written.  */
static bool
fill_reaches (struct px_fn *f, struct px_ring *r, struct px_stmt *fill)
{
  uint32_t to = 0;
  for (int i = 0; i < f->nacc; i++)
    if (f->acc[i]->obj->ring == r && f->acc[i]->ringop == fill && f->acc[i]->kind != PX_READ)
      to |= fill_blocks (f, f->acc[i]);
  for (int i = 0; i < f->nacc && to; i++)
    {
      const struct px_acc *a = f->acc[i];
      bool drains = a->obj->ring == r && a->ringop && a->ringop->kind == PX_DRAIN;
      uint32_t without = drains && !a->remote ? px_ring_ranks_of (f, a->op) & ~to : 0;
      if (without)
	{
	  px_rings_problem (
	    f, PX_E_RING, r, fill, a->ringop,
	    px_textf (&f->pool,
		      "nothing that fills a slot reaches block %d of the cluster, which drains it: "
		      "write a mask with its bit, or a load of its own",
		      __builtin_ctz (without)),
	    NULL);
	  return false;
	}
    }
  return true;
}

bool
px_ring_reached (struct px_fn *f, struct px_ring *r, struct px_stmt *const *fill, int nfill)
{
  if (!r->remote || f->cluster > 32)
    return true;
  bool ok = masks_inside (f, r);
  for (int k = 0; k < nfill && ok; k++)
    ok = fill_reaches (f, r, fill[k]);
  return ok;
}

/* Returns true if the fill that contains A executes A's operation once, and A is all that this
   writes.  */
static bool
always (const struct px_acc *a)
{
  int writes = 0;
  for (int k = 0; k < a->op->nacc; k++)
    writes += a->op->acc[k].kind != PX_READ;
  const struct px_seq *q = a->op->seq;
  for (; q->up != a->ringop; q = q->up->seq)
    if (q->up->kind != PX_FILL && q->up->kind != PX_VIEW
	&& !(q->up->kind == PX_GROUP && q->persp.level == q->up->seq->persp.level
	     && q->persp.n == q->up->seq->persp.n))
      return false;
  return writes == 1;
}

/* Adds to BYTES, by block, what A brings to each block of the cluster when all of them execute it.
   Returns false if that is not known, or more than a phase can expect.  */
static bool
bring (const struct px_fn *f, const struct px_acc *a, int *bytes)
{
  for (int from = 0; from < f->cluster; from++)
    {
      uint32_t to = px_blocks_reached (f, a, from);
      if (!a->bytes || !to)
	return false;
      for (int b = 0; b < f->cluster; b++)
	if (to >> b & 1)
	  {
	    if (a->bytes > PX_MOST_EXPECTED - bytes[b])
	      return false;
	    bytes[b] += a->bytes;
	  }
    }
  return true;
}

/* The bytes of each fill of RS, if every block can expect them for itself: all blocks execute the
   same loads whenever they execute the fill, it is known which blocks each reaches, and all blocks
   get equally much; else NULL.  */
static int *
expected (struct px_fn *f, const struct px_ring_sync *rs)
{
  const struct px_ring *r = rs->ring;
  uint32_t all = px_cluster_ranks (f);
  int *bytes = (int *) px_alloc (&f->pool, rs->nfill * sizeof *bytes);
  if (!rs->tx || rs->full_elect || f->cluster > 32
      || (r->remote && (rs->fillers != all || rs->drainers != all)))
    return NULL;
  for (int k = 0; k < rs->nfill; k++)
    {
      int of[32] = { 0 };
      for (int i = 0; i < f->nacc; i++)
	{
	  const struct px_acc *a = f->acc[i];
	  if (!shares (r, a) || a->ringop->kind != PX_FILL)
	    continue;
	  int mine = px_ring_fill_of (rs, a->op);
	  if (mine < 0 || !always (a) || (mine == k && !bring (f, a, of)))
	    return NULL;
	}
      for (int b = 1; b < f->cluster; b++)
	if (of[b] != of[0])
	  return NULL;
      bytes[k] = of[0];
    }
  return bytes;
}

void
px_ring_barriers (struct px_fn *f, struct px_ring_sync *rs)
{
  struct px_ring *r = rs->ring;
  int nproxy = 0, ngen = 0, fillers = r->remote ? __builtin_popcount (rs->fillers) : 1;
  for (int w = 0; w < PX_WAITS; w++)
    rs->wait[w] = -1;
  ends (f, rs, r, &nproxy, &ngen);
  for (int i = 0; i < f->nring; i++)
    if (f->ring[i]->with == r)
      ends (f, rs, f->ring[i], &nproxy, &ngen);
  for (int w = 0; w < PX_WAITS && !rs->empty; w++)
    rs->wait[w] = -1;
  if (ngen && nproxy)
    rs->fence = PX_FENCE_SHARED;
  int size = px_ring_role (rs, rs->fill[0])->span;
  rs->full_elect = rs->tx && !ngen ? 0 : px_gcd (size, f->warp);
  rs->narrow = r->remote && asynchronous (f, rs);
  rs->expected = expected (f, rs);
  rs->full_count = rs->expected ? 1 : (rs->full_elect ? size / rs->full_elect : 1) * fillers;
  rs->empty_elect = (int *) px_alloc (&f->pool, rs->ndrain * sizeof (int));
  rs->empty_threads = (int *) px_alloc (&f->pool, rs->ndrain * sizeof (int));
  rs->gather = (bool *) px_alloc (&f->pool, rs->ndrain * sizeof (bool));
  rs->alone = (bool *) px_alloc (&f->pool, rs->ndrain * sizeof (bool));
  for (int i = 0; i < rs->ndrain; i++)
    {
      int b = px_ring_branch (rs->split, rs->drain[i]), coll = warpgroup_threads (f, rs->drain[i]);
      const struct px_seq *role = px_ring_role (rs, rs->drain[i]);
      size = role->span;
      rs->empty_threads[i] = size;
      rs->alone[i] = true;
      for (int j = 0; j < rs->ndrain; j++)
	rs->alone[i]
	  &= px_ring_branch (rs->split, rs->drain[j]) != b || alone (f, rs->drain[j], role);
      rs->empty_elect[i] = rs->alone[i]			  ? size
			   : coll > 1 && size % coll == 0 ? coll
							  : px_gcd (size, f->warp);
      rs->gather[i] = !coll && !rs->alone[i] && rs->empty_elect[i] > 1;
    }
  /* The empty barrier has one arrival count for a branch: in all drains of a branch, one thread
     arrives for groups of the same size, the smallest that one of these drains has.  */
  for (int i = 0; i < rs->ndrain; i++)
    for (int j = 0; j < rs->ndrain; j++)
      if (px_ring_branch (rs->split, rs->drain[i]) == px_ring_branch (rs->split, rs->drain[j])
	  && rs->empty_elect[j] < rs->empty_elect[i])
	rs->empty_elect[i] = rs->empty_elect[j];
  rs->empty_count = 0;
  for (int i = 0; i < rs->ndrain; i++)
    {
      bool again = false;
      for (int j = 0; j < i; j++)
	again
	  |= px_ring_branch (rs->split, rs->drain[i]) == px_ring_branch (rs->split, rs->drain[j]);
      if (!again)
	rs->empty_count
	  += rs->empty_threads[i] / rs->empty_elect[i]
	     * (r->remote ? __builtin_popcount (px_ring_ranks_of (f, rs->drain[i])) : 1);
    }
}
