/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data races: for each pair of accesses that two threads may execute without a barrier between
   them, value/ is asked whether they touch a common byte.

   Needs the intervals.  Threads of a block are asked about by the barriers that hold them both: of
   the pairs in one thread[g] all barriers of at least g threads count.  Threads of different blocks
   are never ordered.  Two accesses conflict if one writes, unless both are atomic, of the same
   width, and of a scope that holds both threads.  */

#include "prove/prove-int.h"

enum
{
  MOST_ACCESSES = 600, /* of a kernel: pairs grow with the square */
  /* Pairs for which a property is not proved, after which no more are asked of value/, which may take
     a second for each.  They are of fewer lines where loops are unrolled: three times what is printed.  */
  ENOUGH_PAIRS = 3 * PX_PROOF_REASONS
};

const char *
pv_access_name (const pv_access *a)
{
  return a->kind == PV_READ ? "read" : a->kind == PV_WRITE ? "write" : "atomic access";
}

static bool
conflict (const struct pv_kernel *k, const pv_access *a, const pv_access *c, bool blocks)
{
  if (a->kind == PV_READ && c->kind == PV_READ)
    return false;
  if (!pv_may_alias (k, a->object, c->object))
    return false;
  if (a->space && c->space && a->space != c->space)
    return false;
  if (a->kind == PV_ATOMIC && c->kind == PV_ATOMIC && a->width == c->width)
    {
      bool narrow = a->scope == PTX_M_CTA || a->scope == PTX_M_CLUSTER || c->scope == PTX_M_CTA
		    || c->scope == PTX_M_CLUSTER;
      return blocks && narrow;
    }
  return true;
}

struct px_dj_access
pv_dj_access (const struct pv_kernel *k, const pv_access *a)
{
  struct px_dj_access d = px_dj_access ();
  d.offset = a->offset;
  d.width = a->width;
  d.guard = a->guards.data ();
  d.n_guards = (int) a->guards.size ();
  d.fact = k->facts.data ();
  d.n_facts = (int) k->facts.size ();
  d.ctr = a->counters.data ();
  d.n_ctrs = (int) a->counters.size ();
  return d;
}

/* Returns true if property p is about pairs of these accesses.  blocks: of different blocks.  */
static bool
concerns (const pv_access *a, const pv_access *c, bool blocks, enum px_proof_property p)
{
  ptx_mod space = p == PX_PROOF_SHARED ? PTX_M_SHARED : PTX_M_GLOBAL;
  return blocks == (p == PX_PROOF_BLOCKS) && (!a->space || a->space == space)
	 && (!c->space || c->space == space);
}

/* Returns true if enough is known against what a pair could prove.  */
static bool
enough (const struct pv_kernel *k, const pv_access *a, const pv_access *c, bool blocks)
{
  for (int p = PX_PROOF_SHARED; p <= PX_PROOF_BLOCKS; p++)
    if (concerns (a, c, blocks, (enum px_proof_property) p) && k->refused[p] < ENOUGH_PAIRS)
      return false;
  return true;
}

static void
refuse (struct pv_kernel *k, const pv_access *a, const pv_access *c, bool blocks, const char *why)
{
  const char *file;
  uint32_t line = pv_line (k, c->stmt, &file);
  enum px_proof_why kind = !a->object || !c->object ? PX_PROOF_WHY_ADDRESS
			   : a->object != c->object ? PX_PROOF_WHY_ALIAS
			   : blocks		    ? PX_PROOF_WHY_GRID_PAIR
						    : PX_PROOF_WHY_BLOCK_PAIR;
  for (int p = PX_PROOF_SHARED; p <= PX_PROOF_BLOCKS; p++)
    if (concerns (a, c, blocks, (enum px_proof_property) p))
      {
	k->refused[p]++;
	if (a == c)
	  pv_incomplete (k, (enum px_proof_property) p, kind, a->stmt,
			 "%s of %u bytes by two threads: %s", pv_access_name (a), a->width, why);
	else
	  pv_incomplete (k, (enum px_proof_property) p, kind, a->stmt,
			 "%s of %u bytes, and the %s of %u in line %u: %s", pv_access_name (a),
			 a->width, pv_access_name (c), c->width, line, why);
      }
}

static void
count (struct pv_kernel *k, const pv_access *a, bool blocks)
{
  k->result[blocks		       ? PX_PROOF_BLOCKS
	    : a->space == PTX_M_SHARED ? PX_PROOF_SHARED
				       : PX_PROOF_GLOBAL]
    .questions++;
}

bool
pv_inside (struct pv_kernel *k, const pv_access *a)
{
  struct px_dj_access d = pv_dj_access (k, a);
  struct px_dj_result r;
  uint64_t size = k->object[a->object].size;
  if (!size || size > INT32_MAX)
    return false;
  px_dj_r2 (k->A, &d, (int64_t) size, &r);
  return r.verdict == DJ_PROVED;
}

/* Decides pairs without value/: returns NULL if it must be asked, "" if they are apart, else why it
   is not known.  */
static const char *
by_objects (const pv_access *a, const pv_access *c)
{
  if (a->wgmma || c->wgmma)
    return "a wgmma may read any shared memory until it has been waited for";
  if (!a->object || !c->object)
    return "the address does not come from a parameter or variable";
  if (a->object != c->object)
    return "their pointers may lead to the same memory";
  return NULL;
}

/* Different variables of shared memory are apart if the accesses stay inside.  */
static void
check_variables (struct pv_kernel *k, const std::vector<pv_access *> &all)
{
  bool several = false;
  int first = 0;
  for (const pv_access *a : all)
    if (a->space == PTX_M_SHARED && a->object)
      {
	several |= first && first != a->object;
	first = a->object;
      }
  if (several)
    for (pv_access *a : all)
      if (a->space == PTX_M_SHARED && a->object && !pv_inside (k, a))
	{
	  pv_incomplete (k, PX_PROOF_SHARED, PX_PROOF_WHY_BOUNDS, a->stmt,
			 "%s of %u bytes: not shown to stay within its variable",
			 pv_access_name (a), a->width);
	}
}

/* Why value/ has not decided, with the two threads that it has found.  */
static void
explain (char *buf, size_t size, const struct px_dj_result *r, bool blocks)
{
  const struct px_dj_witness *w = &r->witness;
  bool found = (r->verdict == DJ_SHOWN || r->why == DJ_WHY_MAYBE) && w->valid;
  const char *of = blocks ? "of different blocks" : "of one block";
  if (r->why == DJ_WHY_BUDGET && r->verdict != DJ_SHOWN)
    snprintf (buf, size, "not decided within the budget, for threads %s", of);
  else if (found && blocks)
    snprintf (buf, size,
	      "not shown to be apart for threads %s; candidate: thread %lld of block %lld and "
	      "thread %lld of block %lld",
	      of, (long long) w->thread[0], (long long) w->block[0], (long long) w->thread[1],
	      (long long) w->block[1]);
  else if (found)
    snprintf (buf, size, "not shown to be apart for threads %s; candidate: threads %lld and %lld",
	      of, (long long) w->thread[0], (long long) w->thread[1]);
  else
    snprintf (buf, size, "not shown to be apart for threads %s", of);
}

/* ---- one block ---- */

namespace
{
/* Pairs of threads of one unit of `parent', in different units thread[unit]; barriers of at least
   `group' threads order them.  */
struct thread_class
{
  int unit, parent; /* parent 0: the block */
  int group;
  std::vector<pv_meeting> meetings;
};
}

static bool
apart (struct pv_kernel *k, const struct thread_class *t, const pv_meeting *m, const pv_access *a,
       const pv_access *c, struct px_dj_result *r)
{
  struct px_dj_persp unit = { DJ_LEVEL_THREAD, t->unit };
  struct px_dj_persp parent
    = { t->parent ? DJ_LEVEL_THREAD : DJ_LEVEL_BLOCK, t->parent ? t->parent : 1 };
  struct px_dj_access x = pv_dj_access (k, a), y = pv_dj_access (k, c);
  count (k, a, false);
  if (!m->carrier)
    {
      struct px_dj_relation q = px_dj_relation ();
      q.unit = unit;
      q.parent = parent;
      q.shared = true;
      q.loop = k->dj_loop[m->loop];
      px_dj_r1 (k->A, &q, &x, a == c ? &x : &y, r);
      return r->verdict == DJ_PROVED;
    }
  struct px_dj_scope chain[3] = { px_dj_scope (), px_dj_scope (), px_dj_scope () };
  chain[0].kind = DJ_SCOPE_NOTHING;
  chain[1].kind = DJ_SCOPE_UNITS;
  chain[1].persp = unit;
  chain[2].kind = DJ_SCOPE_UNITS;
  chain[2].persp = parent;
  struct px_dj_edge e = px_dj_edge ();
  e.whole = parent;
  e.shared = true;
  e.loop = k->dj_loop[m->loop];
  e.carrier = k->dj_loop[m->carrier];
  e.distance = e.distance_max = 1;
  int scope = px_dj_narrow (k->A, &e, &x, a == c ? &x : &y, chain, 3, r);
  if (scope < 2)
    return true;
  r->why = DJ_WHY_UNPROVED;
  r->verdict = DJ_UNDECIDED;
  return false;
}

static void
inside_block (struct pv_kernel *k, const std::vector<pv_access *> &all)
{
  std::vector<int> groups;
  std::vector<thread_class> classes;
  for (int g = 1; g <= 1024; g *= 2)
    for (int b : k->g.rpo)
      for (const pv_collective &c : k->collectives[b])
	if (c.barrier && c.convergent && c.group == g && (groups.empty () || groups.back () != g))
	  groups.push_back (g);
  int unit = 1;
  bool block = false;
  for (int b : k->g.rpo)
    for (const pv_collective &c : k->collectives[b])
      block |= c.barrier && c.convergent && c.group == 0;
  for (unsigned i = 0; i <= groups.size (); i++)
    {
      bool last = i == groups.size ();
      thread_class t = { unit, last ? 0 : groups[i], last ? (block ? 0 : -1) : groups[i],
			 std::vector<pv_meeting> () };
      /* A group of one thread has no pairs.  */
      if (!last && groups[i] == unit)
	continue;
      if (last && k->sig->threads && unit == (int) k->sig->threads)
	continue;
      t.meetings = pv_meetings (k, all, t.group);
      unit = last ? unit : groups[i];
      classes.push_back (t);
    }
  for (const thread_class &t : classes)
    for (const pv_meeting &m : t.meetings)
      {
	const pv_access *a = all[m.a], *c = all[m.c];
	char text[300];
	struct px_dj_result r = px_dj_result ();
	pv_meeting meet = m;
	if (!conflict (k, a, c, false) || enough (k, a, c, false) || pv_in_phases (k, a, c))
	  continue;
	enum pv_order order = pv_in_rings (k, a, c, &meet.loop);
	if (order == PV_ORDERED)
	  continue;
	if (order == PV_SAME_TURN)
	  meet.carrier = 0;
	if (k->object.size () && a->object != c->object && a->object && c->object
	    && a->space == PTX_M_SHARED)
	  continue;
	const char *why = by_objects (a, c);
	if (!why && !apart (k, &t, &meet, a, c, &r))
	  {
	    explain (text, sizeof text, &r, false);
	    why = text;
	  }
	if (why)
	  refuse (k, a, c, false, why);
      }
}

/* ---- one thread and its copies ---- */

/* Proves that a and c are apart in one thread, in one iteration of all loops that are around both.  */
static bool
apart_in_thread (struct pv_kernel *k, const pv_access *a, const pv_access *c)
{
  struct px_dj_type condition = px_dj_type_of (k->A, a->offset);
  std::vector<px_dj_ref> both = a->guards;
  both.insert (both.end (), c->guards.begin (), c->guards.end ());
  auto before = [&] (const pv_access *x, const pv_access *y) {
    return px_dj_bin (k->A, DJ_LE,
		      px_dj_bin (k->A, DJ_ADD, x->offset, px_dj_const (k->A, condition, x->width)),
		      y->offset);
  };
  count (k, a, false);
  return pv_implied (k, both, px_dj_bin (k->A, DJ_LOR, before (a, c), before (c, a)));
}

/* A copy is not ordered with what its thread does until it waits for it.  */
static void
beside_copies (struct pv_kernel *k, const std::vector<pv_access *> &all)
{
  for (const pv_access *a : all)
    for (const pv_beside &s : a->beside)
      for (const pv_access *c : all)
	{
	  if (c->stmt != s.stmt || !conflict (k, a, c, false) || enough (k, a, c, false))
	    continue;
	  /* check_variables has found that they stay in theirs.  */
	  if (a->object != c->object && a->object && c->object && a->space == PTX_M_SHARED)
	    continue;
	  const char *why = by_objects (a, c);
	  if (!why
	      && (s.depth < pv_common_loops (&k->g, a->block, c->block)
		  || !apart_in_thread (k, a, c)))
	    why = "not shown to be apart, and the thread has not waited for the copy";
	  if (why)
	    refuse (k, a, c, false, why);
	}
}

/* Why bulk copy A of a ring and access C of its thread, at any time, or of any thread in the other proxy, may
   conflict; NULL: they do not.  */
static const char *
beside_bulk (struct pv_kernel *k, const pv_access *a, const pv_access *c)
{
  int loop = 0;
  enum pv_order order = pv_in_rings (k, a, c, &loop);
  /* What the generic proxy reads is read when its thread executes what follows.  */
  if (!c->bulk && c->kind != PV_READ && !pv_apart_from_ring (k, a, c) && !pv_fenced (k, c))
    return "no fence.proxy.async makes the one known to the proxy of the other, a bulk copy";
  if (order == PV_ORDERED || a == c)
    return order == PV_UNORDERED ? "the thread does not wait for the copy" : NULL;
  if (order == PV_UNORDERED && !c->copy && !pv_may_follow (k, a, c))
    return NULL;
  bool apart = order == PV_SAME_TURN ? apart_in_thread (k, a, c) : pv_apart_from_ring (k, a, c);
  return apart ? NULL : "not shown to be apart, and the thread has not waited for the copy";
}

/* A bulk copy is not ordered with what its thread does until its mbarrier's phase is over.  */
static void
beside_bulks (struct pv_kernel *k, const std::vector<pv_access *> &all)
{
  for (const pv_access *a : all)
    for (const pv_access *c : all)
      {
	if (!a->bulk || !conflict (k, a, c, false) || enough (k, a, c, false))
	  continue;
	/* check_variables has found that they stay in theirs.  */
	if (a->object != c->object && a->object && c->object && a->space == PTX_M_SHARED)
	  continue;
	const char *why = by_objects (a, c);
	if (!why)
	  why = beside_bulk (k, a, c);
	if (why)
	  refuse (k, a, c, false, why);
      }
}

/* What the generic proxy has written is known to a wgmma, which reads in the other one, after a fence.  Where mbarriers
   order nothing, what a write comes before can be reached from it.  */
static void
before_wgmma (struct pv_kernel *k, const std::vector<pv_access *> &all)
{
  for (const pv_access *a : all)
    for (const pv_access *c : all)
      {
	if (!a->wgmma || c->bulk || !conflict (k, a, c, false) || enough (k, a, c, false)
	    || (k->window.empty () && !pv_may_follow (k, c, a)))
	  continue;
	if (!pv_fenced (k, c))
	  refuse (k, a, c, false,
		  "no fence.proxy.async makes the one known to the proxy of the other, a wgmma");
      }
}

/* ---- across blocks ---- */

static void
across_blocks (struct pv_kernel *k, const std::vector<pv_access *> &all)
{
  for (unsigned i = 0; i < all.size (); i++)
    for (unsigned j = i; j < all.size (); j++)
      {
	const pv_access *a = all[i], *c = all[j];
	char text[300];
	if (a->space == PTX_M_SHARED || c->space == PTX_M_SHARED || !conflict (k, a, c, true)
	    || enough (k, a, c, true))
	  continue;
	const char *why = by_objects (a, c);
	if (!why)
	  {
	    struct px_dj_relation q = px_dj_relation ();
	    struct px_dj_access x = pv_dj_access (k, a), y = pv_dj_access (k, c);
	    struct px_dj_result r;
	    q.unit.level = DJ_LEVEL_BLOCK;
	    q.unit.n = 1;
	    q.parent.level = DJ_LEVEL_GRID;
	    q.parent.n = 1;
	    count (k, a, true);
	    px_dj_r1 (k->A, &q, &x, a == c ? &x : &y, &r);
	    if (r.verdict != DJ_PROVED)
	      {
		explain (text, sizeof text, &r, true);
		why = text;
	      }
	  }
	if (why)
	  refuse (k, a, c, true, why);
      }
}

/* What ld.global.nc reads nobody may write in the launch, in whatever order (9.7.9.8).  */
static void
read_only (struct pv_kernel *k, const std::vector<pv_access *> &all)
{
  for (const pv_access *a : all)
    for (const pv_access *c : all)
      if (a->stmt->insn.op == PTX_OP_LD && ptx_has (&a->stmt->insn, PTX_M_NC) && c->kind != PV_READ
	  && c->space != PTX_M_SHARED && pv_may_alias (k, a->object, c->object))
	for (enum px_proof_property p : { PX_PROOF_GLOBAL, PX_PROOF_BLOCKS })
	  {
	    const char *file;
	    pv_incomplete (
	      k, p, PX_PROOF_WHY_ALIAS, a->stmt,
	      "ld.global.nc, and the %s in line %u: what it reads may be written in the launch",
	      pv_access_name (c), pv_line (k, c->stmt, &file));
	  }
}

void
pv_find_races (struct pv_kernel *k)
{
  std::vector<pv_access *> all;
  for (int b : k->g.rpo)
    for (pv_access &a : k->accesses[b])
      all.push_back (&a);
  if (all.size () > MOST_ACCESSES)
    {
      for (int p = PX_PROOF_SHARED; p <= PX_PROOF_BLOCKS; p++)
	pv_incomplete (k, (enum px_proof_property) p, PX_PROOF_WHY_LARGE, NULL,
		       "%u accesses: more than the %d whose pairs are compared",
		       (unsigned) all.size (), MOST_ACCESSES);
      return;
    }
  check_variables (k, all);
  inside_block (k, all);
  beside_copies (k, all);
  beside_bulks (k, all);
  before_wgmma (k, all);
  across_blocks (k, all);
  read_only (k, all);
}
