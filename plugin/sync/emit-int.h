/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that the files which emit instructions share: plugin/sync/emit.cc, emit-ring.cc
   for rings, emit-copy.cc for bulk loads, emit-one.cc for what one thread executes.  */

#ifndef PX_EMIT_INT_H
#define PX_EMIT_INT_H

#include "plugin/sync/sync.h"

/* A ring, the whole one, and a branch that fills or drains it.  */
typedef std::pair<const px_ring *, const px_seq *> px_ring_end;

typedef std::vector<tree> px_operands;

/* Of a statement N says that one of each N threads executes it (0: the block's first), or PX_BY_ANY: it has no effect,
   and any may; ALONE and INS are its text and operands if all that come there execute it.  */
enum
{
  PX_BY_ANY = -1,
  PX_BY_EVERY = -2 /* several threads must execute it */
};
struct px_by_one
{
  int n;
  std::string alone;
  px_operands ins;
  bool waits; /* it only waits: more threads may */
};

/* What is emitted into one function: a parameter of all that follows.  */
struct px_emitter
{
  function *fun;
  px_fn *f;
  const px_places *places;
  tree own; /* unsigned: address of px's mbarriers in the block's shared memory */
  /* state of the phase, for split synchronisations */
  std::map<const px_sync *, tree> state;
  std::map<px_ring_end, tree> phase; /* bits of the slots' phases */
  std::set<px_ring_end>
    one_phase; /* ends whose PHASE is one bit, for the slots from the next one on */
  /* slot number, for fills and drains */
  std::map<const px_stmt *, tree> slot;
  std::map<const px_stmt *, gimple *> stepped; /* what a fill or drain reads its slot in last */
  std::map<px_ring_end, tree> next;	/* the slot of fills and drains that take slots in turn */
  std::map<const px_stmt *, tree> last; /* for drains that release late: the slot to release, -1 at
				    first */
  std::map<int, tree> run_phase;	/* for runs of bulk loads, by their first mbarrier */
  std::map<std::pair<loop_p, int>, tree>
    counter; /* slot counter of unsplit rings, by loop and first slot */
  /* Steps to the next slots on back edges, where all else is of the iteration that ends and comes first.  */
  std::vector<std::pair<edge, gimple_seq>> steps;
  std::map<gimple *, px_by_one> by_one; /* for emit-one.cc */
  bool failed;
};

/* plugin/sync/emit.cc.  */
void px_emit_waits (px_emitter *em, gimple_seq *q, const int *pending, location_t loc);
std::string px_emit_warp_barrier (int n);
std::string px_emit_textf (const char *, ...) __attribute__ ((format (gnu_printf, 1, 2)));
/* Emits volatile asm that is collective.  */
void px_emit_fence (px_emitter *em, gimple_seq *q, location_t loc); /* wgmma.fence */
gasm *px_emit_asm (px_emitter *em, gimple_seq *q, const std::string &text, const px_operands &outs,
		   const px_operands &ins, location_t loc);
/* Appends the statement of TEXT (N), of which one of each N threads executes all that has an effect (0: the
   block's first; 1: all execute it).  WAITS: it only waits.  */
template <class F>
void
px_emit_by_one (px_emitter *em, gimple_seq *q, int n, F text, const px_operands &ins,
		location_t loc, bool waits = false)
{
  gimple *s = px_emit_asm (em, q, text (n), {}, ins, loc);
  if (n % 32 == 0)
    em->by_one[s] = { n, text (1), ins, waits };
}

/* plugin/sync/emit-ring.cc.  */
px_ring_end px_emit_end_of (const px_ring_sync *r, const px_stmt *s); /* S of R */
/* Appends V := A CODE B to Q.  */
void px_emit_assign (gimple_seq *q, tree v, tree_code code, tree a, tree b = NULL_TREE);
tree px_emit_number (long n);
/* PTX that sets %pxa to the address of mbarrier I + slot; operand 0 is the address of px's
   mbarriers, operand 1 the slot.  */
std::string px_slot_address (int i);
/* Waits for the end of the phase with parity PARITY of mbarrier I + SLOT.  All threads wait,
   unless only one of each N (0: the block's first) begins phases: then only that one, since
   others could be two phases late and wait for ever.  REMOTE: acquires what other blocks did,
   too.  */
void px_emit_parity_wait (px_emitter *em, gimple_seq *q, int i, tree slot, tree parity, int n,
			  bool remote, location_t loc);
/* PTX that sets %pxp in one of each N threads, N not 1; 0: in the block's first, by NUMBER; LATE: only if
   operand 1 is a slot.  It uses %pxt.  */
std::string px_elect (int n, bool late, const char *number = "%%tid.x");
/* Returns the predicate for an instruction that one of each N threads executes.  */
std::string px_one_of (int n, bool late = false);
/* Returns INSTRUCTION, which ends in an address, followed by OPERANDS, for mbarrier %pxa of
   each block of the cluster whose bit is set in RANKS (a constant, or NULL: operand ASKED).
   One of each N threads executes it for all blocks: if several did, each would have to arrive,
   and delay other blocks.  */
std::string px_at_blocks (px_emitter *em, int n, bool late, const uint32_t *ranks,
			  const char *asked, const std::string &instruction,
			  const std::string &operands);
/* Advances SLOT to the next of SLOTS; if PHASE is not NULL, inverts it after the last one.  Returns what
   reads SLOT.  */
gimple *px_emit_step (gimple_seq *q, tree slot, int slots, tree phase = NULL_TREE);
/* Sets SLOT to sum A.  */
void px_emit_slot_of (gimple_seq *q, tree slot, const px_sum &a);
/* Inverts the phase bit of SLOT in BITS.  */
void px_emit_turn (gimple_seq *q, tree bits, tree slot);
void px_emit_fill_start (px_emitter *em, gimple_seq *q, const px_ring_sync *r, int fill,
			 location_t loc);
void px_emit_fill_end (px_emitter *em, gimple_seq *q, const px_ring_sync *r, const px_stmt *s,
		       location_t loc);
void px_emit_drain_start (px_emitter *em, gimple_seq *q, const px_ring_sync *r, int drain,
			  location_t loc);
void px_emit_drain_end (px_emitter *em, gimple_seq *q, const px_ring_sync *r, int drain,
			location_t loc);
/* Releases the slot of drain DRAIN of R, which does so after its end (px_stmt.hold).  */
void px_emit_held (px_emitter *em, gimple_seq *q, const px_ring_sync *r, int drain, location_t loc);
/* Releases the last slots after the loop around drain DRAIN of R, which releases late.  */
void px_emit_flush (px_emitter *em, gimple_seq *q, const px_ring_sync *r, int drain,
		    location_t loc);

/* The user's indices of slots are made of px's own numbers of them, where these are the same.  All else must be in
   its place.  */
void px_emit_own_slots (px_emitter *em);

/* plugin/sync/emit-copy.cc.  */
void px_emit_refuse (px_emitter *em, location_t loc, const char *text);
/* For bulk load OP: its issuer expects the bytes at mbarrier I + SLOT, in each destination
   block, unless they are EXPECTED already, and the load completes them there.  */
void px_emit_expect (px_emitter *em, const px_stmt *op, int i, tree slot, bool expected);
tree px_slot_of_run (px_emitter *em, int run);
void px_emit_run_begin (px_emitter *em, gimple_seq *q, int run, location_t loc);
void px_emit_commit (px_emitter *em, gimple_seq *q, int run, location_t loc);
/* Makes a variable of the function with initial value FIRST.  */
void px_emit_variable (px_emitter *em, tree *v, const char *name, int first);
void px_emit_phase (px_emitter *em, tree *bits);
/* Adds the counts of the mbarriers of run I of bulk loads to COUNT, and makes its variables.  */
void px_emit_run (px_emitter *em, int i, std::vector<int> *count);
/* In the order of their numbers, which is the same each time that a file is compiled.  */
struct px_block_order
{
  bool
  operator() (basic_block a, basic_block b) const
  {
    return a->index < b->index;
  }
};
typedef std::set<basic_block, px_block_order> px_blocks;

/* plugin/sync/one-runs.cc: where only one thread of a unit has an effect.  */
/* One or more statements that follow each other, from one place to another.  */
struct px_run_item
{
  std::vector<gimple *> stmts;
  int n;	/* one of N executes it (0: the block's first); PX_BY_ANY: it has no effect */
  bool touches; /* it reads or writes a variable of px's */
  basic_block from, to; /* it has the blocks that FROM leads to, up to TO; NULL: none of its own */
  gimple *first;	/* it begins before FIRST; NULL: where LOOP is entered */
  loop_p loop;
  gimple *last; /* it ends after LAST; else at the start of JOIN, after its phis; else at OUT */
  basic_block join;
  edge out;
};

/* Items that follow each other, and BEFORE: pure statements of them that all threads execute, which go before them.  */
struct px_run
{
  std::vector<px_run_item> items;
  std::vector<gimple *> before;
};

/* The variables of px's, in no SSA form yet, that statements read and write.  */
struct px_mention
{
  std::set<tree> read, written;
};

std::vector<px_run> px_find_runs (px_emitter *em);
std::set<gimple *> px_run_statements (const px_run &r);
int px_run_threads (const px_run &r);		 /* the N of its statements: one of N executes it */
bool px_run_copies_p (gimple *s);		 /* S is a copy */
std::vector<tree> px_names_set (gimple *s);	 /* the names that S sets, without that of memory */
void px_run_mentions (gimple *s, px_mention *m); /* adds those of S to M */
/* plugin/sync/emit-one.cc: what only one thread of a unit has an effect in is executed by it alone.  */
void px_emit_runs (px_emitter *em);
/* Makes the threads of Q wait for load W.  */
void px_emit_load_wait (px_emitter *em, gimple_seq *q, const px_seq *at, const px_twait &w,
			location_t loc);

#endif
