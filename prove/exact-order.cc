/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is ordered with whom in a launch that is executed, and races.

   Each thread has a clock, which counts up when others may learn what it did; each knows of the others' clocks what
   barriers and mbarriers passed on.  An access is ordered before what knows its thread's clock then.  Named barriers and
   mbarriers have components of their own: how many of their phases are over.

   That other schedules have the same order is asked as well.  An operation on an mbarrier, or a barrier, in one phase must
   know that the phase before it is over.  A wait for phase k must know that k - 1 is over, and phase k + 1 must end with an
   arrival that knows that the wait has ended.  doc/internals/25-prove has the proof.  */

#include <string.h>
#include <algorithm>
#include "prove/exact.h"

enum
{
  MOST_UNITS = 1 << 22, /* of an object */
  MOST_USES = 1 << 21,
  MBARRIER_SIZE = 8,
  MOST_EXPECTED = (1 << 20) - 1 /* bytes that an mbarrier counts (9.7.13.15.4) */
};

void
ex_give_up (struct ex_order *o, const ptx_stmt *at, const char *why)
{
  if (o->why)
    return;
  o->why = why;
  o->at = at;
}

void
ex_fail (struct ex_order *o, enum px_proof_property p, enum px_proof_why kind, const ptx_stmt *at,
	 const char *why)
{
  if (o->failed[p])
    return;
  o->failed[p] = true;
  o->kind[p] = kind;
  o->where[p] = at;
  snprintf (o->text[p], sizeof o->text[p], "%s", why);
}

unsigned
ex_of_barrier (const struct ex_order *o, unsigned b)
{
  return o->all + b;
}

unsigned
ex_of_cluster_barrier (const struct ex_order *o)
{
  return o->all + o->cluster * EX_NAMED;
}

unsigned
ex_of_mbarrier (const struct ex_order *o, unsigned m)
{
  return ex_of_cluster_barrier (o) + 1 + m;
}

unsigned
ex_as_group (const struct ex_order *o)
{
  return o->all;
}

unsigned
ex_rank (const struct ex_order *o, unsigned t)
{
  return (t == ex_as_group (o) ? o->group : t) / o->threads;
}

unsigned
ex_rank_of (const struct ex_order *o, unsigned t, struct ex_value address)
{
  return address.rank ? address.rank - 1u : ex_rank (o, t);
}

unsigned
ex_executed (const struct ex_order *o, unsigned component)
{
  return o->half + component;
}

unsigned
ex_fenced (const struct ex_order *o, unsigned t)
{
  return 2 * o->half + t;
}

bool
ex_knows_phase (struct ex_order *o, unsigned t, unsigned component, uint32_t n)
{
  return ex_knows (o, t, ex_executed (o, component)) >= n;
}

void
ex_set_phase (const struct ex_order *o, struct ex_clock *clock, unsigned component, uint32_t n)
{
  ex_set (clock, component, n);
  ex_set (clock, ex_executed (o, component), n);
}

bool
ex_knows_last (struct ex_order *o, unsigned t, unsigned u)
{
  return t == u || ex_knows (o, t, u) >= o->last[u];
}

void
ex_all_met (struct ex_order *o)
{
  o->round++;
  o->uses.resize (1);
}

void
ex_start_launch (struct ex_order *o)
{
  o->half = o->all + o->cluster * (EX_NAMED + EX_MOST_MBARRIERS) + 1;
  o->n = 2 * o->half + o->all;
  o->object.assign (o->cluster, std::vector<ex_object> ());
  o->finer = false;
  o->box.clear ();
  ex_start_memory (o);
}

void
ex_start_cluster (struct ex_order *o)
{
  ex_start_clocks (o);
  o->far.assign ((size_t) o->all * o->cluster, 0);
  o->copy.clear ();
  o->waited.assign (1, 0);
  o->last.assign (o->all + 1, 0);
  o->uniform.assign (o->all + 1, 0);
  o->has_copies.assign (o->all + 1, 0);
  o->mbarrier.clear ();
  o->woken.clear ();
  o->era++;
  o->round++;
  o->uses.resize (1);
  o->copies.resize (1);
  ex_start_cluster_memory (o);
  for (std::vector<ex_object> &of : o->object)
    for (unsigned i = 1; i < of.size () && i < o->k->object.size (); i++)
      if (o->k->object[i].space == PTX_M_SHARED)
	of[i] = ex_object ();
}

/* ---- accesses ---- */

static enum px_proof_property
within_block (const struct ex_order *o, int object)
{
  return o->k->object[object].space == PTX_M_SHARED ? PX_PROOF_SHARED : PX_PROOF_GLOBAL;
}

/* Fails what is about accesses in a space, 0: in either.  */
static void
fail_in (struct ex_order *o, ptx_mod space, enum px_proof_why kind, const ptx_stmt *at,
	 const char *why)
{
  if (space != PTX_M_GLOBAL)
    ex_fail (o, PX_PROOF_SHARED, kind, at, why);
  if (space != PTX_M_SHARED)
    {
      ex_fail (o, PX_PROOF_GLOBAL, kind, at, why);
      ex_fail (o, PX_PROOF_BLOCKS, kind, at, why);
    }
}

/* Returns true if thread T's access A conflicts with U, by a thread of the same cluster.  */
static bool
kinds_conflict (const struct ex_order *o, unsigned t, const struct ex_access *a,
		const struct ex_use *u)
{
  if (a->kind == PV_READ && u->kind == PV_READ)
    return false;
  if (a->kind != PV_ATOMIC || u->kind != PV_ATOMIC || a->width != u->width)
    return true;
  return (u->narrow || a->scope == PTX_M_CTA)
	 && (u->until != EX_AT_ONCE || ex_rank (o, t) != ex_rank (o, u->thread));
}

/* Returns true if thread T knows that copy C is over; executed: that it has been, whether or not its effects are seen.  */
static bool
copy_over (struct ex_order *o, struct ex_copy *c, unsigned t, bool executed)
{
  auto *last = &c->last[executed];
  if (!c->done)
    return false;
  if (last->asked != t + 1 || last->learned != o->learned[t])
    {
      last->over = false;
      for (unsigned i = 0; i < c->many && !last->over; i++)
	{
	  unsigned of = executed ? ex_executed (o, c->owner + i) : c->owner + i;
	  last->over = ex_knows (o, t, of) >= o->waited[c->done + i];
	}
      last->asked = t + 1;
      last->learned = o->learned[t];
    }
  return last->over;
}

bool
ex_copy_over (struct ex_order *o, uint32_t copy, unsigned t)
{
  return copy_over (o, &o->copy[copy], t, false);
}

/* Returns true if thread T knows that use U is over, as its access A needs it.  What a copy has read, when a thread has waited for
   it, nobody changes any more; what one has written when its phase is over, the next copy there writes, and a wgmma reads, after
   it.  */
static bool
use_over (struct ex_order *o, const struct ex_use *u, unsigned t, const struct ex_access *a)
{
  switch (u->until)
    {
    case EX_AT_ONCE: return u->thread == t || ex_knows (o, t, u->thread) >= u->clock;
    case EX_UNTIL_WAIT: return copy_over (o, &o->copy[u->thread], t, u->kind == PV_READ);
    default:
      {
	bool issued_after
	  = (a->until == EX_UNTIL_PHASE && a->kind == PV_WRITE) || ex_wgmma_p (a->insn->i);
	return ex_knows (o, t, issued_after ? ex_executed (o, u->thread) : u->thread) >= u->clock;
      }
    }
}

static const char *
access_kind_name (enum pv_access_kind k)
{
  return k == PV_READ ? "read" : k == PV_WRITE ? "write" : "atomic access";
}

/* Thread T's access A is not ordered with use U of the same bytes.  */
static void
race_with (struct ex_order *o, int object, const struct ex_use *u, const struct ex_access *a)
{
  const char *file;
  char text[200];
  enum px_proof_property p = within_block (o, object);
  snprintf (text, sizeof text, "block %u: %s of %u bytes, not ordered with the %s of %u in line %u",
	    o->block, access_kind_name (a->kind), a->width, access_kind_name (u->kind), u->width,
	    pv_line (o->k, u->insn->stmt, &file));
  ex_fail (o, p, PX_PROOF_WHY_BLOCK_PAIR, a->insn->stmt, text);
  if (o->cluster > 1 && p == PX_PROOF_GLOBAL)
    ex_fail (o, PX_PROOF_BLOCKS, PX_PROOF_WHY_GRID_PAIR, a->insn->stmt, text);
}

/* Goes through a list of uses: races with those that thread T does not know to be over.  Drops those that A
   replaces: all if it writes.  */
static void
follow_uses (struct ex_order *o, int object, std::vector<ex_use> *all, uint32_t *head, unsigned t,
	     const struct ex_access *a)
{
  for (uint32_t *at = head; *at;)
    {
      struct ex_use *u = &(*all)[*at];
      bool reads = a->kind == PV_READ && u->kind == PV_READ;
      /* Of two reads it is not asked, but of one's own.  */
      bool over = reads ? u->thread == t && u->until == EX_AT_ONCE : use_over (o, u, t, a);
      /* Of threads that were made uniform the last accesses to mbarriers were not asked (ex_knows_last).  */
      if (u->kind == PV_ATOMIC && u->until == EX_AT_ONCE && a->kind != PV_ATOMIC
	  && o->uniform[u->thread])
	over = false;
      if (!over && kinds_conflict (o, t, a, u))
	race_with (o, object, u, a);
      bool replaced = over
		      && (a->kind == PV_WRITE
			  || (u->until == EX_AT_ONCE && u->thread == t && u->kind == a->kind
			      && u->width == a->width && a->until == EX_AT_ONCE));
      if (replaced)
	*at = u->next;
      else
	at = &u->next;
    }
}

/* The same of other clusters.  */
static bool
by_other (int32_t *who, unsigned cluster)
{
  return *who != -1 && *who != (int32_t) cluster;
}

static void
set_who (int32_t *who, unsigned cluster)
{
  *who = *who == -1 || *who == (int32_t) cluster ? (int32_t) cluster : -2;
}

static void
note_blocks (struct ex_order *o, struct ex_unit *u, const struct ex_access *a)
{
  unsigned cluster = o->block / o->cluster;
  bool narrow = a->scope == PTX_M_CTA || a->scope == PTX_M_CLUSTER;
  bool bad = by_other (&u->wrote, cluster);
  if (a->kind != PV_READ)
    bad |= by_other (&u->read, cluster);
  if (a->kind != PV_ATOMIC)
    bad |= by_other (&u->did, cluster);
  else if (by_other (&u->did, cluster))
    bad |= u->width != a->width || u->narrow || narrow;
  if (bad)
    ex_fail (o, PX_PROOF_BLOCKS, PX_PROOF_WHY_GRID_PAIR, a->insn->stmt,
	     "two blocks access the same bytes");
  if (a->kind == PV_ATOMIC)
    {
      /* Of several widths: none of them is that of the next one.  */
      u->width = u->did == -1 || u->width == a->width ? a->width : 0;
      u->narrow |= narrow;
    }
  set_who (a->kind == PV_READ ? &u->read : a->kind == PV_WRITE ? &u->wrote : &u->did, cluster);
}

/* Thread T makes access A to a unit.  */
static void
note_unit (struct ex_order *o, unsigned t, int object, struct ex_unit *u, const struct ex_access *a)
{
  bool global = o->k->object[object].space == PTX_M_GLOBAL;
  if (u->round != o->round)
    u->round = o->round, u->uses = 0;
  if (u->era != o->era)
    u->era = o->era, u->copies = 0, u->unfenced = false;
  if (a->until == EX_AT_ONCE && !(a->async && a->kind == PV_ATOMIC))
    o->last[t] = ex_knows (o, t, t);
  if (a->async && u->unfenced
      && (global || u->writer < 0
	  || ex_knows (o, t, ex_fenced (o, (unsigned) u->writer)) < u->written))
    ex_fail (o, within_block (o, object), PX_PROOF_WHY_BLOCK_PAIR, a->insn->stmt,
	     "no fence.proxy.async makes known to a bulk copy what its bytes hold");
  follow_uses (o, object, &o->uses, &u->uses, t, a);
  follow_uses (o, object, &o->copies, &u->copies, t, a);
  if (global)
    note_blocks (o, u, a);
  if (!a->async && a->kind != PV_READ)
    {
      /* Who knows of the writes before follows them.  */
      bool after
	= !u->unfenced || (u->writer >= 0 && ex_knows (o, t, (unsigned) u->writer) >= u->written);
      u->writer = after && a->until == EX_AT_ONCE ? (int32_t) t : -1;
      u->written = ex_knows (o, t, t);
      u->unfenced |= !a->insn->fenced;
    }
  std::vector<ex_use> *to = a->until == EX_AT_ONCE ? &o->uses : &o->copies;
  uint32_t *head = a->until == EX_AT_ONCE ? &u->uses : &u->copies;
  struct ex_use n
    = { t, ex_knows (o, t, t), a->until, a->kind, a->width, a->scope == PTX_M_CTA, a->insn, *head };
  if (a->until == EX_UNTIL_WAIT)
    n.thread = a->which, n.clock = 0;
  else if (a->until == EX_UNTIL_PHASE)
    n.thread = ex_of_mbarrier (o, a->which), n.clock = a->phase;
  if (to->size () >= MOST_USES)
    {
      ex_give_up (o, a->insn->stmt, "it has more accesses than are kept");
      return;
    }
  *head = (uint32_t) to->size ();
  to->push_back (n);
}

/* An access to an object, or (0) to any, at a place that is not known.  */
static void
note_anywhere (struct ex_order *o, int object, const struct ex_access *a)
{
  ptx_mod space = object ? o->k->object[object].space : a->space;
  if (space == PTX_M_SHARED_CLUSTER)
    space = PTX_M_SHARED;
  if (a->kind == PV_WRITE || a->until != EX_AT_ONCE || (!object && a->kind != PV_READ))
    {
      fail_in (o, space, PX_PROOF_WHY_ADDRESS, a->insn->stmt,
	       "its address depends on more than the launch");
      return;
    }
  if (!object)
    {
      if (space != PTX_M_GLOBAL)
	o->read_anywhere[0] = true;
      if (space != PTX_M_SHARED)
	o->read_anywhere[1] = true;
      return;
    }
  struct ex_object *x = &o->object[0][object];
  if (space == PTX_M_SHARED)
    ex_fail (o, PX_PROOF_SHARED, PX_PROOF_WHY_BOUNDS, a->insn->stmt,
	     "not known to stay within its variable");
  if (a->kind == PV_ATOMIC)
    {
      bool narrow = a->scope == PTX_M_CTA || a->scope == PTX_M_CLUSTER;
      if (narrow && o->blocks > 1)
	ex_fail (o, PX_PROOF_BLOCKS, PX_PROOF_WHY_GRID_PAIR, a->insn->stmt,
		 "its scope does not hold other blocks");
      if (x->anywhere_did && x->first && ptx_bits (ptx_type (x->first->i, 0)) / 8 != a->width)
	x->wrote = true;
      x->anywhere_did = true;
    }
  else
    x->anywhere_read = true;
  if (!x->first || a->kind == PV_ATOMIC)
    x->first = a->insn;
}

/* Thread T accesses shared memory of block R of the cluster, another one than its own.  */
static void
note_far (struct ex_order *o, unsigned t, unsigned r, const struct ex_access *a)
{
  bool begun = false;
  for (unsigned u = r * o->threads; u < (r + 1) * o->threads; u++)
    begun |= ex_knows (o, t, u) != 0;
  if (!begun)
    ex_fail (o, PX_PROOF_SHARED, PX_PROOF_WHY_LIFETIME, a->insn->stmt,
	     "the block may not have begun whose shared memory it is");
  /* What a copy does there is over with its phase.  */
  if (a->until == EX_AT_ONCE)
    o->far[(size_t) r * o->all + t] = ex_knows (o, t, t);
}

void
ex_note (struct ex_order *o, unsigned t, struct ex_value address, const struct ex_access *a)
{
  int object = address.base > 0 ? address.base : 0;
  unsigned rank = 0;
  for (std::vector<ex_object> &of : o->object)
    if (of.size () < o->k->object.size ())
      of.resize (o->k->object.size ());
  if (object)
    {
      ptx_mod in = o->k->object[object].space;
      if (in == PTX_M_LOCAL || in == PTX_M_PARAM || (in == PTX_M_CONST && a->kind == PV_READ))
	return;
      bool meant
	= !a->space || a->space == in || (a->space == PTX_M_SHARED_CLUSTER && in == PTX_M_SHARED);
      if (in == PTX_M_SHARED)
	rank = ex_rank_of (o, t, address);
      /* .shared without more is memory of the thread's own block.  */
      if ((in != PTX_M_SHARED && in != PTX_M_GLOBAL) || !meant
	  || (a->space == PTX_M_SHARED && rank != ex_rank (o, t)))
	object = 0;
    }
  struct ex_value where = address;
  where.base = object;
  ex_forget (o, t, where, a);
  if (a->insn->i->op == PTX_OP_LD && ptx_has (a->insn->i, PTX_M_NC))
    {
      if (!object)
	{
	  note_anywhere (o, 0, a);
	  return;
	}
      o->object[rank][object].read_only = true;
    }
  if (!object || !address.known || !a->width)
    {
      note_anywhere (o, object, a);
      return;
    }
  struct ex_object *x = &o->object[rank][object];
  const pv_object *v = &o->k->object[object];
  bool inside = address.v >= 0 && (!v->size || (uint64_t) address.v + a->width <= v->size);
  if (v->space == PTX_M_SHARED && (!inside || !v->size))
    {
      ex_fail (o, PX_PROOF_SHARED, PX_PROOF_WHY_BOUNDS, a->insn->stmt, "not within its variable");
      return;
    }
  if (address.v < 0 || (uint64_t) address.v + a->width > (uint64_t) MOST_UNITS * o->grain)
    {
      fail_in (o, v->space, PX_PROOF_WHY_LARGE, a->insn->stmt,
	       "it is outside of what is followed of an array");
      return;
    }
  if ((unsigned) address.v % o->grain || a->width % o->grain)
    {
      o->finer = true;
      return;
    }
  if (v->space == PTX_M_SHARED && rank != ex_rank (o, t))
    note_far (o, t, rank, a);
  *(a->kind == PV_READ ? &x->read : a->kind == PV_WRITE ? &x->wrote : &x->did) = true;
  if (a->kind != PV_READ)
    o->wrote[v->space == PTX_M_GLOBAL] = true;
  if (a->kind == PV_ATOMIC && x->anywhere_did && x->first
      && ptx_bits (ptx_type (x->first->i, 0)) / 8 != a->width)
    x->wrote = true;
  size_t first = (size_t) address.v / o->grain, end = first + a->width / o->grain;
  if (x->unit.size () < end)
    {
      ex_unit fresh = ex_unit ();
      fresh.wrote = fresh.read = fresh.did = -1;
      size_t n = end < 2 * x->unit.size () ? 2 * x->unit.size () : end;
      x->unit.resize (n, fresh);
    }
  for (size_t i = first; i < end && !o->why; i++)
    note_unit (o, t, object, &x->unit[i], a);
}

void
ex_note_box (struct ex_order *o, int object, bool reads)
{
  for (std::vector<ex_object> &of : o->object)
    if (of.size () < o->k->object.size ())
      of.resize (o->k->object.size ());
  if (reads)
    {
      o->object[0][object].read = true;
      return;
    }
  o->object[0][object].wrote = true;
  o->wrote[1] = true;
  ex_lose_global (o);
}

/* ---- mbarriers ---- */

/* Notes that thread T operates on M.  It must know that it is initialised, which counts as a write.  */
static void
touch (struct ex_order *o, unsigned t, int m, const struct ex_insn *n, enum pv_access_kind kind,
       enum ex_until until)
{
  struct ex_access a
    = { n,     kind,	     MBARRIER_SIZE,	      PTX_M_CLUSTER, PTX_M_SHARED_CLUSTER,
	until, (uint32_t) m, o->mbarrier[m].over + 1, true };
  struct ex_value v
    = { o->mbarrier[m].offset, o->mbarrier[m].object, true, (uint16_t) (o->mbarrier[m].rank + 1) };
  ex_note (o, t, v, &a);
}

int
ex_mbarrier_at (const struct ex_order *o, unsigned t, struct ex_value address)
{
  if (address.base <= 0 || !address.known)
    return -1;
  unsigned rank = ex_rank_of (o, t, address);
  for (unsigned i = 0; i < o->mbarrier.size (); i++)
    if (!o->mbarrier[i].gone && o->mbarrier[i].object == address.base && o->mbarrier[i].rank == rank
	&& o->mbarrier[i].offset == address.v)
      return (int) i;
  return -1;
}

void
ex_init (struct ex_order *o, unsigned t, struct ex_value address, int64_t count,
	 const struct ex_insn *n)
{
  if (address.base <= 0 || !address.known || o->k->object[address.base].space != PTX_M_SHARED
      || address.v % MBARRIER_SIZE || address.v < 0 || ex_rank_of (o, t, address) != ex_rank (o, t))
    ex_give_up (o, n->stmt, "the mbarrier's address is not known");
  else if (count < 1 || count > MOST_EXPECTED)
    ex_give_up (o, n->stmt, "it is not known how many arrivals the mbarrier expects");
  else if (ex_mbarrier_at (o, t, address) >= 0)
    ex_give_up (o, n->stmt, "an mbarrier is initialised again");
  else if (o->mbarrier.size () == o->cluster * EX_MOST_MBARRIERS)
    ex_give_up (o, n->stmt, "there are more mbarriers than are followed");
  if (o->why)
    return;
  struct ex_mbarrier m = ex_mbarrier ();
  o->has_mbarriers = true;
  m.object = address.base;
  m.offset = address.v;
  m.rank = ex_rank (o, t);
  m.init = n;
  m.count = m.pending = count;
  m.expects.assign (o->all, 0);
  o->mbarrier.push_back (m);
  touch (o, t, (int) o->mbarrier.size () - 1, n, PV_WRITE, EX_AT_ONCE);
}

void
ex_inval (struct ex_order *o, unsigned t, int m, const struct ex_insn *n)
{
  touch (o, t, m, n, PV_WRITE, EX_AT_ONCE);
  if (!ex_knows_phase (o, t, ex_of_mbarrier (o, (unsigned) m), o->mbarrier[m].last_copy))
    ex_give_up (o, n->stmt, "a copy may be under way that completes at the mbarrier");
  o->mbarrier[m].gone = true;
}

/* Thread T operates on M in its present phase, or (until) a copy of it does: it must know that the one before is over.  */
static bool
in_phase (struct ex_order *o, unsigned t, int m, const struct ex_insn *n, enum ex_until until)
{
  touch (o, t, m, n, PV_ATOMIC, until);
  if (ex_knows_phase (o, t, ex_of_mbarrier (o, (unsigned) m), o->mbarrier[m].over))
    return true;
  ex_give_up (o, n->stmt, "it may be in an earlier phase of its mbarrier");
  return false;
}

/* Adds to C what thread T releases: what was executed before, and, if SEEN, the effects of that; RELAXED: those before its last
   fence, which is for other blocks' mbarriers, too (FAR).  */
static void
release_part (struct ex_order *o, unsigned t, struct ex_clock *c, bool seen, bool relaxed, bool far)
{
  if (seen && !relaxed)
    ex_release (o, t, c);
  else
    ex_release_executed (o, t, c);
  if (seen && relaxed)
    ex_release_fenced (o, t, far, c);
}

/* Thread T arrives at B.  Where the scope of its arrival (wide: .cluster), or of a wait (narrow), does not hold the other thread's
   block, what it did has been executed, and no more is known.  */
static void
release_to (struct ex_order *o, unsigned t, struct ex_mbarrier *b, bool wide, bool relaxed)
{
  bool far = ex_rank (o, t) != b->rank;
  release_part (o, t, &b->clock, !far || wide, relaxed, far);
  if (o->cluster > 1)
    release_part (o, t, &b->near, !far, relaxed, far);
}

/* Thread T's wait ends with the phase of B that is over; NARROW: its scope is the block.  */
static void
pass_wait (struct ex_order *o, unsigned t, struct ex_mbarrier *b, bool narrow)
{
  ex_acquire (o, t, narrow && o->cluster > 1 ? &b->near_over : &b->clock_over);
  uint32_t now = ex_tick (o, t);
  b->waited.push_back ({ t, now, b->over });
}

/* Ends the phase of M if all have arrived, and all bytes have come.  */
static void
end_phase (struct ex_order *o, int m, const struct ex_insn *n)
{
  struct ex_mbarrier *b = &o->mbarrier[m];
  if (b->pending || b->bytes)
    return;
  for (char e : b->expects)
    if (e)
      {
	ex_give_up (o, n->stmt, "a thread that expects bytes does not arrive after it");
	return;
      }
  std::vector<ex_waited> later;
  for (const ex_waited &w : b->waited)
    if (w.phase != b->over)
      later.push_back (w);
    else if (ex_get (o, &b->clock, ex_executed (o, w.thread)) < w.clock)
      {
	ex_give_up (o, n->stmt,
		    "a phase of its mbarrier may end before all have waited for the one before it");
	return;
      }
  b->waited = later;
  b->over++;
  ex_set_phase (o, &b->clock, ex_of_mbarrier (o, (unsigned) m), b->over);
  b->clock_over = b->clock;
  if (o->cluster > 1)
    {
      /* A wait for its block learns no effects of another block's copies: they were executed.  */
      if (!b->far_copies)
	ex_set (&b->near, ex_of_mbarrier (o, (unsigned) m), b->over);
      ex_set (&b->near, ex_executed (o, ex_of_mbarrier (o, (unsigned) m)), b->over);
      b->near_over = b->near;
    }
  b->pending = b->count;
  std::vector<ex_waiting> waiting;
  waiting.swap (b->waiting);
  for (const ex_waiting &w : waiting)
    {
      pass_wait (o, w.thread, b, w.narrow);
      o->woken.push_back (w.thread);
    }
}

void
ex_arrive (struct ex_order *o, unsigned t, int m, int64_t count, const struct ex_insn *n)
{
  struct ex_mbarrier *b = &o->mbarrier[m];
  if (!in_phase (o, t, m, n, EX_AT_ONCE))
    return;
  if (count < 1 || count > b->pending)
    {
      ex_give_up (o, n->stmt, "more arrive than the mbarrier expects");
      return;
    }
  bool wide = ptx_get (n->i, PTX_C_SCOPE) == PTX_M_CLUSTER;
  release_to (o, t, b, wide, ptx_has (n->i, PTX_M_RELAXED));
  ex_tick (o, t);
  b->expects[t] = 0;
  b->pending -= count;
  end_phase (o, m, n);
}

void
ex_expect (struct ex_order *o, unsigned t, int m, int64_t bytes, const struct ex_insn *n)
{
  struct ex_mbarrier *b = &o->mbarrier[m];
  if (!in_phase (o, t, m, n, EX_AT_ONCE))
    return;
  if (bytes < 0 || bytes > MOST_EXPECTED || b->bytes + bytes > MOST_EXPECTED)
    {
      ex_give_up (o, n->stmt, "the number of bytes is not known, or more than an mbarrier counts");
      return;
    }
  b->bytes += bytes;
  b->expects[t] = 1;
}

void
ex_bring (struct ex_order *o, unsigned t, int m, int64_t bytes, const struct ex_insn *n)
{
  struct ex_mbarrier *b = &o->mbarrier[m];
  if (!in_phase (o, t, m, n, EX_UNTIL_PHASE))
    return;
  if (!b->init->fenced)
    ex_give_up (o, b->init->stmt,
		"no fence makes the mbarrier known to copies before others may use it");
  if (bytes < 1 || bytes > MOST_EXPECTED || b->bytes - bytes < -MOST_EXPECTED)
    ex_give_up (o, n->stmt, "the number of bytes is not known, or more than an mbarrier counts");
  if (o->why)
    return;
  /* The phase ends after the copy, which its thread has issued then.  */
  ex_release_executed (o, t, &b->clock);
  if (o->cluster > 1)
    ex_release_executed (o, t, &b->near);
  b->far_copies |= ex_rank (o, t) != b->rank;
  b->last_copy = b->over + 1;
  b->bytes -= bytes;
  end_phase (o, m, n);
}

bool
ex_wait (struct ex_order *o, unsigned t, int m, uint32_t phases, const struct ex_insn *n)
{
  struct ex_mbarrier *b = &o->mbarrier[m];
  touch (o, t, m, n, PV_ATOMIC, EX_AT_ONCE);
  bool narrow = ptx_get (n->i, PTX_C_SCOPE) != PTX_M_CLUSTER;
  bool late = phases && !ex_knows_phase (o, t, ex_of_mbarrier (o, (unsigned) m), phases - 1);
  if (late || b->over > phases || phases > b->over + 1)
    {
      ex_give_up (o, n->stmt, "it may wait for another phase of its mbarrier");
      return false;
    }
  if (b->over == phases)
    {
      pass_wait (o, t, b, narrow);
      return true;
    }
  b->waiting.push_back ({ t, phases, narrow });
  return false;
}

/* ---- the end ---- */

struct ex_clock
ex_known_at_end (struct ex_order *o, unsigned rank)
{
  struct ex_clock all;
  for (unsigned t = rank * o->threads; t < (rank + 1) * o->threads; t++)
    ex_release (o, t, &all);
  return all;
}

void
ex_end_launch (struct ex_order *o)
{
  const struct pv_kernel *k = o->k;
  /* In shared memory all is within a variable, or has failed.  */
  const std::vector<ex_object> &all = o->object[0];
  for (int s = 0; s < 2; s++)
    if (o->read_anywhere[s] && o->wrote[s])
      fail_in (o, s ? PTX_M_GLOBAL : PTX_M_SHARED, PX_PROOF_WHY_ADDRESS, NULL,
	       "what is read at an address from memory may be what is written");
  for (int l : o->symbols.loaded)
    for (unsigned i = 1; i < all.size () && o->symbols.used; i++)
      if ((all[i].wrote || all[i].did || all[i].anywhere_did) && pv_may_alias (k, l, (int) i))
	ex_give_up (o, NULL, "what decides on its ways may be written");
  for (unsigned i = 1; i < all.size (); i++)
    {
      const struct ex_object *x = &all[i];
      if ((x->anywhere_read && (x->wrote || x->did || x->anywhere_did))
	  || (x->anywhere_did && (x->wrote || x->read)))
	fail_in (o, k->object[i].space, PX_PROOF_WHY_ADDRESS, x->first->stmt,
		 "its address depends on more than the launch");
      if (x->read_only && (x->wrote || x->did || x->anywhere_did))
	fail_in (o, PTX_M_GLOBAL, PX_PROOF_WHY_BLOCK_PAIR, NULL,
		 "what ld.global.nc reads may be written in the launch");
      for (unsigned j = 1; j < i; j++)
	{
	  const struct ex_object *y = &all[j];
	  bool a = x->wrote || x->did || x->anywhere_did, b = y->wrote || y->did || y->anywhere_did,
	       c = a || x->read || x->anywhere_read, d = b || y->read || y->anywhere_read;
	  if ((a || b) && c && d && pv_may_alias (k, (int) i, (int) j))
	    fail_in (o, k->object[i].space, PX_PROOF_WHY_ALIAS, NULL,
		     "two pointers may lead to the same memory");
	}
    }
}
