/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Emits instructions for slot rings: the starts and ends of fills and drains.

   Needs: in the px_emitter the variables of the ring's branches.
   Leaves: statements at the end of the given sequence.  */

#include "plugin/sync/emit-int.h"

#include <array>

/* Appends V := A CODE B to Q.  */
void
px_emit_assign (gimple_seq *q, tree v, tree_code code, tree a, tree b)
{
  gimple_seq_add_stmt (q,
		       b ? gimple_build_assign (v, code, a, b) : gimple_build_assign (v, code, a));
}

tree
px_emit_number (long n)
{
  return build_int_cst (unsigned_type_node, n);
}

/* PTX that sets %pxa to the address of mbarrier I + slot; operand 0 is the offset of px's
   mbarriers, operand 1 the slot.  */
std::string
px_slot_address (int i)
{
  /* The constant is added last, so that ptxas can make it an instruction's offset.  */
  return "{ .reg .b32 %%pxa, %%pxt; mad.lo.u32 %%pxa, %1, 8, %0; "
	 + px_emit_textf ("add.u32 %%%%pxa, %%%%pxa, %d; ", 8 * i);
}

px_ring_end
px_emit_end_of (const px_ring_sync *r, const px_stmt *s)
{
  while (s->seq->up != r->split)
    s = s->seq->up;
  return { px_whole_ring (r->ring), s->seq };
}

/* Waits for the end of the phase with parity PARITY of mbarrier I + SLOT.  All threads wait,
   unless only one of each N (0: the block's first) begins phases: then only that one, since
   others could be two phases late and wait for ever.  REMOTE: acquires what other blocks did,
   too.  */
void
px_emit_parity_wait (px_emitter *em, gimple_seq *q, int i, tree slot, tree parity, int n,
		     bool remote, location_t loc)
{
  auto text = [&] (int of) {
    std::string t = px_slot_address (i) + ".reg .pred %%pxp; ";
    if (of != 1)
      {
	t += "mov.u32 %%pxt, %%tid.x; ";
	t += px_number_in (of) + "setp.ne.u32 %%pxp, %%pxt, 0; @%%pxp bra PXD; ";
      }
    t += std::string ("PXW: mbarrier.test_wait.parity")
	 + (remote ? ".acquire.cluster.shared::cta" : ".shared")
	 + ".b64 %%pxp, [%%pxa], %2; @!%%pxp bra PXW; ";
    return t + (of != 1 ? "PXD: mov.u32 %%pxt, 0; }" : "}");
  };
  px_emit_by_one (em, q, n, text, { em->own, slot, parity }, loc, true);
}

std::string
px_elect (int n, bool late, const char *number)
{
  return std::string (".reg .pred %%pxp; mov.u32 %%pxt, ") + number + "; " + px_number_in (n)
	 + "setp.eq.u32 %%pxp, %%pxt, 0; " + (late ? "setp.ge.and.s32 %%pxp, %1, 0, %%pxp; " : "");
}

/* Returns the predicate for an instruction that one of each N threads executes.  */
std::string
px_one_of (int n, bool late)
{
  return n == 1 ? "" : px_elect (n, late) + "@%%pxp ";
}

/* Returns INSTRUCTION, which ends in an address, followed by OPERANDS, for mbarrier %pxa of
   each block of the cluster whose bit is set in RANKS (a constant, or NULL: operand ASKED).
   One of each N threads executes it for all blocks: if several did, each would have to arrive,
   and delay other blocks.  */
std::string
px_at_blocks (px_emitter *em, int n, bool late, const uint32_t *ranks, const char *asked,
	      const std::string &instruction, const std::string &operands)
{
  std::string t = ".reg .b32 %%pxr, %%pxm; "
		  + (n == 1 && !ranks ? ".reg .pred %%pxp; "
		     : n == 1	      ? ""
				      : px_elect (n, late));
  if (!ranks)
    t += n == 1 ? px_emit_textf ("mov.b32 %%%%pxt, %s; ", asked)
		: px_emit_textf ("selp.b32 %%%%pxt, %s, 0, %%%%pxp; ", asked);
  for (int k = 0; k < em->f->cluster; k++)
    {
      if (ranks && !(*ranks >> k & 1))
	continue;
      if (!ranks)
	t += px_emit_textf ("and.b32 %%%%pxm, %%%%pxt, %u; setp.ne.u32 %%%%pxp, %%%%pxm, 0; ",
			    1u << k);
      t += px_emit_textf ("mapa.shared::cluster.u32 %%%%pxr, %%%%pxa, %d; ", k)
	   + (ranks && n == 1 ? "" : "@%%pxp ") + instruction + " [%%pxr]" + operands + "; ";
    }
  return t;
}

/* Waits until the phase of mbarrier I + slot that S means has ended.  FLIP: the phase before
   that; N as above.  */
static void
add_slot_wait (px_emitter *em, gimple_seq *q, const px_ring_sync *r, const px_stmt *s, int i,
	       bool flip, int n, location_t loc)
{
  tree bits = em->phase[px_emit_end_of (r, s)], bit = make_ssa_name (unsigned_type_node);
  if (em->one_phase.count (px_emit_end_of (r, s)))
    px_emit_assign (q, bit, SSA_NAME, bits);
  else
    {
      tree t = make_ssa_name (unsigned_type_node);
      px_emit_assign (q, t, RSHIFT_EXPR, bits, em->slot[s]);
      px_emit_assign (q, bit, BIT_AND_EXPR, t, px_emit_number (1));
    }
  if (flip)
    {
      tree other = make_ssa_name (unsigned_type_node);
      px_emit_assign (q, other, BIT_XOR_EXPR, bit, px_emit_number (1));
      bit = other;
    }
  px_emit_parity_wait (em, q, i, em->slot[s], bit, n, r->ring->remote && !r->narrow, loc);
}

/* Returns INSTRUCTION, an arrival that ends in an address, for mbarrier %pxa of each of the cluster's
   BLOCKS: each thread whose number, operand 2, is that of a block arrives there.  LATE: only if operand 1
   is a slot.  */
static std::string
arrive_in_each (bool late, int blocks, const char *instruction)
{
  return ".reg .b32 %%pxr; .reg .pred %%pxp; "
	 + px_emit_textf ("setp.lt.u32 %%%%pxp, %%2, %d; ", blocks)
	 + (late ? "setp.ge.and.s32 %%pxp, %1, 0, %%pxp; " : "")
	 + "@%%pxp mapa.shared::cluster.u32 %%pxr, %%pxa, %2; @%%pxp " + instruction + " [%%pxr]; ";
}

/* One of each ELECT threads arrives at R's mbarrier I + SLOT, if GATHER after a barrier of them; in
   the blocks RANKS of a cluster, if any; SPREAD: if these are all of them, one in each.  LATE: unless SLOT
   is negative.  */
static void
add_slot_arrive (px_emitter *em, gimple_seq *q, const px_ring_sync *r, tree slot, int i, int elect,
		 bool gather, uint32_t ranks, bool spread, bool late, location_t loc)
{
  if (gather && elect > 1)
    px_emit_asm (em, q, px_emit_warp_barrier (elect), {}, {}, loc);
  const char *there = r->narrow ? "mbarrier.arrive.release.cta.shared::cluster.b64 _,"
				: "mbarrier.arrive.release.cluster.shared::cluster.b64 _,";
  int blocks = em->f->cluster;
  bool each = spread && ranks == (UINT64_C (1) << blocks) - 1 && elect >= blocks;
  auto text = [&] (int n) {
    return px_slot_address (i)
	   + (ranks ? px_at_blocks (em, n, late, &ranks, NULL, there, "")
		    : px_one_of (n, late) + "mbarrier.arrive.shared.b64 _, [%%pxa]; ")
	   + "}";
  };
  if (each)
    {
      /* Not in the text: so GCC computes it before a loop.  */
      tree number = make_ssa_name (unsigned_type_node);
      px_emit_assign (q, number, TRUNC_MOD_EXPR, px_entry_sreg (PX_SREG_TID),
		      px_emit_number (elect));
      px_emit_asm (em, q, px_slot_address (i) + arrive_in_each (late, blocks, there) + "}", {},
		   { em->own, slot, number }, loc);
    }
  else if (late)
    px_emit_asm (em, q, text (elect), {}, { em->own, slot }, loc);
  else
    px_emit_by_one (em, q, elect, text, { em->own, slot }, loc);
}

gimple *
px_emit_step (gimple_seq *q, tree slot, int slots, tree phase)
{
  tree up = make_ssa_name (unsigned_type_node), wrap = make_ssa_name (boolean_type_node);
  px_emit_assign (q, up, PLUS_EXPR, slot, px_emit_number (1));
  gimple *first = gimple_seq_last_stmt (*q);
  px_emit_assign (q, wrap, EQ_EXPR, up, px_emit_number (slots));
  gimple_seq_add_stmt (q, gimple_build_assign (slot, COND_EXPR, wrap, px_emit_number (0), up));
  if (phase)
    {
      tree one = make_ssa_name (unsigned_type_node);
      px_emit_assign (q, one, NOP_EXPR, wrap);
      px_emit_assign (q, phase, BIT_XOR_EXPR, phase, one);
    }
  return first;
}

/* Appends the rest of T, of any integer type, modulo SLOTS to Q: from 0 on, also where T is negative.  */
static tree
rest_of (gimple_seq *q, tree t, int slots)
{
  tree type = TREE_TYPE (t), r = make_ssa_name (type), u = make_ssa_name (unsigned_type_node);
  px_emit_assign (q, r, TRUNC_MOD_EXPR, t, build_int_cst (type, slots));
  px_emit_assign (q, u, NOP_EXPR, r);
  if (TYPE_UNSIGNED (type))
    return u;
  tree below = make_ssa_name (boolean_type_node), more = make_ssa_name (unsigned_type_node),
       v = make_ssa_name (unsigned_type_node);
  px_emit_assign (q, below, LT_EXPR, r, build_zero_cst (type));
  px_emit_assign (q, more, PLUS_EXPR, u, px_emit_number (slots));
  gimple_seq_add_stmt (q, gimple_build_assign (v, COND_EXPR, below, more, u));
  return v;
}

void
px_emit_slot_of (gimple_seq *q, tree slot, const px_sum &a)
{
  tree sum = px_emit_number (px_sum_number (a));
  auto step = [q] (tree_code code, tree x, tree y) {
    tree v = make_ssa_name (unsigned_type_node);
    px_emit_assign (q, v, code, x, y);
    return v;
  };
  for (auto &n : a.of)
    {
      /* All are less than the slots, of which there are at most 32: neither product nor sum wraps.  */
      tree product = px_emit_number (n.second);
      for (unsigned version : n.first)
	product = step (TRUNC_MOD_EXPR,
			step (MULT_EXPR, product, rest_of (q, ssa_name (version), a.slots)),
			px_emit_number (a.slots));
      sum = step (PLUS_EXPR, sum, product);
    }
  sum = step (TRUNC_MOD_EXPR, sum, px_emit_number (a.slots));
  px_emit_assign (q, slot, SSA_NAME, sum);
}

/* Inverts the phase bit of SLOT in BITS.  */
void
px_emit_turn (gimple_seq *q, tree bits, tree slot)
{
  tree one = make_ssa_name (unsigned_type_node);
  px_emit_assign (q, one, LSHIFT_EXPR, px_emit_number (1), slot);
  px_emit_assign (q, bits, BIT_XOR_EXPR, bits, one);
}

/* After S, a fill or drain of R: inverts the slot's phase and advances to the next slot.  */
static void
add_next (px_emitter *em, gimple_seq *q, const px_ring_sync *r, const px_stmt *s)
{
  tree slot = em->slot[s], phase = em->phase[px_emit_end_of (r, s)];
  bool one = em->one_phase.count (px_emit_end_of (r, s));
  if (!one)
    px_emit_turn (q, phase, slot);
  if (s->user || s->next)
    em->stepped[s] = px_emit_step (q, slot, r->ring->slots, one ? phase : NULL_TREE);
}

/* Returns true if S sets variable V.  */
static bool
sets_p (const gimple *s, tree v)
{
  return is_gimple_assign (s) && gimple_assign_lhs (s) == v;
}

/* INDEX is that of the slot of fill or drain S of R.  If it is made of the user's counter where S's own slot has the
   same value, it is made of that, so that the counter need not be divided.  */
static void
take_own_slot (px_emitter *em, const px_ring_sync *r, const px_stmt *s, tree index)
{
  tree slot = em->slot[s];
  gimple *d = NULL, *end = em->stepped[s];
  for (tree t = index; TREE_CODE (t) == SSA_NAME; t = gimple_assign_rhs1 (d))
    {
      d = SSA_NAME_DEF_STMT (t);
      if (!is_gimple_assign (d) || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (d)))
	break;
    }
  tree_code code = d && is_gimple_assign (d) ? gimple_assign_rhs_code (d) : ERROR_MARK;
  int n = r->ring->slots;
  if ((code != TRUNC_MOD_EXPR || compare_tree_int (gimple_assign_rhs2 (d), n))
      && (code != BIT_AND_EXPR || compare_tree_int (gimple_assign_rhs2 (d), n - 1)))
    return;
  if (!VAR_P (slot) || !end || gimple_bb (d) != gimple_bb (end))
    return;
  gimple_stmt_iterator g = gsi_for_stmt (d);
  for (; !gsi_end_p (g) && gsi_stmt (g) != end; gsi_next (&g))
    if (sets_p (gsi_stmt (g), slot))
      return;
  if (gsi_end_p (g))
    return;
  g = gsi_for_stmt (d);
  gimple_assign_set_rhs_with_ops (&g, NOP_EXPR, slot);
  update_stmt (gsi_stmt (g));
}

void
px_emit_own_slots (px_emitter *em)
{
  for (int i = 0; i < em->f->nacc; i++)
    {
      const px_acc *a = em->f->acc[i];
      const px_ring *of = a->ringop ? a->ringop->ring : NULL;
      const px_ring_sync *r = of ? px_ring_sync_of (em->f, of->with ? of->with : of) : NULL;
      if (!r || r->named || r->ring->slots != of->slots || of->down)
	continue;
      bool fills = a->ringop->kind == PX_FILL;
      int fill = fills ? px_ring_fill_of (r, a->op) : -1;
      const px_stmt *s = fill >= 0 ? r->fill[fill] : NULL;
      for (int k = 0; k < r->ndrain && !fills; k++)
	if (px_inside (r->drain[k], a->op))
	  s = r->drain[k];
      tree index = s ? px_slot_of_access (a) : NULL_TREE;
      if (index)
	take_own_slot (em, r, s, index);
    }
}

/* R, a turn in a circle, is given or taken, as WHAT says, by all threads of its branch.  */
static void
add_named (px_emitter *em, gimple_seq *q, const px_ring_sync *r, const char *what, location_t loc)
{
  if (!(r->dropped >> PX_P_FULL & 1))
    px_emit_asm (em, q, px_emit_textf ("bar.%s %d, %d;", what, r->named, r->named_threads), {}, {},
		 loc);
}

void
px_emit_fill_start (px_emitter *em, gimple_seq *q, const px_ring_sync *r, int fill, location_t loc)
{
  const px_stmt *s = r->fill[fill];
  if (r->named)
    return;
  int threads = px_ring_role (r, s)->persp.n;
  if (r->empty && !(r->dropped >> PX_P_EMPTY & 1))
    add_slot_wait (em, q, r, s, r->empty_barrier, true, r->full_elect ? 1 : threads, loc);
  /* Where nobody waits for full, as that is left out, nobody arrives.  */
  auto text = [&] (int n) {
    return px_slot_address (r->barrier) + px_one_of (n)
	   + (r->dropped >> PX_P_FULL & 1
		? "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%%pxa], "
		: "mbarrier.arrive.expect_tx.shared.b64 _, [%%pxa], ")
	   + std::to_string (r->expected[fill]) + "; }";
  };
  if (r->expected)
    px_emit_by_one (em, q, threads, text, { em->own, em->slot[s] }, loc);
}

void
px_emit_fill_end (px_emitter *em, gimple_seq *q, const px_ring_sync *r, const px_stmt *s,
		  location_t loc)
{
  if (r->named)
    {
      add_named (em, q, r, "arrive", loc);
      return;
    }
  if (r->cpasync && !(r->dropped >> PX_P_COMPLETE & 1))
    px_emit_asm (em, q, "cp.async.wait_all;", {}, {}, loc);
  if (r->fence && !(r->dropped >> PX_P_FILL_FENCE & 1))
    px_emit_asm (em, q, "fence.proxy.async.shared::cta;", {}, {}, loc);
  int elect = r->full_elect ? r->full_elect : px_ring_role (r, s)->persp.n;
  if (!r->expected && !(r->dropped >> PX_P_FULL & 1))
    add_slot_arrive (em, q, r, em->slot[s], r->barrier, elect,
		     r->full_elect && !(r->dropped >> PX_P_FILL_GATHER & 1), r->drainers, false,
		     false, loc);
  add_next (em, q, r, s);
}

void
px_emit_drain_start (px_emitter *em, gimple_seq *q, const px_ring_sync *r, int drain,
		     location_t loc)
{
  if (r->named)
    add_named (em, q, r, "sync", loc);
  else if (!(r->dropped >> PX_P_FULL & 1))
    add_slot_wait (em, q, r, r->drain[drain], r->barrier, false,
		   r->alone[drain] ? r->empty_threads[drain] : 1, loc);
}

/* Drain DRAIN of R releases SLOT after all operations but those of the last WAIT groups are
   complete.  All its threads have waited for the slot, unless the drain is alone: so any of
   them may arrive.  */
static void
add_release (px_emitter *em, gimple_seq *q, const px_ring_sync *r, int drain, tree slot,
	     const int *wait, location_t loc)
{
  px_emit_waits (em, q, wait, loc);
  add_slot_arrive (em, q, r, slot, r->empty_barrier, r->empty_elect[drain],
		   r->gather[drain] && !(r->dropped >> PX_P_GATHER & 1), r->fillers,
		   !r->alone[drain], r->drain[drain]->late, loc);
}

/* Returns true if drains of R release its slots: where nobody waits for that, as it is left out, they do
   not, unless fills of the other parts of its numbers wait.  */
static bool
releases_p (const px_ring_sync *r)
{
  return r->empty && (r->ring->parts || !(r->dropped >> PX_P_EMPTY & 1));
}

/* Returns what the release of drain S of R leaves pending, by timeline.  */
static std::array<int, PX_WAITS>
release_waits (const px_ring_sync *r, const px_stmt *s)
{
  std::array<int, PX_WAITS> wait;
  for (int w = 0; w < PX_WAITS; w++)
    wait[w] = px_release_wait (r, s, w);
  return wait;
}

void
px_emit_drain_end (px_emitter *em, gimple_seq *q, const px_ring_sync *r, int drain, location_t loc)
{
  const px_stmt *s = r->drain[drain];
  if (r->named)
    return;
  if (releases_p (r) && !s->hold)
    add_release (em, q, r, drain, s->late ? em->last[s] : em->slot[s], release_waits (r, s).data (),
		 loc);
  if (s->late || s->hold)
    gimple_seq_add_stmt (q, gimple_build_assign (em->last[s], em->slot[s]));
  add_next (em, q, r, s);
}

void
px_emit_held (px_emitter *em, gimple_seq *q, const px_ring_sync *r, int drain, location_t loc)
{
  const px_stmt *s = r->drain[drain];
  if (releases_p (r))
    add_release (em, q, r, drain, em->last[s], release_waits (r, s).data (), loc);
}

/* Releases the last slots after the loop around drain DRAIN of R, which releases late.  */
void
px_emit_flush (px_emitter *em, gimple_seq *q, const px_ring_sync *r, int drain, location_t loc)
{
  tree last = em->last[r->drain[drain]];
  int wait[PX_WAITS];
  for (int w = 0; w < PX_WAITS; w++)
    wait[w] = r->wait[w] > 0 ? 0 : r->wait[w];
  if (releases_p (r))
    add_release (em, q, r, drain, last, wait, loc);
  gimple_seq_add_stmt (q, gimple_build_assign (last, px_emit_number (-1)));
}
