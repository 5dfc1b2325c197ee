/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Emits instructions for bulk loads and for runs of asynchronous operations: expected bytes,
   commits, and waits.

   Needs: the offset of px's mbarriers.
   Leaves: statements at the end of the given sequence; the loads with their
   mbarriers.  */

#include "plugin/sync/emit-int.h"

void
px_emit_refuse (px_emitter *em, location_t loc, const char *text)
{
  px_error (loc, PX_D_SYNC_COPY, text);
  em->failed = true;
}

/* Returns the threads of P, 0 if it is not of threads.  */
static int
threads_in (px_persp p)
{
  return p.level == PX_THREAD ? p.n : 0;
}

/* Appends that the issuer of load S expects its bytes at mbarrier I + SLOT, in each block that
   it reaches.  Returns false if they are not known.  */
static bool
add_expect (px_emitter *em, gimple_seq *q, gimple *s, int i, tree slot)
{
  location_t loc = gimple_location (s);
  px_persp unit;
  tree bytes = px_loaded_bytes (s), size = make_ssa_name (unsigned_type_node);
  if (!bytes)
    return false;
  px_collective_of (s, &unit);
  px_emit_assign (q, size, NOP_EXPR, bytes);
  if (tree to = px_destinations_of (s))
    {
      tree ranks = make_ssa_name (unsigned_type_node);
      uint32_t known = TREE_CODE (to) == INTEGER_CST ? tree_to_uhwi (to) : 0;
      px_emit_assign (q, ranks, NOP_EXPR, to);
      auto text = [&] (int n) {
	return px_slot_address (i)
	       + px_at_blocks (em, n, false, known ? &known : NULL, "%3",
			       "mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64", ", %2")
	       + "}";
      };
      px_emit_by_one (em, q, threads_in (unit), text, { em->own, slot, size, ranks }, loc);
    }
  else
    {
      auto text = [&] (int n) {
	return px_slot_address (i) + px_one_of (n)
	       + "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%%pxa], %2; }";
      };
      px_emit_by_one (em, q, threads_in (unit), text, { em->own, slot, size }, loc);
    }
  return true;
}

void
px_emit_expect (px_emitter *em, const px_stmt *op, int i, tree slot, bool expected)
{
  gimple *s = ((const px_source *) op->acc[0].user)->stmt;
  location_t loc = gimple_location (s);
  gimple_seq q = NULL;
  if (!expected && !add_expect (em, &q, s, i, slot))
    {
      px_emit_refuse (em, loc, "its destination is no array, whose size the box would have");
      return;
    }
  /* Only the address computation is not volatile: it may be moved.  */
  tree at = make_ssa_name (long_unsigned_type_node);
  std::string address = px_emit_textf ("{ .reg .b32 %%%%pxa; mad.lo.u32 %%%%pxa, %%2, 8, %%1; "
				       "add.u32 %%%%pxa, %%%%pxa, %d; cvt.u64.u32 %%0, %%%%pxa; }",
				       8 * i);
  gasm *a = px_asm (address, { at }, { em->own, slot }, true, loc);
  gimple_asm_set_volatile (a, true);
  gimple_seq_add_stmt (&q, a);
  em->by_one[a] = { PX_BY_ANY, "", {}, false };
  gimple_stmt_iterator gsi = gsi_for_stmt (s);
  gsi_insert_seq_before (&gsi, q, GSI_SAME_STMT);
  px_set_argument (s, PX_ROLE_BARRIER, at);
  update_stmt (s);
}

/* Returns the remainder of A by N, which is never negative.  */
static int
remainder_of (int a, int n)
{
  return (a % n + n) % n;
}

/* Returns the slot of the number counter of LOOP + NUM (LOOP NULL: of NUM).  */
static tree
slot_of_number (px_emitter *em, const px_stmt *loop, int num, int slots)
{
  int first = remainder_of (num, slots);
  if (!loop || slots == 1)
    return px_emit_number (first);
  loop_p l = (loop_p) loop->user;
  tree &v = em->counter[{ l, slots << 8 | first }];
  if (v)
    return v;
  v = create_tmp_reg (unsigned_type_node, "pxslot");
  gsi_insert_on_edge (loop_preheader_edge (l), gimple_build_assign (v, px_emit_number (first)));
  gimple_seq q = NULL;
  px_emit_step (&q, v, slots);
  em->steps.push_back ({ loop_latch_edge (l), q });
  return v;
}

static const px_stmt *
first_of_run (px_emitter *em, int run)
{
  for (int i = 0; i < em->f->nstmt; i++)
    if (em->f->stmt[i]->kind == PX_OP && em->f->stmt[i]->timeline == PX_BULK_LOAD
	&& em->f->stmt[i]->run == run)
      return em->f->stmt[i];
  return NULL;
}

/* Returns the number of threads of the least unit that issues a load of RUN; 0: the block.  */
static int
issuers_of (px_emitter *em, int run)
{
  int least = 0;
  for (int i = 0; i < em->f->nstmt; i++)
    {
      const px_stmt *op = em->f->stmt[i];
      px_persp unit;
      if (op->kind != PX_OP || op->timeline != PX_BULK_LOAD || op->run != run)
	continue;
      px_collective_of (((const px_source *) op->acc[0].user)->stmt, &unit);
      int n = threads_in (unit);
      if (n && (!least || n < least))
	least = n;
    }
  return least;
}

tree
px_slot_of_run (px_emitter *em, int run)
{
  const px_acc &a = first_of_run (em, run)->acc[0];
  const px_commit &c = em->f->commit[run];
  return c.slots > 1 ? slot_of_number (em, a.num_loop, a.num, c.slots) : px_emit_number (0);
}

/* Waits for the phase of mbarrier I + SLOT that was begun last; each unit of N threads has one (N 0: one
   for all).  */
static void
wait_for_run (px_emitter *em, gimple_seq *q, int i, tree slot, int n, location_t loc)
{
  tree t = make_ssa_name (unsigned_type_node), bit = make_ssa_name (unsigned_type_node),
       last = make_ssa_name (unsigned_type_node);
  px_emit_assign (q, t, RSHIFT_EXPR, em->run_phase[i], slot);
  px_emit_assign (q, bit, BIT_AND_EXPR, t, px_emit_number (1));
  px_emit_assign (q, last, BIT_XOR_EXPR, bit, px_emit_number (1));
  px_emit_parity_wait (em, q, i, slot, last, n, false, loc);
}

void
px_emit_run_begin (px_emitter *em, gimple_seq *q, int run, location_t loc)
{
  const px_commit &c = em->f->commit[run];
  if (c.timeline == PX_WGMMA)
    px_emit_fence (em, q, loc);
  else if (c.again)
    wait_for_run (em, q, c.mbar, px_emit_number (0), issuers_of (em, run), loc);
}

void
px_emit_commit (px_emitter *em, gimple_seq *q, int run, location_t loc)
{
  const px_commit &c = em->f->commit[run];
  switch (c.timeline)
    {
    case PX_CPASYNC: px_emit_asm (em, q, "cp.async.commit_group;", {}, {}, loc); break;
    case PX_BULK_STORE: px_emit_asm (em, q, "cp.async.bulk.commit_group;", {}, {}, loc); break;
    case PX_WGMMA: px_emit_asm (em, q, "wgmma.commit_group.sync.aligned;", {}, {}, loc); break;
    default:
      {
	tree slot = px_slot_of_run (em, run);
	auto text = [&] (int n) {
	  return px_slot_address (c.mbar) + px_one_of (n)
		 + "mbarrier.arrive.shared.b64 _, [%%pxa]; }";
	};
	px_emit_by_one (em, q, issuers_of (em, run), text, { em->own, slot }, loc);
	px_emit_turn (q, em->run_phase[c.mbar], slot);
      }
    }
}

/* Makes the threads of Q wait for load W.  */
void
px_emit_load_wait (px_emitter *em, gimple_seq *q, const px_seq *at, const px_twait &w,
		   location_t loc)
{
  int run = w.a->op->run;
  const px_commit &c = em->f->commit[run];
  if (c.seq->first != at->first || c.seq->span != at->span)
    {
      px_emit_refuse (em, (location_t) w.a->op->loc.loc,
		      "other threads wait for it than those that issue it");
      return;
    }
  if (w.loop || c.slots == 1)
    {
      wait_for_run (em, q, c.mbar,
		    w.loop ? slot_of_number (em, w.loop, w.num, c.slots) : px_emit_number (0), 1,
		    loc);
      return;
    }
  for (int i = 0; i < c.slots; i++)
    wait_for_run (em, q, c.mbar, px_emit_number (i), 1, loc);
}

/* Makes a variable of the function with initial value FIRST.  */
void
px_emit_variable (px_emitter *em, tree *v, const char *name, int first)
{
  if (*v)
    return;
  *v = create_tmp_reg (unsigned_type_node, name);
  gsi_insert_on_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (em->fun)),
		      gimple_build_assign (*v, px_emit_number (first)));
}

void
px_emit_phase (px_emitter *em, tree *bits)
{
  px_emit_variable (em, bits, "pxphase", 0);
}

/* Adds the counts of the mbarriers of run I of bulk loads to COUNT, and makes its variables.  */
void
px_emit_run (px_emitter *em, int i, std::vector<int> *count)
{
  const px_commit &c = em->f->commit[i];
  int n = issuers_of (em, i), all = c.seq->size			      ? c.seq->size
				    : c.seq->persp.level == PX_THREAD ? c.seq->persp.n
								      : 0;
  location_t loc = (location_t) first_of_run (em, i)->loc.loc;
  if (c.seq->persp.level == PX_THREAD && c.seq->span != c.seq->persp.n)
    px_emit_refuse (em, loc, "each of several units issues one and waits for it");
  if (n && !all)
    px_emit_refuse (em, loc,
		    "it is not known how many units issue one, as the function has no threads ()");
  if (c.slots > 32)
    px_emit_refuse (em, loc, "a ring has at most 32 slots");
  px_emit_phase (em, &em->run_phase[c.mbar]);
  for (int k = 0; k < c.slots; k++)
    (*count)[c.mbar + k] = n ? all / n : 1;
}
