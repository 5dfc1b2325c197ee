/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What px_infer and px_select chose, as instructions.

   Needs: the tree with its answers, and where its places are (px_places).
   Leaves: volatile asm at these places, each beside the call that keeps GIMPLE
   from copying it; px's own mbarriers initialised at a kernel's start.

   An mbarrier's phase: a barrier that is not split keeps the state that its own
   arrival returned; a split one has a variable for it.  Each branch that fills or
   drains a ring has a variable with a bit for each slot, which every use turns;
   and each of its fills and drains one that counts the slots.  */

#include "plugin/sync/sync.h"

/* ---- convergence ------------------------------------------------------ */

static struct emitter
{
  function *fun;
  px_fn *f;
  const px_places *places;
  tree own; /* unsigned: offset of px's mbarriers in the block's shared memory */
  std::map<const px_sync *, tree> state;			    /* of split ones */
  std::map<std::pair<const px_ring *, const px_seq *>, tree> phase; /* by branch */
  std::map<const px_stmt *, tree> slot;				    /* of fills and drains */
  std::map<std::pair<const px_ring *, const px_seq *>, tree>
    next; /* the slot of those that take them in turn, by branch */
  std::map<const px_stmt *, tree>
    last;			 /* of drains that release late: the slot to release, -1 at first */
  std::map<int, tree> run_phase; /* of runs of bulk loads, by their first mbarrier */
  std::map<std::pair<loop_p, int>, tree>
    counter; /* of the slots of unsplit rings, by loop and first slot */
  bool failed;
} * E;

/* ---- pieces ----------------------------------------------------------- */

typedef std::vector<tree> operands;

/* Volatile asm that is collective.  */
static void
add_asm (gimple_seq *q, const std::string &text, const operands &outs, const operands &ins,
	 location_t loc)
{
  gasm *a = px_asm (text + px_placed (E->fun->decl), outs, ins, true, loc);
  gimple_asm_set_volatile (a, true);
  gimple_seq_add_stmt (q, a);
  gimple_seq_add_stmt (q, px_collective_mark ());
}

static std::string textf (const char *, ...) __attribute__ ((format (gnu_printf, 1, 2)));
static std::string
textf (const char *f, ...)
{
  char t[600];
  va_list ap;
  va_start (ap, f);
  vsnprintf (t, sizeof t, f, ap);
  va_end (ap);
  return t;
}

/* %pxa := address of mbarrier I; of a unit's own, where the N threads of a unit
   are counted from FIRST on (N 0: one for all).  %OPERAND has px's offset.  */
static std::string
address (int operand, int i, int first, int n)
{
  std::string t = textf (
    "{ .reg .b32 %%%%pxa, %%%%pxt; mov.u32 %%%%pxa, px_smem; add.u32 %%%%pxa, %%%%pxa, %%%d; ",
    operand);
  if (n)
    t += textf (
      "mov.u32 %%%%pxt, %%%%tid.x; sub.u32 %%%%pxt, %%%%pxt, %d; div.u32 %%%%pxt, %%%%pxt, %d; "
      "mad.lo.u32 %%%%pxa, %%%%pxt, 8, %%%%pxa; ",
      first, n);
  if (i)
    t += textf ("add.u32 %%%%pxa, %%%%pxa, %d; ", 8 * i);
  return t;
}

/* Units of S have an mbarrier each: threads of one, else 0.  */
static int
unit_of (const px_fn *f, const px_sync *s)
{
  px_persp p = f->scope[s->scope];
  return p.level == PX_THREAD && s->units != 1 ? p.n : 0;
}

/* ---- barriers --------------------------------------------------------- */

/* As cooperative groups have it: the driver gives each cooperative launch a word
   (environment registers 1 and 2); block 0 adds what turns its highest bit once
   all others have added 1.  */
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

static std::string
warp_barrier (int n)
{
  return n == 32 ? "bar.warp.sync 0xffffffff;" : "{ " + px_lane_mask (n) + "bar.warp.sync %%pxm; }";
}

/* %pxb := BASE + the number of the unit of N threads (0: the block is one) that this one is in,
   counted from thread FIRST of the function's unit on, times K.  */
static std::string
number_text (const px_fn *f, int base, int first, int n, int k)
{
  int own = f->kernel || f->persp.level != PX_THREAD ? 0 : f->persp.n;
  if (!n || n == own)
    return textf ("mov.u32 %%%%pxb, %d; ", base);
  return "mov.u32 %%pxb, %%tid.x; " + (own ? textf ("rem.u32 %%%%pxb, %%%%pxb, %d; ", own) : "")
	 + textf ("sub.u32 %%%%pxb, %%%%pxb, %d; div.u32 %%%%pxb, %%%%pxb, %d; mad.lo.u32 %%%%pxb, "
		  "%%%%pxb, %d, %d; ",
		  first, n, k, base);
}

/* The argument that A asks for.  */
static void
put_number (const px_asked &a)
{
  tree lhs = gimple_call_lhs (a.s), mine = px_barriers_parameter (E->fun->decl);
  gimple_stmt_iterator gsi = gsi_for_stmt (a.s);
  operands in;
  std::string text = "{ .reg .b32 %%pxb; " + number_text (E->f, a.bar, a.first, a.n, a.k);
  if (mine)
    in.push_back (get_or_create_ssa_default_def (E->fun, mine));
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
    case PX_PRIM_WARP: return warp_barrier (s->threads);
    case PX_PRIM_NAMED:
      {
	const char *op = s->aligned ? "bar.sync" : "barrier.sync";
	if (s->units == 1 && f->kernel)
	  return textf ("%s %d, %d;", op, s->bar, s->threads);
	return "{ .reg .b32 %%pxb; " + number_text (f, s->bar, s->first, n, 1)
	       + (f->kernel ? "" : "add.u32 %%pxb, %%pxb, %0; ")
	       + textf ("%s %%%%pxb, %d; }", op, s->threads);
      }
    case PX_PRIM_MBARRIER:
      return address (s->arrive >= 0 ? 1 : 0, s->mbar, s->first, unit_of (f, s));
    case PX_PRIM_CLUSTER:
      return s->aligned ? "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
			: "barrier.cluster.arrive; barrier.cluster.wait;";
    case PX_PRIM_GRID: return grid_barrier;
    }
  return "";
}

/* How many groups of WHAT may go on behind a wait for all but N.  */
static std::string
wait_words (const char *what, int n)
{
  return std::string ("a wait for ") + what + (n ? textf (" but the last %d", n) : "");
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
    return (s->threads ? textf ("a barrier of %d threads", s->threads)
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
	  ? textf ("a barrier of the block's %d threads, which are in one warp", s->threads)
	: n == f->warp ? "the warp's barrier, as only threads of one warp meet"
		       : textf ("a barrier of %d threads in a warp, as only those meet", n));
      break;
    case PX_PRIM_NAMED:
      parts.push_back (
	s->units == 1 ? textf ("named barrier %d, as only its %d threads meet", s->bar, s->threads)
		      : textf ("a named barrier for each %d threads, as only those meet", n));
      break;
    case PX_PRIM_MBARRIER:
      parts.push_back (
	s->arrive >= 0
	  ? textf ("an mbarrier of %s, so that there is work between arrival and wait",
		   f->scope[s->scope].level == PX_THREAD ? textf ("each %d threads", n).c_str ()
							 : "the block")
	: n % f->warp
	  ? textf ("an mbarrier for each %d threads, which are no whole warps", n)
	  : textf ("an mbarrier for each %d threads, as the named barriers are taken", n));
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

std::string
px_part_words (const px_fn *f, const px_part *p)
{
  const px_ring_sync *r = px_ring_sync_of (f, p->ring);
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
	     + (r->wait[p->which] > 0
		  ? "before it is empty, a wait for all operations on it; later ones go on"
		  : "before it is empty, a wait for all operations on it");
    case PX_P_FILL_FENCE:
      return ring
	     + "a fence before it is full, as what threads wrote is read by asynchronous "
	       "operations";
    case PX_P_FILL_GATHER:
      return ring
	     + textf ("a barrier of %d threads, before one of them says that it is full",
		      r->full_elect);
    case PX_P_GATHER:
      return ring
	     + textf ("a barrier of %d threads, before one of them says that it is empty",
		      r->empty_elect[0]);
    case PX_P_COMPLETE: return ring + "a wait for the copies of cp.async, before it is full";
    }
  return ring;
}

static const char test_wait[] = "PXW: mbarrier.test_wait.shared.b64 %%pxp, [%%pxa], ";

/* S, not split.  */
static void
add_barrier (gimple_seq *q, const px_sync *s, location_t loc)
{
  std::string text = barrier_text (E->f, s);
  if (s->prim != PX_PRIM_MBARRIER)
    {
      operands in;
      if (s->prim == PX_PRIM_NAMED && !E->f->kernel)
	in.push_back (get_or_create_ssa_default_def (E->fun, px_barriers_parameter (E->fun->decl)));
      add_asm (q, text, {}, in, loc);
      return;
    }
  text += ".reg .b64 %%pxs; .reg .pred %%pxp; mbarrier.arrive.shared.b64 %%pxs, [%%pxa]; ";
  text = text + test_wait + "%%pxs; @!%%pxp bra PXW; }";
  add_asm (q, text, {}, { E->own }, loc);
}

static void
add_arrive (gimple_seq *q, const px_sync *s, location_t loc)
{
  if (s->prim == PX_PRIM_CLUSTER)
    add_asm (q, s->aligned ? "barrier.cluster.arrive.aligned;" : "barrier.cluster.arrive;", {}, {},
	     loc);
  else
    add_asm (q, barrier_text (E->f, s) + "mbarrier.arrive.shared.b64 %0, [%%pxa]; }",
	     { E->state[s] }, { E->own }, loc);
}

static void
add_wait (gimple_seq *q, const px_sync *s, location_t loc)
{
  if (s->prim == PX_PRIM_CLUSTER)
    add_asm (q, s->aligned ? "barrier.cluster.wait.aligned;" : "barrier.cluster.wait;", {}, {},
	     loc);
  else
    add_asm (q,
	     address (0, s->mbar, s->first, unit_of (E->f, s)) + ".reg .pred %%pxp; " + test_wait
	       + "%1; @!%%pxp bra PXW; }",
	     {}, { E->own, E->state[s] }, loc);
}

static void
add_waits (gimple_seq *q, const int *pending, location_t loc)
{
  static const char *const wait[PX_WAITS]
    = { "cp.async.wait_group %d;", "cp.async.bulk.wait_group.read %d;",
	"cp.async.bulk.wait_group %d;", "wgmma.wait_group.sync.aligned %d;" };
  for (int w = 0; w < PX_WAITS; w++)
    if (pending[w] >= 0)
      {
	char t[64];
	snprintf (t, sizeof t, wait[w], pending[w]);
	add_asm (q, t, {}, {}, loc);
      }
}

static void add_load_wait (gimple_seq *, const px_seq *, const px_twait &, location_t);

/* Completions and fences of S.  */
static void
add_completions (gimple_seq *q, const px_sync *s, location_t loc)
{
  add_waits (q, s->wait, loc);
  for (int i = 0; i < s->ntw; i++)
    add_load_wait (q, s->seq, s->tw[i], loc);
  if (s->fence & PX_FENCE_SHARED)
    add_asm (q, "fence.proxy.async.shared::cta;", {}, {}, loc);
  if (s->fence & PX_FENCE_GLOBAL)
    add_asm (q, "fence.proxy.async.global;", {}, {}, loc);
}

/* ---- rings ------------------------------------------------------------ */

/* Q gets V := A CODE B.  */
static void
add_assign (gimple_seq *q, tree v, tree_code code, tree a, tree b = NULL_TREE)
{
  gimple_seq_add_stmt (q,
		       b ? gimple_build_assign (v, code, a, b) : gimple_build_assign (v, code, a));
}

static tree
number (long n)
{
  return build_int_cst (unsigned_type_node, n);
}

/* %pxa := address of mbarrier I + slot; operand 0 has px's offset, 1 the slot.  */
static std::string
slot_address (int i)
{
  /* What is constant comes last, where an instruction's offset takes it.  */
  return "{ .reg .b32 %%pxa, %%pxt; mov.u32 %%pxa, px_smem; mad.lo.u32 %%pxa, %1, 8, %%pxa; "
	 "add.u32 %%pxa, %%pxa, %0; "
	 + textf ("add.u32 %%%%pxa, %%%%pxa, %d; ", 8 * i);
}

static const px_seq *
branch_of (const px_stmt *split, const px_stmt *s)
{
  while (s->seq->up != split)
    s = s->seq->up;
  return s->seq;
}

/* Wait for the end of the phase with parity PARITY of mbarrier I + SLOT: all threads, or
   one of each N (0: the block's first) if only those begin phases: others could be late
   by two, and wait for ever.  REMOTE: of what other blocks did, too.  */
static void
add_parity_wait (gimple_seq *q, int i, tree slot, tree parity, int n, bool remote, location_t loc)
{
  std::string text = slot_address (i) + ".reg .pred %%pxp; ";
  if (n != 1)
    {
      text += "mov.u32 %%pxt, %%tid.x; ";
      text += px_number_in (n) + "setp.ne.u32 %%pxp, %%pxt, 0; @%%pxp bra PXD; ";
    }
  text += std::string ("PXW: mbarrier.test_wait.parity")
	  + (remote ? ".acquire.cluster.shared::cta" : ".shared")
	  + ".b64 %%pxp, [%%pxa], %2; @!%%pxp bra PXW; ";
  if (n != 1)
    text += "PXD: mov.u32 %%pxt, 0; ";
  add_asm (q, text + "}", {}, { E->own, slot, parity }, loc);
}

/* %pxp := one of each N threads, N not 1; 0: the block's first; LATE: if operand 1 is a slot.  */
static std::string
elect (int n, bool late)
{
  std::string t = ".reg .pred %%pxp; mov.u32 %%pxt, %%tid.x; ";
  return t + px_number_in (n) + "setp.eq.u32 %%pxp, %%pxt, 0; "
	 + (late ? "setp.ge.and.s32 %%pxp, %1, 0, %%pxp; " : "");
}

/* What starts an instruction that one of each N threads executes.  */
static std::string
one_of (int n, bool late = false)
{
  return n == 1 ? "" : elect (n, late) + "@%%pxp ";
}

/* INSTRUCTION, which ends in an address, at mbarrier %pxa of each block of the cluster whose
   bit is set in RANKS (a constant, or NULL: operand ASKED), by one of each N threads, one for
   all: if several did it, each would hold up the others' blocks.  OPERANDS follow.  */
static std::string
at_blocks (int n, bool late, const uint32_t *ranks, const char *asked,
	   const std::string &instruction, const std::string &operands)
{
  std::string t = ".reg .b32 %%pxr, %%pxm; "
		  + (n == 1 && !ranks ? ".reg .pred %%pxp; "
		     : n == 1	      ? ""
				      : elect (n, late));
  if (!ranks)
    t += n == 1 ? textf ("mov.b32 %%%%pxt, %s; ", asked)
		: textf ("selp.b32 %%%%pxt, %s, 0, %%%%pxp; ", asked);
  for (int k = 0; k < E->f->cluster; k++)
    {
      if (ranks && !(*ranks >> k & 1))
	continue;
      if (!ranks)
	t += textf ("and.b32 %%%%pxm, %%%%pxt, %u; setp.ne.u32 %%%%pxp, %%%%pxm, 0; ", 1u << k);
      t += textf ("mapa.shared::cluster.u32 %%%%pxr, %%%%pxa, %d; ", k)
	   + (ranks && n == 1 ? "" : "@%%pxp ") + instruction + " [%%pxr]" + operands + "; ";
    }
  return t;
}

/* Wait until the phase of mbarrier I + slot that S is about has come to its end;
   FLIP: the one before, N as above.  */
static void
add_slot_wait (gimple_seq *q, const px_ring_sync *r, const px_stmt *s, int i, bool flip, int n,
	       location_t loc)
{
  tree bits = E->phase[{ r->ring, branch_of (r->split, s) }],
       t = make_ssa_name (unsigned_type_node), bit = make_ssa_name (unsigned_type_node);
  add_assign (q, t, RSHIFT_EXPR, bits, E->slot[s]);
  add_assign (q, bit, BIT_AND_EXPR, t, number (1));
  if (flip)
    {
      tree other = make_ssa_name (unsigned_type_node);
      add_assign (q, other, BIT_XOR_EXPR, bit, number (1));
      bit = other;
    }
  add_parity_wait (q, i, E->slot[s], bit, n, r->ring->remote, loc);
}

/* One of each ELECT threads arrives at mbarrier I + SLOT, after GATHER of them; in the
   blocks RANKS of a cluster, if any; LATE: unless SLOT is negative.  */
static void
add_slot_arrive (gimple_seq *q, tree slot, int i, int elect, bool gather, uint32_t ranks, bool late,
		 location_t loc)
{
  if (gather && elect > 1)
    add_asm (q, warp_barrier (elect), {}, {}, loc);
  add_asm (q,
	   slot_address (i)
	     + (ranks ? at_blocks (elect, late, &ranks, NULL,
				   "mbarrier.arrive.release.cluster.shared::cluster.b64 _,", "")
		      : one_of (elect, late) + "mbarrier.arrive.shared.b64 _, [%%pxa]; ")
	     + "}",
	   {}, { E->own, slot }, loc);
}

/* SLOT goes on to the next of SLOTS.  */
static void
add_step (gimple_seq *q, tree slot, int slots)
{
  tree up = make_ssa_name (unsigned_type_node), wrap = make_ssa_name (boolean_type_node);
  add_assign (q, up, PLUS_EXPR, slot, number (1));
  add_assign (q, wrap, EQ_EXPR, up, number (slots));
  gimple_seq_add_stmt (q, gimple_build_assign (slot, COND_EXPR, wrap, number (0), up));
}

/* The phase bit of SLOT in BITS turns.  */
static void
add_turn (gimple_seq *q, tree bits, tree slot)
{
  tree one = make_ssa_name (unsigned_type_node);
  add_assign (q, one, LSHIFT_EXPR, number (1), slot);
  add_assign (q, bits, BIT_XOR_EXPR, bits, one);
}

/* After S, a fill or drain of R's slots: the slot's phase turns, the next is due.  */
static void
add_next (gimple_seq *q, const px_ring_sync *r, const px_stmt *s)
{
  tree slot = E->slot[s];
  add_turn (q, E->phase[{ r->ring, branch_of (r->split, s) }], slot);
  if (s->user || s->next)
    add_step (q, slot, r->ring->slots);
}

static void
add_fill_start (gimple_seq *q, const px_ring_sync *r, const px_stmt *s, location_t loc)
{
  if (r->empty && !(r->dropped >> PX_P_EMPTY & 1))
    add_slot_wait (q, r, s, r->barrier + r->ring->slots, true,
		   r->full_elect ? 1 : px_ring_role (r, s)->persp.n, loc);
}

static void
add_fill_end (gimple_seq *q, const px_ring_sync *r, const px_stmt *s, location_t loc)
{
  if (r->cpasync && !(r->dropped >> PX_P_COMPLETE & 1))
    add_asm (q, "cp.async.wait_all;", {}, {}, loc);
  if (r->fence && !(r->dropped >> PX_P_FILL_FENCE & 1))
    add_asm (q, "fence.proxy.async.shared::cta;", {}, {}, loc);
  int threads = px_ring_role (r, s)->persp.n;
  if (!(r->dropped >> PX_P_FULL & 1))
    add_slot_arrive (q, E->slot[s], r->barrier, r->full_elect ? r->full_elect : threads,
		     r->full_elect && !(r->dropped >> PX_P_FILL_GATHER & 1), r->drainers, false,
		     loc);
  add_next (q, r, s);
}

static void
add_drain_start (gimple_seq *q, const px_ring_sync *r, int drain, location_t loc)
{
  if (!(r->dropped >> PX_P_FULL & 1))
    add_slot_wait (q, r, r->drain[drain], r->barrier, false,
		   r->alone[drain] ? r->empty_threads[drain] : 1, loc);
}

/* Drain DRAIN of R releases SLOT, once the operations on it but WAIT are complete.  */
static void
add_release (gimple_seq *q, const px_ring_sync *r, int drain, tree slot, const int *wait,
	     location_t loc)
{
  add_waits (q, wait, loc);
  add_slot_arrive (q, slot, r->barrier + r->ring->slots, r->empty_elect[drain],
		   r->gather[drain] && !(r->dropped >> PX_P_GATHER & 1), r->fillers,
		   r->drain[drain]->late, loc);
}

static bool
releases (const px_ring_sync *r)
{
  return r->empty && !(r->dropped >> PX_P_EMPTY & 1);
}

static void
add_drain_end (gimple_seq *q, const px_ring_sync *r, int drain, location_t loc)
{
  const px_stmt *s = r->drain[drain];
  if (releases (r))
    add_release (q, r, drain, s->late ? E->last[s] : E->slot[s], r->wait, loc);
  if (s->late)
    gimple_seq_add_stmt (q, gimple_build_assign (E->last[s], E->slot[s]));
  add_next (q, r, s);
}

/* After the loop around drain DRAIN of R, which releases late.  */
static void
add_flush (gimple_seq *q, const px_ring_sync *r, int drain, location_t loc)
{
  tree last = E->last[r->drain[drain]];
  int wait[PX_WAITS];
  for (int w = 0; w < PX_WAITS; w++)
    wait[w] = r->wait[w] > 0 ? 0 : r->wait[w];
  if (releases (r))
    add_release (q, r, drain, last, wait, loc);
  gimple_seq_add_stmt (q, gimple_build_assign (last, number (-1)));
}

/* ---- bulk loads ------------------------------------------------------- */

static void
refuse (location_t loc, const char *text)
{
  px_error (loc, PX_D_SYNC_COPY, text);
  E->failed = true;
}

/* The bytes that bulk load S brings; NULL: not known.  */
static tree
bytes_of (gimple *s)
{
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  bool tensor = false;
  for (const px_operand &o : x->operands)
    tensor |= o.role == PX_ROLE_COORDINATE;
  if (!tensor)
    return gimple_call_arg (s, 2);
  /* A box is as large as the array that it goes to.  */
  HOST_WIDE_INT bytes = px_copied_bytes (s);
  return bytes ? number (bytes) : NULL_TREE;
}

static int
threads_of (px_persp p)
{
  return p.level == PX_THREAD ? p.n : 0;
}

/* The blocks that multicast S goes to; NULL: it is none.  */
static tree
destinations (gimple *s)
{
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  if (!x->needs_cluster)
    return NULL_TREE;
  unsigned i = 0;
  while (x->operands[i + 1].role != PX_ROLE_PICK)
    i++;
  return gimple_call_arg (s, i);
}

/* Before bulk load OP: its issuer expects the bytes at mbarrier I + SLOT, in each block
   that it goes to, and the load tells it.  */
static void
expect (const px_stmt *op, int i, tree slot)
{
  gimple *s = ((const px_source *) op->acc[0].user)->stmt;
  location_t loc = gimple_location (s);
  px_persp unit;
  tree bytes = bytes_of (s);
  if (!bytes)
    {
      refuse (loc, "its destination is no array, whose size the box would have");
      return;
    }
  px_collective_of (s, &unit);
  gimple_seq q = NULL;
  tree size = make_ssa_name (unsigned_type_node), at = make_ssa_name (long_unsigned_type_node);
  add_assign (&q, size, NOP_EXPR, bytes);
  if (tree to = destinations (s))
    {
      tree ranks = make_ssa_name (unsigned_type_node);
      uint32_t known = TREE_CODE (to) == INTEGER_CST ? tree_to_uhwi (to) : 0;
      add_assign (&q, ranks, NOP_EXPR, to);
      add_asm (&q,
	       slot_address (i)
		 + at_blocks (threads_of (unit), false, known ? &known : NULL, "%3",
			      "mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64", ", %2")
		 + "}",
	       {}, { E->own, slot, size, ranks }, loc);
    }
  else
    add_asm (&q,
	     slot_address (i) + one_of (threads_of (unit))
	       + "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%%pxa], %2; }",
	     {}, { E->own, slot, size }, loc);
  /* Its address alone may be moved.  */
  std::string address = textf (
    "{ .reg .b32 %%%%pxa; mov.u32 %%%%pxa, px_smem; mad.lo.u32 %%%%pxa, %%2, 8, %%%%pxa; "
    "add.u32 %%%%pxa, %%%%pxa, %%1; add.u32 %%%%pxa, %%%%pxa, %d; cvt.u64.u32 %%0, %%%%pxa; }",
    8 * i);
  gasm *a = px_asm (address, { at }, { E->own, slot }, true, loc);
  gimple_asm_set_volatile (a, true);
  gimple_seq_add_stmt (&q, a);
  gimple_stmt_iterator gsi = gsi_for_stmt (s);
  gsi_insert_seq_before (&gsi, q, GSI_SAME_STMT);
  px_set_argument (s, PX_ROLE_BARRIER, at);
  update_stmt (s);
}

static int
modulo (int a, int n)
{
  return (a % n + n) % n;
}

/* The slot of number counter of LOOP + NUM (LOOP NULL: of NUM).  */
static tree
slot_in (const px_stmt *loop, int num, int slots)
{
  int first = modulo (num, slots);
  if (!loop || slots == 1)
    return number (first);
  loop_p l = (loop_p) loop->user;
  tree &v = E->counter[{ l, slots << 8 | first }];
  if (v)
    return v;
  v = create_tmp_reg (unsigned_type_node, "pxslot");
  gsi_insert_on_edge (loop_preheader_edge (l), gimple_build_assign (v, number (first)));
  gimple_seq q = NULL;
  add_step (&q, v, slots);
  gsi_insert_seq_on_edge (loop_latch_edge (l), q);
  return v;
}

static const px_stmt *
first_of_run (int run)
{
  for (int i = 0; i < E->f->nstmt; i++)
    if (E->f->stmt[i]->kind == PX_OP && E->f->stmt[i]->timeline == PX_BULK_LOAD
	&& E->f->stmt[i]->run == run)
      return E->f->stmt[i];
  return NULL;
}

/* Threads of the least unit that issues a load of RUN; 0: the block.  */
static int
issuers_of (int run)
{
  int least = 0;
  for (int i = 0; i < E->f->nstmt; i++)
    {
      const px_stmt *op = E->f->stmt[i];
      px_persp unit;
      if (op->kind != PX_OP || op->timeline != PX_BULK_LOAD || op->run != run)
	continue;
      px_collective_of (((const px_source *) op->acc[0].user)->stmt, &unit);
      int n = threads_of (unit);
      if (n && (!least || n < least))
	least = n;
    }
  return least;
}

static tree
slot_of_run (int run)
{
  const px_acc &a = first_of_run (run)->acc[0];
  const px_commit &c = E->f->commit[run];
  return c.slots > 1 ? slot_in (a.num_loop, a.num, c.slots) : number (0);
}

/* Wait for the last phase of mbarrier I + SLOT that was begun; N as above.  */
static void
add_run_wait (gimple_seq *q, int i, tree slot, int n, location_t loc)
{
  tree t = make_ssa_name (unsigned_type_node), bit = make_ssa_name (unsigned_type_node),
       last = make_ssa_name (unsigned_type_node);
  add_assign (q, t, RSHIFT_EXPR, E->run_phase[i], slot);
  add_assign (q, bit, BIT_AND_EXPR, t, number (1));
  add_assign (q, last, BIT_XOR_EXPR, bit, number (1));
  add_parity_wait (q, i, slot, last, n, false, loc);
}

static void
add_run_begin (gimple_seq *q, int run, location_t loc)
{
  const px_commit &c = E->f->commit[run];
  if (c.timeline == PX_WGMMA)
    add_asm (q, "wgmma.fence.sync.aligned;", {}, {}, loc);
  else if (c.again)
    add_run_wait (q, c.mbar, number (0), issuers_of (run), loc);
}

static void
add_commit (gimple_seq *q, int run, location_t loc)
{
  const px_commit &c = E->f->commit[run];
  switch (c.timeline)
    {
    case PX_CPASYNC: add_asm (q, "cp.async.commit_group;", {}, {}, loc); break;
    case PX_BULK_STORE: add_asm (q, "cp.async.bulk.commit_group;", {}, {}, loc); break;
    case PX_WGMMA: add_asm (q, "wgmma.commit_group.sync.aligned;", {}, {}, loc); break;
    default:
      {
	tree slot = slot_of_run (run);
	add_asm (q,
		 slot_address (c.mbar) + one_of (issuers_of (run))
		   + "mbarrier.arrive.shared.b64 _, [%%pxa]; }",
		 {}, { E->own, slot }, loc);
	add_turn (q, E->run_phase[c.mbar], slot);
      }
    }
}

/* The threads of Q wait for load W.  */
static void
add_load_wait (gimple_seq *q, const px_seq *at, const px_twait &w, location_t loc)
{
  int run = w.a->op->run;
  const px_commit &c = E->f->commit[run];
  if (c.seq->first != at->first || c.seq->span != at->span)
    {
      refuse ((location_t) w.a->op->loc.loc, "other threads wait for it than those that issue it");
      return;
    }
  if (w.loop || c.slots == 1)
    {
      add_run_wait (q, c.mbar, w.loop ? slot_in (w.loop, w.num, c.slots) : number (0), 1, loc);
      return;
    }
  for (int i = 0; i < c.slots; i++)
    add_run_wait (q, c.mbar, number (i), 1, loc);
}

/* A variable of the function, FIRST at its start.  */
static void
prepare (tree *v, const char *name, int first)
{
  if (*v)
    return;
  *v = create_tmp_reg (unsigned_type_node, name);
  gsi_insert_on_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (E->fun)),
		      gimple_build_assign (*v, number (first)));
}

static void
prepare_phase (tree *bits)
{
  prepare (bits, "pxphase", 0);
}

/* Counts and variables of run I of bulk loads.  */
static void
prepare_run (int i, std::vector<int> *count)
{
  const px_commit &c = E->f->commit[i];
  int n = issuers_of (i), all = c.seq->size			  ? c.seq->size
				: c.seq->persp.level == PX_THREAD ? c.seq->persp.n
								  : 0;
  location_t loc = (location_t) first_of_run (i)->loc.loc;
  if (c.seq->persp.level == PX_THREAD && c.seq->span != c.seq->persp.n)
    refuse (loc, "each of several units issues one and waits for it");
  if (n && !all)
    refuse (loc, "it is not known how many units issue one, as the function has no threads ()");
  if (c.slots > 32)
    refuse (loc, "a ring has at most 32 slots");
  prepare_phase (&E->run_phase[c.mbar]);
  for (int k = 0; k < c.slots; k++)
    (*count)[c.mbar + k] = n ? all / n : 1;
}

/* ---- places ----------------------------------------------------------- */

static location_t
place_loc (const px_seq *q, int idx)
{
  return idx < q->nst && q->st[idx]->loc.loc ? (location_t) q->st[idx]->loc.loc
					     : DECL_SOURCE_LOCATION (E->fun->decl);
}

/* Loops around a synchronisation are not unrolled, whatever a pragma says: only GIMPLE
   knows what must not be copied.  */
static void
keep_loops (loop_p l)
{
  for (; l && l->num; l = loop_outer (l))
    if (l->unroll != USHRT_MAX)
      l->unroll = 1;
}

/* What ADD makes, at every place that "before statement IDX of Q" is in GIMPLE.  */
template <class F>
static void
put (const px_seq *q, int idx, F add)
{
  location_t loc = place_loc (q, idx);
  auto sequence = [&] {
    gimple_seq s = NULL;
    add (&s, loc);
    return s;
  };
  const px_point *p = NULL;
  auto b = idx < q->nst ? E->places->before.find (q->st[idx]) : E->places->before.end ();
  auto e = E->places->end.find (q);
  if (b != E->places->before.end ())
    p = &b->second;
  else if (q->up && e != E->places->end.end ())
    p = &e->second;
  if (!p)
    for (gimple *r : E->places->returns)
      {
	gimple_stmt_iterator i = gsi_for_stmt (r);
	gsi_insert_seq_before (&i, sequence (), GSI_SAME_STMT);
      }
  else if (p->stmt)
    {
      keep_loops (gimple_bb (p->stmt)->loop_father);
      gimple_stmt_iterator i = gsi_for_stmt (p->stmt);
      gsi_insert_seq_before (&i, sequence (), GSI_SAME_STMT);
    }
  else
    for (edge on : p->edges)
      {
	keep_loops (find_common_loop (on->src->loop_father, on->dest->loop_father));
	gsi_insert_seq_on_edge (on, sequence ());
      }
}

/* ---- px's own mbarriers ----------------------------------------------- */

/* At the kernel's start: room for them, and one thread sets their counts (0:
   the block's threads).  */
static void
init_mbarriers (const std::vector<int> &count, location_t loc)
{
  gimple_seq q = NULL;
  E->own = make_ssa_name (unsigned_type_node);
  gcall *room = px_shared_own (8 * count.size ());
  gimple_call_set_lhs (room, E->own);
  gimple_seq_add_stmt (&q, room);
  std::string text
    = address (0, 0, 0, 0)
      + ".reg .pred %%pxp; .reg .b32 %%pxn; mov.u32 %%pxt, %%tid.x; setp.eq.u32 %%pxp, %%pxt, 0; "
	"mov.u32 %%pxn, %%ntid.x; ";
  for (size_t i = 0; i < count.size (); i++)
    text += textf ("@%%%%pxp mbarrier.init.shared.b64 [%%%%pxa+%d], ", 8 * (int) i)
	    + (count[i] ? textf ("%d; ", count[i]) : "%%pxn; ");
  bool bulk = false;
  for (int i = 0; i < E->f->nstmt; i++)
    bulk |= E->f->stmt[i]->kind == PX_OP && E->f->stmt[i]->timeline == PX_BULK_LOAD;
  if (bulk || E->f->init_fence)
    text += "@%%pxp fence.mbarrier_init.release.cluster; ";
  text += E->f->init_fence ? "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; }"
	  : px_in_warp (E->f, E->f->s_block) ? warp_barrier (E->f->threads) + " }"
					     : "bar.sync 0; }";
  add_asm (&q, text, {}, { E->own }, loc);
  gsi_insert_seq_on_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (E->fun)), q);
}

/* The variables of S, a fill or drain of R.  */
static void
prepare_ring_end (const px_ring_sync *r, const px_stmt *s)
{
  tree first = number (s->num % r->ring->slots);
  prepare_phase (&E->phase[{ r->ring, branch_of (r->split, s) }]);
  if (s->late)
    prepare (&E->last[s], "pxlast", -1);
  if (s->next)
    {
      /* One for the branch, with which it starts anew.  */
      const px_seq *branch = branch_of (r->split, s);
      tree &v = E->next[{ r->ring, branch }];
      if (!v)
	{
	  v = create_tmp_reg (unsigned_type_node, "pxslot");
	  put (branch, 0, [&] (gimple_seq *q, location_t) {
	    gimple_seq_add_stmt (q, gimple_build_assign (v, first));
	  });
	}
      E->slot[s] = v;
    }
  else if (s->user)
    {
      tree v = E->slot[s] = create_tmp_reg (unsigned_type_node, "pxslot");
      gsi_insert_on_edge (loop_preheader_edge ((loop_p) s->user), gimple_build_assign (v, first));
    }
  else
    E->slot[s] = first;
}

static void
allocate ()
{
  std::vector<int> count (E->f->mbars);
  for (int i = 0; i < E->f->nsync; i++)
    {
      const px_sync *s = E->f->sync[i];
      if (s->prim != PX_PRIM_MBARRIER)
	continue;
      px_persp p = E->f->scope[s->scope];
      for (int u = 0; u < s->nmbar; u++)
	count[s->mbar + u] = p.level == PX_THREAD ? p.n : s->threads;
      if (s->arrive >= 0)
	E->state[s] = create_tmp_reg (long_unsigned_type_node, "pxstate");
    }
  for (int i = 0; i < E->f->ncommit; i++)
    if (E->f->commit[i].timeline == PX_BULK_LOAD)
      prepare_run (i, &count);
  for (int i = 0; i < E->f->nrsync; i++)
    {
      const px_ring_sync *r = E->f->rsync[i];
      if (r->ring->slots > 32)
	refuse ((location_t) r->fill[0]->loc.loc, "a ring has at most 32 slots");
      for (int k = 0; k < r->ring->slots; k++)
	{
	  count[r->barrier + k] = r->full_count;
	  if (r->empty)
	    count[r->barrier + r->ring->slots + k] = r->empty_count;
	}
      for (int k = 0; k < r->nfill; k++)
	prepare_ring_end (r, r->fill[k]);
      for (int k = 0; k < r->ndrain; k++)
	prepare_ring_end (r, r->drain[k]);
    }
  if (!count.empty ())
    init_mbarriers (count, DECL_SOURCE_LOCATION (E->fun->decl));
}

/* ---- all of it --------------------------------------------------------- */

/* Bulk load OP of a fill.  */
static void
expect_in_ring (const px_stmt *op)
{
  const px_stmt *fill = op->acc[0].ringop;
  const px_ring *lead = fill->ring->with ? fill->ring->with : fill->ring;
  px_persp unit;
  for (int i = 0; i < E->f->nrsync; i++)
    {
      const px_ring_sync *r = E->f->rsync[i];
      if (r->ring != lead)
	continue;
      /* The fill of the ring whose barriers they share is around it, or the one before it at the
       same number.  */
      const px_stmt *mine = NULL;
      for (int k = 0; k < r->nfill; k++)
	if (px_inside (r->fill[k], op)
	    || (r->fill[k]->seq == fill->seq && r->fill[k]->idx <= fill->idx
		&& (!mine || mine->idx < r->fill[k]->idx)))
	  mine = r->fill[k];
      gimple *s = ((const px_source *) op->acc[0].user)->stmt;
      px_collective_of (s, &unit);
      if (!px_same (unit, px_ring_role (r, mine)->persp))
	refuse (gimple_location (s), "only part of a branch issues it");
      else
	expect (op, r->barrier, E->slot[mine]);
    }
}

/* Header L only tests whether L goes on, and can be copied.  */
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

/* The test of L's header goes to its end, and once before it.  */
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

/* Barriers of back edges, behind the loops' tests.  Needs all else, committed.  */
static void
emit_back ()
{
  px_fn *f = E->f;
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
      keep_loops (l);
      add_barrier (&q, s,
		   s->seq->up->loc.loc ? (location_t) s->seq->up->loc.loc
				       : DECL_SOURCE_LOCATION (E->fun->decl));
      gimple_stmt_iterator at = gsi_last_bb (l->latch);
      if (gsi_end_p (at) || !stmt_ends_bb_p (gsi_stmt (at)))
	gsi_insert_seq_after (&at, q, GSI_NEW_STMT);
      else
	gsi_insert_seq_before (&at, q, GSI_SAME_STMT);
    }
}

bool
px_emit (function *fun, px_fn *f, const px_places &places)
{
  emitter e = {};
  E = &e;
  e.fun = fun;
  e.f = f;
  e.places = &places;
  allocate ();
  /* At one place: commits, before the ends that wait for them; ends of fills and drains,
     inner ones first; waits, synchronisations, starts of runs, of fills and drains,
     arrivals.  wgmma's fence stands after the starts, which loop.  */
  for (int i = 0; i < f->ncommit; i++)
    put (f->commit[i].seq, f->commit[i].idx,
	 [&] (gimple_seq *q, location_t loc) { add_commit (q, i, loc); });
  for (int i = f->nrsync - 1; i >= 0; i--)
    {
      const px_ring_sync *r = f->rsync[i];
      for (int k = 0; k < r->nfill; k++)
	put (r->fill_end[k]->body[0], r->fill_end[k]->body[0]->nst,
	     [&] (gimple_seq *q, location_t loc) { add_fill_end (q, r, r->fill[k], loc); });
      for (int k = 0; k < r->ndrain; k++)
	put (r->drain[k]->body[0], r->drain[k]->body[0]->nst,
	     [&] (gimple_seq *q, location_t loc) { add_drain_end (q, r, k, loc); });
      for (int k = 0; k < r->ndrain; k++)
	if (const px_stmt *loop = r->drain[k]->flush ? r->drain[k]->seq->up : NULL)
	  put (loop->seq, loop->idx + 1,
	       [&] (gimple_seq *q, location_t loc) { add_flush (q, r, k, loc); });
    }
  for (int i = 0; i < f->nsync; i++)
    if (f->sync[i]->arrive >= 0 && f->sync[i]->prim)
      put (f->sync[i]->seq, f->sync[i]->idx,
	   [&] (gimple_seq *q, location_t loc) { add_wait (q, f->sync[i], loc); });
  for (int i = 0; i < f->nsync; i++)
    {
      const px_sync *s = f->sync[i];
      if (s->arrive < 0 && !s->back)
	put (s->seq, s->idx, [&] (gimple_seq *q, location_t loc) {
	  add_completions (q, s, loc);
	  if (s->prim)
	    add_barrier (q, s, loc);
	});
    }
  for (int i = 0; i < f->ncommit; i++)
    if (f->commit[i].timeline != PX_WGMMA)
      put (f->commit[i].seq, f->commit[i].begin,
	   [&] (gimple_seq *q, location_t loc) { add_run_begin (q, i, loc); });
  for (int i = 0; i < f->nrsync; i++)
    {
      const px_ring_sync *r = f->rsync[i];
      for (int k = 0; k < r->nfill; k++)
	put (r->fill[k]->seq, r->fill[k]->idx,
	     [&] (gimple_seq *q, location_t loc) { add_fill_start (q, r, r->fill[k], loc); });
      for (int k = 0; k < r->ndrain; k++)
	put (r->drain[k]->seq, r->drain[k]->idx,
	     [&] (gimple_seq *q, location_t loc) { add_drain_start (q, r, k, loc); });
    }
  for (int i = 0; i < f->ncommit; i++)
    if (f->commit[i].timeline == PX_WGMMA)
      put (f->commit[i].seq, f->commit[i].begin,
	   [&] (gimple_seq *q, location_t loc) { add_run_begin (q, i, loc); });
  for (int i = 0; i < f->nsync; i++)
    if (f->sync[i]->arrive >= 0 && f->sync[i]->prim)
      put (f->sync[i]->seq, f->sync[i]->arrive,
	   [&] (gimple_seq *q, location_t loc) { add_arrive (q, f->sync[i], loc); });
  /* Right before them, the mbarriers that bulk loads tell.  */
  for (int i = 0; i < f->nstmt; i++)
    {
      const px_stmt *op = f->stmt[i];
      if (op->kind != PX_OP || op->timeline != PX_BULK_LOAD || op->synth)
	continue;
      gimple *s = ((const px_source *) op->acc[0].user)->stmt;
      if (op->run < 0)
	expect_in_ring (op);
      else if (destinations (s))
	{
	  px_error (gimple_location (s), PX_D_SYNC_OTHER, fun->decl,
		    "the other blocks do not learn when a multicast is complete: fill a ring of "
		    "slots in one branch of a __split, and drain it in another");
	  e.failed = true;
	}
      else
	expect (op, f->commit[op->run].mbar, slot_of_run (op->run));
    }
  for (const px_asked &a : places.asked)
    put_number (a);
  gsi_commit_edge_inserts ();
  emit_back ();
  E = NULL;
  return !e.failed;
}
