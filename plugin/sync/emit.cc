/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Emits instructions for the results of px_infer and px_select.

   Needs: the tree with its answers, and where its places are (px_places).
   Leaves: volatile asm at these places, each next to the call that prevents GIMPLE
   from copying it; px's own mbarriers initialised at a kernel's start.

   An mbarrier's phase: a barrier that is not split keeps the state that its own
   arrival returned; a split one has a variable for it.  Each branch that fills or
   drains a ring has a variable with a bit for each slot, which every use inverts;
   and each of its fills and drains has a variable that counts the slots.  */

#include "plugin/sync/emit-int.h"

/* ---- parts of instructions -------------------------------------------- */

/* Emits volatile asm that is collective.  */
gasm *
px_emit_asm (px_emitter *em, gimple_seq *q, const std::string &text, const px_operands &outs,
	     const px_operands &ins, location_t loc)
{
  gasm *s = px_placed_asm (em->fun->decl, text, outs, ins, loc);
  gimple_seq_add_stmt (q, s);
  gimple_seq_add_stmt (q, px_collective_mark ());
  return s;
}

void
px_emit_fence (px_emitter *em, gimple_seq *q, location_t loc)
{
  gimple_seq_add_stmt (q, px_placed_asm (em->fun->decl, "wgmma.fence.sync.aligned;", {}, {}, loc,
					 true));
  gimple_seq_add_stmt (q, px_collective_mark ());
}

std::string
px_emit_textf (const char *f, ...)
{
  char t[600];
  va_list ap;
  va_start (ap, f);
  vsnprintf (t, sizeof t, f, ap);
  va_end (ap);
  return t;
}

/* PTX that sets %pxa to the address of mbarrier I; if each unit of N threads has one, of that
   of the thread's unit, counted from thread FIRST on (N 0: one for all).  %OPERAND is the
   address of px's mbarriers.  */
static std::string
mbarrier_address (int operand, int i, int first, int n)
{
  std::string t = px_emit_textf ("{ .reg .b32 %%%%pxa, %%%%pxt; mov.u32 %%%%pxa, %%%d; ", operand);
  if (n)
    t += px_emit_textf (
      "mov.u32 %%%%pxt, %%%%tid.x; sub.u32 %%%%pxt, %%%%pxt, %d; div.u32 %%%%pxt, %%%%pxt, %d; "
      "mad.lo.u32 %%%%pxa, %%%%pxt, 8, %%%%pxa; ",
      first, n);
  if (i)
    t += px_emit_textf ("add.u32 %%%%pxa, %%%%pxa, %d; ", 8 * i);
  return t;
}

/* If each unit of S has an mbarrier, returns the threads of a unit, else 0.  */
static int
threads_of_unit (const px_fn *f, const px_sync *s)
{
  px_persp p = f->scope[s->scope];
  return p.level == PX_THREAD && s->units != 1 ? p.n : 0;
}

/* ---- barriers --------------------------------------------------------- */

/* As in cooperative groups: the driver gives each cooperative launch a word (environment
   registers 1 and 2); each block adds 1, and block 0 a number such that the highest bit changes
   after all have added.  */
static const char grid_barrier[]
  = "{ .reg .pred %%pxp; .reg .b32 %%pxt, %%pxn, %%pxo, %%pxw; .reg .b64 %%pxa; "
    "bar.sync 0; mov.u32 %%pxt, %%tid.x; setp.ne.u32 %%pxp, %%pxt, 0; @%%pxp bra PXE; "
    "mov.u32 %%pxo, %%envreg1; mov.u32 %%pxw, %%envreg2; mov.b64 %%pxa, {%%pxw, %%pxo}; "
    "mov.u32 %%pxn, %%nctaid.x; sub.u32 %%pxn, 0x80000001, %%pxn; mov.u32 %%pxt, %%ctaid.x; "
    "setp.eq.u32 %%pxp, %%pxt, 0; selp.u32 %%pxn, %%pxn, 1, %%pxp; fence.acq_rel.gpu; "
    "atom.add.release.gpu.u32 %%pxo, [%%pxa+4], %%pxn; "
    "PXW: ld.acquire.gpu.u32 %%pxw, [%%pxa+4]; xor.b32 %%pxw, %%pxw, %%pxo; setp.ge.s32 %%pxp, "
    "%%pxw, 0; @%%pxp bra PXW; "
    "fence.acq_rel.gpu; "
    "PXE: bar.sync 0; }";

std::string
px_emit_warp_barrier (int n)
{
  return n == 32 ? "bar.warp.sync 0xffffffff;" : "{ " + px_lane_mask (n) + "bar.warp.sync %%pxm; }";
}

/* PTX that sets %pxb to BASE + K times the number of the thread's unit of N threads (0: the
   block is one), counted from thread FIRST of the function's unit on.  */
static std::string
number_text (const px_fn *f, int base, int first, int n, int k)
{
  int own = f->kernel || f->persp.level != PX_THREAD ? 0 : f->persp.n;
  if (!n || n == own)
    return px_emit_textf ("mov.u32 %%%%pxb, %d; ", base);
  return "mov.u32 %%pxb, %%tid.x; "
	 + (own ? px_emit_textf ("rem.u32 %%%%pxb, %%%%pxb, %d; ", own) : "")
	 + px_emit_textf (
	   "sub.u32 %%%%pxb, %%%%pxb, %d; div.u32 %%%%pxb, %%%%pxb, %d; mad.lo.u32 %%%%pxb, "
	   "%%%%pxb, %d, %d; ",
	   first, n, k, base);
}

/* Sets the argument for which call A.s stands.  */
static void
put_number (px_emitter *em, const px_asked &a)
{
  tree lhs = gimple_call_lhs (a.s), mine = px_barriers_parameter (em->fun->decl);
  gimple_stmt_iterator gsi = gsi_for_stmt (a.s);
  px_operands in;
  std::string text = "{ .reg .b32 %%pxb; " + number_text (em->f, a.bar, a.first, a.n, a.k);
  if (mine)
    in.push_back (get_or_create_ssa_default_def (em->fun, mine));
  text += mine ? "add.u32 %0, %%pxb, %1; }" : "mov.u32 %0, %%pxb; }";
  unlink_stmt_vdef (a.s);
  if (lhs)
    gsi_insert_before (&gsi, px_asm (text, { lhs }, in, false, gimple_location (a.s)),
		       GSI_SAME_STMT);
  gsi_remove (&gsi, true);
}

static std::string
barrier_text (const px_fn *f, const px_sync *s)
{
  int n = f->scope[s->scope].n;
  switch (s->prim)
    {
    case PX_PRIM_BAR0: return s->aligned ? "bar.sync 0;" : "barrier.sync 0;";
    case PX_PRIM_WARP: return px_emit_warp_barrier (s->threads);
    case PX_PRIM_NAMED:
      {
	const char *op = s->aligned ? "bar.sync" : "barrier.sync";
	if (s->units == 1 && f->kernel)
	  return px_emit_textf ("%s %d, %d;", op, s->bar, s->threads);
	return "{ .reg .b32 %%pxb; " + number_text (f, s->bar, s->first, n, 1)
	       + (f->kernel ? "" : "add.u32 %%pxb, %%pxb, %0; ")
	       + px_emit_textf ("%s %%%%pxb, %d; }", op, s->threads);
      }
    case PX_PRIM_MBARRIER:
      return mbarrier_address (s->arrive >= 0 ? 1 : 0, s->mbar, s->first, threads_of_unit (f, s));
    case PX_PRIM_CLUSTER:
      return s->aligned ? "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
			: "barrier.cluster.arrive; barrier.cluster.wait;";
    case PX_PRIM_GRID: return grid_barrier;
    }
  return "";
}

/* Describes a wait for all but the last N groups of WHAT.  */
static std::string
wait_words (const char *what, int n)
{
  return std::string ("a wait for ") + what + (n ? px_emit_textf (" but the last %d", n) : "");
}

std::string
px_sync_words (const px_fn *f, const px_sync *s)
{
  static const char *const pending[PX_WAITS]
    = { "all groups of cp.async", "what bulk stores read, all groups", "all groups of bulk stores",
	"all groups of wgmma" };
  std::vector<std::string> parts;
  int n = f->scope[s->scope].n;
  if (s->gate)
    return (s->threads ? px_emit_textf ("a barrier of %d threads", s->threads)
		       : std::string ("the block's barrier"))
	   + ", so that the wait that follows is for the phase that was begun last";
  for (int w = 0; w < PX_WAITS; w++)
    if (s->wait[w] >= 0)
      parts.push_back (wait_words (pending[w], s->wait[w]));
  for (int i = 0; i < s->ntw; i++)
    parts.push_back (std::string ("a wait for the bytes of the bulk load of '")
		     + s->tw[i].a->obj->name + "', at its mbarrier");
  if (s->fence)
    parts.push_back ("a fence, as what threads wrote is accessed by asynchronous operations");
  switch (s->prim)
    {
    case PX_PRIM_BAR0:
      parts.push_back ("the block's barrier, as all of its threads may meet");
      break;
    case PX_PRIM_WARP:
      parts.push_back (
	f->scope[s->scope].level == PX_BLOCK
	  ? px_emit_textf ("a barrier of the block's %d threads, which are in one warp", s->threads)
	: n == f->warp
	  ? "the warp's barrier, as only threads of one warp meet"
	  : px_emit_textf ("a barrier of %d threads in a warp, as only those meet", n));
      break;
    case PX_PRIM_NAMED:
      parts.push_back (
	s->units == 1
	  ? px_emit_textf ("named barrier %d, as only its %d threads meet", s->bar, s->threads)
	  : px_emit_textf ("a named barrier for each %d threads, as only those meet", n));
      break;
    case PX_PRIM_MBARRIER:
      parts.push_back (
	s->arrive >= 0
	  ? px_emit_textf ("an mbarrier of %s, so that there is work between arrival and wait",
			   f->scope[s->scope].level == PX_THREAD
			     ? px_emit_textf ("each %d threads", n).c_str ()
			     : "the block")
	: n % f->warp
	  ? px_emit_textf ("an mbarrier for each %d threads, which are no whole warps", n)
	  : px_emit_textf ("an mbarrier for each %d threads, as the named barriers are taken", n));
      break;
    case PX_PRIM_CLUSTER:
      parts.push_back (
	s->arrive >= 0
	  ? "the cluster's barrier, as its blocks may meet, with work between arrival and wait"
	  : "the cluster's barrier, as its blocks may meet");
      break;
    case PX_PRIM_GRID: parts.push_back ("a barrier of the grid, as blocks of it may meet"); break;
    }
  std::string text;
  for (size_t i = 0; i < parts.size (); i++)
    text += (!i ? "" : i + 1 < parts.size () ? ", " : ", then ") + parts[i];
  return text
	 + (s->turn
	      ? ", and so that the mbarrier's next phase waits for those who wait for this one"
	      : "");
}

/* Returns true if a release of R leaves later operations of timeline wait W pending.  */
static bool
leaves_pending (const px_ring_sync *r, int w)
{
  bool some = false;
  for (int d = 0; d < r->ndrain; d++)
    some |= px_release_wait (r, r->drain[d], w) > 0;
  return some;
}

/* Part P of R, a turn.  */
static std::string
turn_words (const px_ring_sync *r, const px_part *p)
{
  std::string turn = std::string ("turn '") + r->ring->name + "': ";
  if (r->named)
    return turn
	   + px_emit_textf (
	     "named barrier %d of %d threads: who gives it arrives, who takes it waits", r->named,
	     r->named_threads);
  switch (p->kind)
    {
    case PX_P_FULL:
      return turn
	     + "an mbarrier that tells when it is given: who gives it arrives, who takes it waits";
    case PX_P_EMPTY:
      return turn
	     + "an mbarrier that tells when it was taken: who takes it arrives, who gives it again "
	       "waits";
    default:
      return turn
	     + (p->kind == PX_P_GATHER
		  ? "a barrier of a warp, before one thread of it says that it was taken"
		  : "a barrier of a warp, before one thread of it gives it");
    }
}

std::string
px_part_words (const px_fn *f, const px_part *p)
{
  const px_ring_sync *r = px_ring_sync_of (f, p->ring);
  if (!r->ring->nobj)
    return turn_words (r, p);
  std::string ring = std::string ("a slot of ring '") + p->ring->name + "'";
  for (int i = 0; i < f->nring; i++)
    if (f->ring[i]->with == p->ring)
      ring += std::string (" with '") + f->ring[i]->name + "'";
  ring += r->ring->remote ? ", in the blocks of the cluster: " : ": ";
  switch (p->kind)
    {
    case PX_P_FULL:
      return ring + "its mbarrier that tells when it is full: who fills arrives"
	     + (r->tx ? ", the copied bytes count as well" : "") + ", who drains waits";
    case PX_P_EMPTY:
      return ring
	     + "its mbarrier that tells when it is empty: who drains arrives, who fills it again "
	       "waits";
    case PX_P_RELEASE:
      return ring
	     + (leaves_pending (r, p->which)
		  ? "before it is empty, a wait for all operations on it; later ones go on"
		  : "before it is empty, a wait for all operations on it");
    case PX_P_FILL_FENCE:
      return ring
	     + "a fence before it is full, as what threads wrote is read by asynchronous "
	       "operations";
    case PX_P_FILL_GATHER:
      return ring
	     + px_emit_textf ("a barrier of %d threads, before one of them says that it is full",
			      r->full_elect);
    case PX_P_GATHER:
      return ring
	     + px_emit_textf ("a barrier of %d threads, before one of them says that it is empty",
			      r->empty_elect[0]);
    case PX_P_COMPLETE: return ring + "a wait for the copies of cp.async, before it is full";
    }
  return ring;
}

const char test_wait[] = "PXW: mbarrier.test_wait.shared.b64 %%pxp, [%%pxa], ";

/* Emits S, which is not split.  */
static void
add_barrier (px_emitter *em, gimple_seq *q, const px_sync *s, location_t loc)
{
  std::string text = barrier_text (em->f, s);
  if (s->prim != PX_PRIM_MBARRIER)
    {
      px_operands in;
      if (s->prim == PX_PRIM_NAMED && !em->f->kernel)
	in.push_back (
	  get_or_create_ssa_default_def (em->fun, px_barriers_parameter (em->fun->decl)));
      px_emit_asm (em, q, text, {}, in, loc);
      return;
    }
  text += ".reg .b64 %%pxs; .reg .pred %%pxp; mbarrier.arrive.shared.b64 %%pxs, [%%pxa]; ";
  text = text + test_wait + "%%pxs; @!%%pxp bra PXW; }";
  px_emit_asm (em, q, text, {}, { em->own }, loc);
}

static void
add_arrive (px_emitter *em, gimple_seq *q, const px_sync *s, location_t loc)
{
  if (s->prim == PX_PRIM_CLUSTER)
    px_emit_asm (em, q, s->aligned ? "barrier.cluster.arrive.aligned;" : "barrier.cluster.arrive;",
		 {}, {}, loc);
  else
    px_emit_asm (em, q, barrier_text (em->f, s) + "mbarrier.arrive.shared.b64 %0, [%%pxa]; }",
		 { em->state[s] }, { em->own }, loc);
}

static void
add_wait (px_emitter *em, gimple_seq *q, const px_sync *s, location_t loc)
{
  if (s->prim == PX_PRIM_CLUSTER)
    px_emit_asm (em, q, s->aligned ? "barrier.cluster.wait.aligned;" : "barrier.cluster.wait;", {},
		 {}, loc);
  else
    px_emit_asm (em, q,
		 mbarrier_address (0, s->mbar, s->first, threads_of_unit (em->f, s))
		   + ".reg .pred %%pxp; " + test_wait + "%1; @!%%pxp bra PXW; }",
		 {}, { em->own, em->state[s] }, loc);
}

void
px_emit_waits (px_emitter *em, gimple_seq *q, const int *pending, location_t loc)
{
  static const char *const wait[PX_WAITS]
    = { "cp.async.wait_group %d;", "cp.async.bulk.wait_group.read %d;",
	"cp.async.bulk.wait_group %d;", "wgmma.wait_group.sync.aligned %d;" };
  for (int w = 0; w < PX_WAITS; w++)
    if (pending[w] >= 0)
      {
	char t[64];
	snprintf (t, sizeof t, wait[w], pending[w]);
	px_emit_asm (em, q, t, {}, {}, loc);
      }
}

void px_emit_load_wait (px_emitter *em, gimple_seq *, const px_seq *, const px_twait &, location_t);

/* Emits the waits for completion and the fences of S.  */
static void
add_completions (px_emitter *em, gimple_seq *q, const px_sync *s, location_t loc)
{
  px_emit_waits (em, q, s->wait, loc);
  for (int i = 0; i < s->ntw; i++)
    px_emit_load_wait (em, q, s->seq, s->tw[i], loc);
  if (s->fence & PX_FENCE_SHARED)
    px_emit_asm (em, q, "fence.proxy.async.shared::cta;", {}, {}, loc);
  if (s->fence & PX_FENCE_GLOBAL)
    px_emit_asm (em, q, "fence.proxy.async.global;", {}, {}, loc);
}

/* ---- places ----------------------------------------------------------- */

static location_t
place_loc (px_emitter *em, const px_seq *q, int idx)
{
  return idx < q->nst && q->st[idx]->loc.loc ? (location_t) q->st[idx]->loc.loc
					     : DECL_SOURCE_LOCATION (em->fun->decl);
}

/* Inserts what ADD makes at every GIMPLE place that corresponds to "before statement IDX of Q".  */
template <class F>
static void
insert_at_place (px_emitter *em, const px_seq *q, int idx, F add)
{
  location_t loc = place_loc (em, q, idx);
  auto sequence = [&] {
    gimple_seq s = NULL;
    add (&s, loc);
    return s;
  };
  const px_point *p = NULL;
  auto b = idx < q->nst ? em->places->before.find (q->st[idx]) : em->places->before.end ();
  auto e = em->places->end.find (q);
  if (b != em->places->before.end ())
    p = &b->second;
  else if (q->up && e != em->places->end.end ())
    p = &e->second;
  if (!p)
    for (gimple *r : em->places->returns)
      {
	gimple_stmt_iterator i = gsi_for_stmt (r);
	gsi_insert_seq_before (&i, sequence (), GSI_SAME_STMT);
      }
  else if (p->stmt)
    {
      gimple_stmt_iterator i = gsi_for_stmt (p->stmt);
      gsi_insert_seq_before (&i, sequence (), GSI_SAME_STMT);
    }
  else
    for (edge on : p->edges)
      gsi_insert_seq_on_edge (on, sequence ());
}

/* ---- px's own mbarriers ----------------------------------------------- */

/* At the kernel's start: reserves space for the mbarriers, and one thread sets their counts (0:
   the block's threads).  */
static void
init_mbarriers (px_emitter *em, const std::vector<int> &count, location_t loc)
{
  gimple_seq q = NULL;
  em->own = make_ssa_name (unsigned_type_node);
  gcall *room = px_shared_own (8 * count.size ());
  tree offset = make_ssa_name (unsigned_type_node);
  gimple_call_set_lhs (room, offset);
  gimple_seq_add_stmt (&q, room);
  gimple_seq_add_stmt (&q, px_asm ("mov.u32 %0, px_smem; add.u32 %0, %0, %1;", { em->own },
				   { offset }, false, loc));
  std::string text
    = mbarrier_address (0, 0, 0, 0)
      + ".reg .pred %%pxp; .reg .b32 %%pxn; mov.u32 %%pxt, %%tid.x; setp.eq.u32 %%pxp, %%pxt, 0; "
	"mov.u32 %%pxn, %%ntid.x; ";
  for (size_t i = 0; i < count.size (); i++)
    text += px_emit_textf ("@%%%%pxp mbarrier.init.shared.b64 [%%%%pxa+%d], ", 8 * (int) i)
	    + (count[i] ? px_emit_textf ("%d; ", count[i]) : "%%pxn; ");
  bool bulk = false;
  for (int i = 0; i < em->f->nstmt; i++)
    bulk |= em->f->stmt[i]->kind == PX_OP && em->f->stmt[i]->timeline == PX_BULK_LOAD;
  if (bulk || em->f->init_fence)
    text += "@%%pxp fence.mbarrier_init.release.cluster; ";
  text += em->f->init_fence ? "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; }"
	  : px_in_warp (em->f, em->f->s_block) ? px_emit_warp_barrier (em->f->threads) + " }"
					       : "bar.sync 0; }";
  px_emit_asm (em, &q, text, {}, { em->own }, loc);
  gsi_insert_seq_on_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (em->fun)), q);
}

/* Makes the variables for S, a fill or drain of R.  */
static void
prepare_ring_end (px_emitter *em, const px_ring_sync *r, const px_stmt *s)
{
  tree first = px_emit_number (s->num % r->ring->slots);
  px_ring_end end = px_emit_end_of (r, s);
  px_emit_phase (em, &em->phase[end]);
  if (s->late || s->hold)
    px_emit_variable (em, &em->last[s], "pxlast", -1);
  if (s->next)
    {
      /* One variable for the branch, initialised whenever the branch starts.  */
      tree &v = em->next[end];
      if (!v)
	{
	  v = create_tmp_reg (unsigned_type_node, "pxslot");
	  insert_at_place (em, end.second, 0, [&] (gimple_seq *q, location_t) {
	    gimple_seq_add_stmt (q, gimple_build_assign (v, first));
	  });
	}
      em->slot[s] = v;
    }
  else if (s->user)
    {
      tree v = em->slot[s] = create_tmp_reg (unsigned_type_node, "pxslot");
      gsi_insert_on_edge (loop_preheader_edge ((loop_p) s->user), gimple_build_assign (v, first));
    }
  else
    em->slot[s] = first;
}

/* Finds the ends whose uses take all slots in turn from 0 on, once in the whole kernel: the phase is then that of the
   number, and changes after the last slot.  */
static void
find_one_phases (px_emitter *em)
{
  std::map<px_ring_end, int> uses, counted; /* COUNTED: those with a counter of their own */
  std::set<px_ring_end> other;
  auto look = [&] (const px_ring_sync *r, const px_stmt *s) {
    px_ring_end end = px_emit_end_of (r, s);
    bool once = s->restart && s->restart != s && !px_repeats_p (s->restart->seq);
    if (!once || !(s->next || s->user) || s->num % r->ring->slots
	|| (s->kind == PX_DRAIN && px_whole_ring (r->ring)->parts))
      other.insert (end);
    uses[end]++;
    counted[end] += !s->next;
  };
  for (int i = 0; i < em->f->nrsync; i++)
    {
      const px_ring_sync *r = em->f->rsync[i];
      for (int k = 0; k < r->nfill + r->ndrain && !r->named; k++)
	look (r, px_nth_end (r, k));
    }
  for (auto &u : uses)
    if (!other.count (u.first) && (!counted[u.first] || u.second == 1))
      em->one_phase.insert (u.first);
}

/* Sets the slot that a branch uses next to that of S.  */
static void
emit_seek (px_emitter *em, const px_ring_seek &s)
{
  const px_ring_sync *r = px_ring_sync_of (em->f, s.ring);
  if (s.ring->with)
    return;
  tree slot = em->next[px_emit_end_of (r, r->drain[0])];
  insert_at_place (em, s.at->seq, s.at->idx,
		   [&] (gimple_seq *q, location_t) { px_emit_slot_of (q, slot, s.slot); });
}

static void
allocate (px_emitter *em)
{
  std::vector<int> count (em->f->mbars);
  for (int i = 0; i < em->f->nsync; i++)
    {
      const px_sync *s = em->f->sync[i];
      if (s->prim != PX_PRIM_MBARRIER)
	continue;
      px_persp p = em->f->scope[s->scope];
      for (int u = 0; u < s->nmbar; u++)
	count[s->mbar + u] = p.level == PX_THREAD ? p.n : s->threads;
      if (s->arrive >= 0)
	em->state[s] = create_tmp_reg (long_unsigned_type_node, "pxstate");
    }
  for (int i = 0; i < em->f->ncommit; i++)
    if (em->f->commit[i].timeline == PX_BULK_LOAD)
      px_emit_run (em, i, &count);
  for (int i = 0; i < em->f->nrsync; i++)
    {
      const px_ring_sync *r = em->f->rsync[i];
      if (r->named)
	continue;
      if (r->ring->slots > 32)
	px_emit_refuse (em, (location_t) r->fill[0]->loc.loc, "a ring has at most 32 slots");
      for (int k = 0; k < r->ring->slots; k++)
	{
	  count[r->barrier + k] = r->full_count;
	  if (r->empty)
	    count[r->empty_barrier + k] = r->empty_count;
	}
      for (int k = 0; k < r->nfill + r->ndrain; k++)
	prepare_ring_end (em, r, px_nth_end (r, k));
    }
  find_one_phases (em);
  for (const px_ring_seek &s : em->places->seeks)
    emit_seek (em, s);
  if (!count.empty ())
    init_mbarriers (em, count, DECL_SOURCE_LOCATION (em->fun->decl));
}

/* ---- the whole function ------------------------------------------------ */

/* Sets the mbarrier of bulk load OP of a fill.  */
static void
expect_in_ring (px_emitter *em, const px_stmt *op)
{
  const px_stmt *fill = op->acc[0].ringop;
  const px_ring *lead = fill->ring->with ? fill->ring->with : fill->ring;
  px_persp unit;
  for (int i = 0; i < em->f->nrsync; i++)
    {
      const px_ring_sync *r = em->f->rsync[i];
      if (r->ring != lead)
	continue;
      const px_stmt *mine = r->fill[px_ring_fill_of (r, op)];
      gimple *s = ((const px_source *) op->acc[0].user)->stmt;
      px_collective_of (s, &unit);
      if (!px_same (unit, px_ring_role (r, mine)->persp))
	px_emit_refuse (em, gimple_location (s), "only part of a branch issues it");
      else
	px_emit_expect (em, op, r->barrier, em->slot[mine], r->expected);
    }
}

/* Returns true if the header of L only tests whether L continues, so that it can be copied.  */
static bool
tests_only (loop_p l)
{
  gimple *last = last_stmt (l->header);
  if (!last || gimple_code (last) != GIMPLE_COND)
    return false;
  for (gimple_stmt_iterator i = gsi_start_bb (l->header); !gsi_end_p (i); gsi_next (&i))
    {
      gimple *s = gsi_stmt (i);
      if (gimple_code (s) != GIMPLE_LABEL && !is_gimple_debug (s) && s != last
	  && (!is_gimple_assign (s) || gimple_vdef (s)))
	return false;
    }
  edge e;
  edge_iterator ei;
  int inside = 0;
  FOR_EACH_EDGE (e, ei, l->header->succs)
    inside += flow_bb_inside_loop_p (l, e->dest) && e->dest != l->header;
  return inside == 1;
}

bool
px_back_edge (loop_p l)
{
  edge e;
  edge_iterator ei;
  bool leaves = false;
  FOR_EACH_EDGE (e, ei, l->header->succs)
    leaves |= !flow_bb_inside_loop_p (l, e->dest);
  return l->latch && l->latch != l->header && (!leaves || tests_only (l));
}

/* Moves the test of L's header to its end, and copies it before the loop.  */
static void
rotate (loop_p l)
{
  edge into = NULL, e;
  edge_iterator ei;
  basic_block header = l->header, copy;
  if (!tests_only (l))
    return;
  FOR_EACH_EDGE (e, ei, header->succs)
    if (flow_bb_inside_loop_p (l, e->dest))
      into = e;
  if (!single_pred_p (into->dest))
    into = single_pred_edge (split_edge (into));
  initialize_original_copy_tables ();
  if (can_copy_bbs_p (&header, 1)
      && gimple_duplicate_sese_region (loop_preheader_edge (l), into, &header, 1, &copy, true))
    {
      split_edge (loop_preheader_edge (l));
      split_edge (loop_latch_edge (l));
    }
  free_original_copy_tables ();
}

/* Emits barriers of back edges, after the loops' tests.  Everything else must have been
   inserted.  */
static void
emit_back (px_emitter *em)
{
  px_fn *f = em->f;
  std::set<loop_p> done;
  for (int i = 0; i < f->nsync; i++)
    {
      const px_sync *s = f->sync[i];
      gimple_seq q = NULL;
      if (!s->back || !s->prim)
	continue;
      loop_p l = (loop_p) s->seq->up->user;
      if (done.insert (l).second)
	rotate (l);
      add_barrier (em, &q, s,
		   s->seq->up->loc.loc ? (location_t) s->seq->up->loc.loc
				       : DECL_SOURCE_LOCATION (em->fun->decl));
      gimple_stmt_iterator at = gsi_last_bb (l->latch);
      if (gsi_end_p (at) || !stmt_ends_bb_p (gsi_stmt (at)))
	gsi_insert_seq_after (&at, q, GSI_NEW_STMT);
      else
	gsi_insert_seq_before (&at, q, GSI_SAME_STMT);
    }
}

/* Emits the ends of R's fills and drains, and what drains release later than at their ends.  */
static void
emit_ends (px_emitter *em, const px_ring_sync *r)
{
  for (int k = 0; k < r->nfill; k++)
    insert_at_place (em, r->fill_end[k]->body[0], r->fill_end[k]->body[0]->nst,
		     [&] (gimple_seq *q, location_t loc) {
		       px_emit_fill_end (em, q, r, r->fill[k], loc);
		     });
  for (int k = 0; k < r->ndrain; k++)
    insert_at_place (em, r->drain[k]->body[0], r->drain[k]->body[0]->nst,
		     [&] (gimple_seq *q, location_t loc) { px_emit_drain_end (em, q, r, k, loc); });
  for (int k = 0; k < r->ndrain; k++)
    if (r->drain[k]->hold || r->drain[k]->flush)
      {
	px_seq *at;
	int place;
	px_release_place (r->drain[k], &at, &place);
	insert_at_place (em, at, place, [&] (gimple_seq *q, location_t loc) {
	  (r->drain[k]->flush ? px_emit_flush : px_emit_held) (em, q, r, k, loc);
	});
      }
}

/* Emits the beginnings of runs, of wgmma or (false) of all else.  */
static void
emit_beginnings (px_emitter *em, bool wgmma)
{
  for (int i = 0; i < em->f->ncommit; i++)
    if ((em->f->commit[i].timeline == PX_WGMMA) == wgmma)
      insert_at_place (em, em->f->commit[i].seq, em->f->commit[i].begin,
		       [&] (gimple_seq *q, location_t loc) { px_emit_run_begin (em, q, i, loc); });
}

/* Emits the starts of R's fills and drains.  */
static void
emit_starts (px_emitter *em, const px_ring_sync *r)
{
  for (int k = 0; k < r->nfill + r->ndrain; k++)
    {
      const px_stmt *end = px_nth_end (r, k);
      insert_at_place (em, end->seq, end->idx, [&] (gimple_seq *q, location_t loc) {
	if (k < r->nfill)
	  px_emit_fill_start (em, q, r, k, loc);
	else
	  px_emit_drain_start (em, q, r, k - r->nfill, loc);
      });
    }
}

/* Emits, directly before the bulk loads, what their mbarriers expect.  */
static void
emit_expected (px_emitter *em)
{
  for (int i = 0; i < em->f->nstmt; i++)
    {
      const px_stmt *op = em->f->stmt[i];
      if (op->kind != PX_OP || op->timeline != PX_BULK_LOAD || op->synth)
	continue;
      gimple *s = ((const px_source *) op->acc[0].user)->stmt;
      if (op->run < 0)
	expect_in_ring (em, op);
      else if (px_destinations_of (s))
	{
	  px_error (gimple_location (s), PX_D_SYNC_OTHER, em->fun->decl,
		    "the other blocks do not learn when a multicast is complete: fill a ring of "
		    "slots in one branch of a __split, and drain it in another");
	  em->failed = true;
	}
      else
	px_emit_expect (em, op, em->f->commit[op->run].mbar, px_slot_of_run (em, op->run), false);
    }
}

bool
px_emit (function *fun, px_fn *f, const px_places &places)
{
  px_emitter emitter = {}, *em = &emitter;
  em->fun = fun;
  em->f = f;
  em->places = &places;
  allocate (em);
  /* The order at one place: commits, before the ends that wait for them; ends of fills and
     drains, inner ones first, so turns before all others, as nothing lies in them; waits,
     synchronisations, starts of runs, of fills and drains, arrivals.  wgmma's fence follows the
     starts, because these contain loops.  */
  for (int i = 0; i < f->ncommit; i++)
    insert_at_place (em, f->commit[i].seq, f->commit[i].idx,
		     [&] (gimple_seq *q, location_t loc) { px_emit_commit (em, q, i, loc); });
  for (bool turns : { true, false })
    for (int i = f->nrsync - 1; i >= 0; i--)
      if (!f->rsync[i]->ring->nobj == turns)
	emit_ends (em, f->rsync[i]);
  for (int i = 0; i < f->nsync; i++)
    if (f->sync[i]->arrive >= 0 && f->sync[i]->prim)
      insert_at_place (em, f->sync[i]->seq, f->sync[i]->idx,
		       [&] (gimple_seq *q, location_t loc) { add_wait (em, q, f->sync[i], loc); });
  for (int i = 0; i < f->nsync; i++)
    {
      const px_sync *s = f->sync[i];
      if (s->arrive < 0 && !s->back)
	insert_at_place (em, s->seq, s->idx, [&] (gimple_seq *q, location_t loc) {
	  add_completions (em, q, s, loc);
	  if (s->prim)
	    add_barrier (em, q, s, loc);
	});
    }
  emit_beginnings (em, false);
  for (int i = 0; i < f->nrsync; i++)
    emit_starts (em, f->rsync[i]);
  emit_beginnings (em, true);
  for (int i = 0; i < f->nsync; i++)
    if (f->sync[i]->arrive >= 0 && f->sync[i]->prim)
      insert_at_place (em, f->sync[i]->seq, f->sync[i]->arrive,
		       [&] (gimple_seq *q, location_t loc) {
			 add_arrive (em, q, f->sync[i], loc);
		       });
  emit_expected (em);
  for (const px_asked &a : places.asked)
    put_number (em, a);
  for (auto &step : em->steps)
    gsi_insert_seq_on_edge (step.first, step.second);
  gsi_commit_edge_inserts ();
  emit_back (em);
  if (!em->failed)
    {
      px_emit_own_slots (em);
      px_emit_runs (em);
    }
  return !em->failed;
}
