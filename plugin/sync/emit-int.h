/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that make instructions share: plugin/sync/emit.cc, emit-ring.cc for rings,
   emit-copy.cc for bulk loads.  */

#ifndef PX_EMIT_INT_H
#define PX_EMIT_INT_H

#include "plugin/sync/sync.h"

struct px_emitter
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
};
extern px_emitter *px_emitting; /* of the function at hand */

typedef std::vector<tree> px_operands;

/* plugin/sync/emit.cc.  */
void px_emit_waits (gimple_seq *q, const int *pending, location_t loc);
std::string px_emit_warp_barrier (int n);
std::string px_emit_textf (const char *, ...) __attribute__ ((format (gnu_printf, 1, 2)));
/* Volatile asm that is collective.  */
void px_emit_asm (gimple_seq *q, const std::string &text, const px_operands &outs,
		  const px_operands &ins, location_t loc);
/* %pxa := address of mbarrier I; of a unit's own, where the N threads of a unit
   are counted from FIRST on (N 0: one for all).  %OPERAND has px's offset.  */
std::string px_mbarrier_address (int operand, int i, int first, int n);
/* Units of S have an mbarrier each: threads of one, else 0.  */
int px_unit_of (const px_fn *f, const px_sync *s);

/* plugin/sync/emit-ring.cc.  */
const px_seq *px_emit_branch_of (const px_stmt *split, const px_stmt *s);
/* Q gets V := A CODE B.  */
void px_emit_assign (gimple_seq *q, tree v, tree_code code, tree a, tree b = NULL_TREE);
tree px_emit_number (long n);
/* %pxa := address of mbarrier I + slot; operand 0 has px's offset, 1 the slot.  */
std::string px_slot_address (int i);
/* Wait for the end of the phase with parity PARITY of mbarrier I + SLOT: all threads, or
   one of each N (0: the block's first) if only those begin phases: others could be late
   by two, and wait for ever.  REMOTE: of what other blocks did, too.  */
void px_emit_parity_wait (gimple_seq *q, int i, tree slot, tree parity, int n, bool remote,
			  location_t loc);
/* What starts an instruction that one of each N threads executes.  */
std::string px_one_of (int n, bool late = false);
/* INSTRUCTION, which ends in an address, at mbarrier %pxa of each block of the cluster whose
   bit is set in RANKS (a constant, or NULL: operand ASKED), by one of each N threads, one for
   all: if several did it, each would hold up the others' blocks.  OPERANDS follow.  */
std::string px_at_blocks (int n, bool late, const uint32_t *ranks, const char *asked,
			  const std::string &instruction, const std::string &operands);
/* SLOT goes on to the next of SLOTS.  */
void px_emit_step (gimple_seq *q, tree slot, int slots);
/* The phase bit of SLOT in BITS turns.  */
void px_emit_turn (gimple_seq *q, tree bits, tree slot);
void px_emit_fill_start (gimple_seq *q, const px_ring_sync *r, const px_stmt *s, location_t loc);
void px_emit_fill_end (gimple_seq *q, const px_ring_sync *r, const px_stmt *s, location_t loc);
void px_emit_drain_start (gimple_seq *q, const px_ring_sync *r, int drain, location_t loc);
void px_emit_drain_end (gimple_seq *q, const px_ring_sync *r, int drain, location_t loc);
/* After the loop around drain DRAIN of R, which releases late.  */
void px_emit_flush (gimple_seq *q, const px_ring_sync *r, int drain, location_t loc);
bool px_releases (const px_ring_sync *r);

/* plugin/sync/emit-copy.cc.  */
tree px_emit_destinations (gimple *s);
void px_emit_refuse (location_t loc, const char *text);
int px_threads_of (px_persp p);
/* Before bulk load OP: its issuer expects the bytes at mbarrier I + SLOT, in each block
   that it goes to, and the load tells it.  */
void px_emit_expect (const px_stmt *op, int i, tree slot);
int px_modulo (int a, int n);
/* The slot of number counter of LOOP + NUM (LOOP NULL: of NUM).  */
tree px_slot_in (const px_stmt *loop, int num, int slots);
tree px_slot_of_run (int run);
/* Wait for the last phase of mbarrier I + SLOT that was begun; N as above.  */
void px_emit_run_wait (gimple_seq *q, int i, tree slot, int n, location_t loc);
void px_emit_run_begin (gimple_seq *q, int run, location_t loc);
void px_emit_commit (gimple_seq *q, int run, location_t loc);
/* A variable of the function, FIRST at its start.  */
void px_emit_variable (tree *v, const char *name, int first);
void px_emit_phase (tree *bits);
/* Counts and variables of run I of bulk loads.  */
void px_emit_run (int i, std::vector<int> *count);
/* The threads of Q wait for load W.  */
void px_emit_load_wait (gimple_seq *q, const px_seq *at, const px_twait &w, location_t loc);

#endif
