/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that the files of prove/ share.  The passes run in the order of the sections.  */

#ifndef PX_PROVE_INT_H
#define PX_PROVE_INT_H

#include <vector>
#include "prove/prove.h"
#include "value/disjoint.h"

/* ---- inline.cc: calls ---- */

/* Returns F with the bodies of the functions that it calls in place of the calls, as far as M has
   them; F itself if it has no calls.  */
ptx_func *pv_inline (ptx_module *m, ptx_func *f);

/* ---- vectors.cc ---- */

/* F with a register for each component of its registers that are vectors: a copy, or F itself.  */
ptx_func *pv_split_vectors (ptx_module *m, ptx_func *f);

/* Returns true if S is a parameter of F.  */
bool pv_parameter_of (const ptx_func *f, const ptx_sym *s);

/* ---- graph.cc: blocks, dominators, loops ---- */

/* An edge; when: 1 if the branch's guard holds, 0 if it does not, -1 without a condition.  */
struct pv_edge
{
  int from, to;
  int when;
};

/* A basic block.  A barrier is the last instruction of its block.  */
struct pv_block
{
  ptx_stmt *first, *end;	   /* the statements from first on, before end; equal: none */
  ptx_stmt *branch;		   /* whose guard chooses among the edges; NULL: none */
  ptx_stmt *barrier;		   /* its last instruction if that is a barrier */
  std::vector<pv_edge> succ, pred; /* between blocks that can be reached */
  int order;			   /* in reverse postorder; -1: cannot be reached */
  int dominator, postdominator;	   /* immediate ones; -1: none */
  int loop;			   /* innermost */
};

/* A natural loop.  Loop 0 is the whole function.  */
struct pv_loop
{
  int header, parent;
  std::vector<char> has;     /* by block */
  std::vector<int> latches;  /* blocks with an edge to the header */
  std::vector<uint32_t> set; /* registers that the loop writes */
};

struct pv_graph
{
  ptx_func *f;
  std::vector<pv_block> block; /* the entry is block 0; the last one is where all threads end */
  std::vector<int> rpo;	       /* blocks in reverse postorder */
  std::vector<pv_loop> loop;
  const char *why; /* the graph is not understood: the reason, and where */
  const ptx_stmt *where;
};

/* Builds the graph of F.  Returns false, with why, if it has a form that is not understood.  */
bool pv_graph_build (struct pv_graph *g, ptx_func *f);

/* Returns true if block A dominates block B.  */
bool pv_dominates (const struct pv_graph *g, int a, int b);
/* The outermost loop around LOOP, or LOOP itself.  */
int pv_outermost (const struct pv_graph *g, int loop);
/* The blocks that are reached from block B by an edge or more, by block: in the same iteration of loop L, or, if that is NULL,
   at all.  */
std::vector<char> pv_reached (const struct pv_graph *g, int b, const pv_loop *l);

/* How often instructions from statement S on, before END, write the register.  */
unsigned pv_writes_of (ptx_stmt *s, const ptx_stmt *end, uint32_t reg);

/* Returns true if loop OUTER is INNER or around it.  */
bool pv_around (const struct pv_graph *g, int outer, int inner);

/* ---- values.cc: what instructions compute ---- */

/* For whom a value is the same, in one iteration of the loops around.  */
enum pv_level
{
  PV_GRID,
  PV_BLOCK,
  PV_THREAD
};

/* What pointers lead to.  Objects of different numbers are different memory, except as
   pv_may_alias says.  */
enum pv_object_kind
{
  PV_PARAMETER, /* what a pointer in a parameter leads to */
  PV_VARIABLE,	/* a variable */
  PV_TENSOR	/* what the map in a parameter leads to, for exact-copies.cc */
};
struct pv_object
{
  enum pv_object_kind kind;
  ptx_mod space; /* of a variable; PTX_M_GLOBAL of a parameter */
  ptx_sym *sym;	 /* of a variable; the parameter's */
  uint32_t param, offset, group;
  uint64_t size; /* of a variable, 0: unknown */
};

/* A value: a number, or (base > 0) the offset in bytes from the start of object number base.
   ref 0: anything.  Numbers are signed and wrap around at the width of the register; a predicate
   has 1 bit.  */
struct pv_value
{
  px_dj_ref ref;
  int base;
};

enum pv_access_kind
{
  PV_READ,
  PV_WRITE,
  PV_ATOMIC
};

/* Where a copy may be under way: a block, or a statement.  depth: in the blocks' loops that are around the
   copy as well, from the outermost on, so many are in the iteration in which the copy was issued.  */
enum
{
  PV_ALL_LOOPS = 1000
};
struct pv_live
{
  int block;
  unsigned depth;
};
struct pv_beside
{
  const ptx_stmt *stmt;
  unsigned depth;
};

/* An access to memory that other threads see.  */
struct pv_access
{
  const ptx_stmt *stmt;
  int block, object; /* object 0: unknown */
  ptx_mod space;     /* PTX_M_SHARED, PTX_M_GLOBAL; 0: either */
  enum pv_access_kind kind;
  ptx_mod scope; /* of an atomic one */
  px_dj_ref offset;
  unsigned width;			   /* in bytes */
  px_dj_ref guard;			   /* the instruction's own condition, or 0 */
  std::vector<px_dj_ref> guards, counters; /* the path's too (pv_complete_accesses) */
  bool copy;				   /* of an asynchronous copy, with the next three */
  bool bulk;				   /* which completes at an mbarrier */
  bool wgmma;			 /* what a wgmma reads, as long as it runs, as of a copy */
  std::vector<pv_live> live;	 /* blocks where it may be under way when they begin */
  std::vector<pv_beside> beside; /* statements that its thread executes meanwhile */
};

/* A collective: a barrier, or an instruction that the threads of a warp execute together.  */
struct pv_collective
{
  const ptx_stmt *stmt;
  int block;
  bool barrier;	   /* orders its threads' accesses to memory */
  bool warp;	   /* names its threads by a mask of lanes */
  px_dj_ref which; /* the mask, or the number of the barrier */
  px_dj_ref count; /* of threads, or 0: all of the block */
  bool guarded;
  int fixed; /* the group that the instruction names, of aligned threads; 0: none */
  int group; /* the threads: 0: of a block, n > 0: of each aligned n, -1: not known */
  bool convergent;
};

/* What loads from an offset of an object give that nobody writes in the launch.  */
struct pv_loaded
{
  int object;
  px_dj_ref offset, value;
};

/* A leaf that a loop repeats: in its turn i it has value i, and from turn value.size () on what it had `period' turns
   before.  total: turns are counted from the start of the kernel on, if the loop is entered several times.  */
struct pv_cycle
{
  px_dj_ref ref;
  int loop;
  bool total;
  unsigned period;
  std::vector<int64_t> value;
};

/* What is kept of an expression (quotients.cc): x·m / 2^(32 + shift), rounded downwards; that less x; x less that;
   half of the latter.  */
enum pv_high_form
{
  PV_HIGH,
  PV_HIGH_LESS,
  PV_HIGH_REST,
  PV_HIGH_HALF
};
struct pv_high
{
  px_dj_ref ref, x;
  uint64_t m;
  unsigned shift;
  bool is_signed;
  enum pv_high_form form;
};

/* An instruction on an mbarrier.  */
struct pv_phase_op
{
  const ptx_stmt *stmt;
  int block, object; /* object 0: the address is not a variable's plus a constant */
  int64_t offset;
  px_dj_ref guard;
  bool convergent; /* of an arrival: all threads of the block execute it, or none */
  int base;	   /* the variable, with an offset that need not be constant; 0: not known */
  px_dj_ref address, parity; /* of 64 bits; of a wait for a parity */
  int64_t bytes;	     /* that it expects, or copies to complete there; -1: not known */
};

/* An mbarrier at which all threads of a block arrive, once, in block BLOCK; next: the block after the wait
   for it.  after: the blocks that can be reached from the arrival.  */
struct pv_phase
{
  int block;
  const ptx_stmt *arrive;
  int next;
  std::vector<char> after;
};

/* Where a thread uses a slot of a ring, from its wait for an mbarrier on until it lets others go: what follows block
   `next', in the loop, but not beyond `release' (statement `until' of it, or its end; -1: to the iteration's end).
   slot: by turn, the slot.  Two windows of one role and wait are of one use of the slot only in the same turn.  */
struct pv_window
{
  int role, wait, side;
  int loop, next, release;
  const ptx_stmt *until, *copy; /* copy: only this bulk copy is in it; NULL: no copy is */
  std::vector<char> beyond;	/* blocks that are reached from there in the same iteration */
  std::vector<int> slot;
};

/* What an access in a window may touch by turn: bytes lo to hi - 1.  */
struct pv_reach
{
  const struct pv_access *access;
  int window;
  bool known;
  std::vector<int64_t> lo, hi;
};

/* How many iterations of a loop the test in block `leaves' admits, an unsigned number of 64 bits; 0: not
   known.  It is asked at the end of an iteration, or (from) before block `from', which it leads to.  The
   loop may have other exits.  */
struct pv_turns
{
  px_dj_ref count;
  int leaves, from;
};

typedef std::vector<pv_value> pv_state; /* by register */

/* What a pointer in a parameter leads to has at least so many bytes: a number from 0 to 2^63 - 1, of
   64 bits, that does not wrap around.  */
struct pv_extent
{
  const struct px_fact *fact;
  px_dj_ref bytes;
};

/* What is known of a kernel.  */
struct pv_kernel
{
  ptx_module *module;
  ptx_func *f; /* with the bodies of what it calls */
  bool passes; /* it has variables in .param space other than its parameters */
  const struct px_proof_signature *sig;
  struct px_proof_result *result;
  struct px_dj *A;
  struct pv_graph g;
  std::vector<int> dj_loop;	 /* by loop: its number in A */
  std::vector<pv_object> object; /* number 0 does not exist */
  std::vector<char> level;	 /* by reference of A: enum pv_level + 1 of a symbol, 0: not one */
  std::vector<pv_state> out;	 /* by block: after it */
  std::vector<pv_state> exit;	 /* by block that leaves a loop: as seen outside */
  std::vector<px_dj_ref> cond;	 /* by block: its branch's condition */
  std::vector<std::vector<pv_access>> accesses;	       /* by block */
  std::vector<std::vector<pv_collective>> collectives; /* by block */
  std::vector<std::vector<pv_phase_op>> phase_ops;     /* by block */
  std::vector<pv_phase> phase;
  std::vector<pv_window> window;
  std::vector<std::vector<char>> role; /* by role: its threads */
  std::vector<pv_reach> reach;
  std::vector<std::vector<px_dj_ref>> counters; /* by loop */
  std::vector<pv_turns> turns;			/* by loop */
  std::vector<pv_cycle> cycles;
  std::vector<pv_high> high;
  std::vector<pv_state> entered; /* by loop: the registers before it, of its last evaluation */
  std::vector<int> tested; /* by loop: the block from which on its counters' test holds; 0: in all
			      that the loop executes */
  std::vector<pv_value> parameter; /* symbols of loads from parameters, with the next three */
  std::vector<const ptx_sym *> parameter_sym;
  std::vector<int64_t> parameter_offset;
  std::vector<unsigned> parameter_bits;
  std::vector<char>
    unwritten;	     /* by object: nobody writes to it in the launch; empty: not known yet */
  bool loads_shared; /* a load would be the same for several threads if it was known */
  std::vector<pv_loaded> loaded;
  bool loads_uniform; /* a load from shared memory is at one address for all threads of a block */
  /* By block: such a load there is not believed to give all of them the same.  Empty: none is.  */
  std::vector<char> doubted;
  std::vector<int> believed;	/* the blocks of those */
  std::vector<px_dj_ref> facts; /* conditions that hold in each launch */
  std::vector<pv_extent> extents;
  unsigned refused[PX_PROOF_PROPERTIES]; /* pairs of accesses for which they are not proved */
  int block, loop;			 /* that is evaluated */
};

/* Types of value/: of n bits, signed or not, that wrap.  */
struct px_dj_type pv_signed (unsigned bits);
struct px_dj_type pv_unsigned (unsigned bits);

/* A new symbol, of the loop that is evaluated.  */
px_dj_ref pv_fresh (struct pv_kernel *k, enum pv_level level, unsigned bits);

/* The perspective of what is the same for `level'.  */
struct px_dj_persp pv_persp (enum pv_level level);

/* Notes for whom leaf r is the same.  */
void pv_set_level (struct pv_kernel *k, px_dj_ref r, enum pv_level level);

/* Returns for whom R is the same.  */
enum pv_level pv_level_of (struct pv_kernel *k, px_dj_ref r);

/* The conjunction of two conditions, of which 0 is true.  */
px_dj_ref pv_and (struct pv_kernel *k, px_dj_ref a, px_dj_ref b);

px_dj_ref pv_not (struct pv_kernel *k, px_dj_ref a);

/* What a load of `bits' bits from a kernel's parameter gives.  */
pv_value pv_parameter (struct pv_kernel *k, ptx_sym *sym, int64_t offset, unsigned bits);

/* Executes the statements of block b in state s; notes accesses, collectives and the branch.  */
void pv_execute (struct pv_kernel *k, int b, pv_state *s);

/* ---- quotients.cc: quotients by constants ---- */

/* The high half of the product of a and b, of 32 bits.  */
px_dj_ref pv_high_product (struct pv_kernel *k, bool is_signed, px_dj_ref a, px_dj_ref b);

/* x shifted right by N is R: returns that, or what is more, if it is the quotient of a division by a constant.  */
px_dj_ref pv_high_shifted (struct pv_kernel *k, bool is_signed, px_dj_ref x, int64_t n,
			   px_dj_ref r);

/* The same of a + b, or (minus) a - b, which is R.  */
px_dj_ref pv_high_sum (struct pv_kernel *k, px_dj_ref a, px_dj_ref b, bool minus, px_dj_ref r);

/* ---- facts.cc: what the signature says of the arguments ---- */

/* Sets the kernel's facts and extents.  Needs the loops' numbers.  */
void pv_read_facts (struct pv_kernel *k);

/* Proves that `claim' holds, in one thread, where all of `conditions' do, in each launch.  */
bool pv_implied (struct pv_kernel *k, const std::vector<px_dj_ref> &conditions, px_dj_ref claim);

/* The extent of what the parameter of object o leads to; NULL: none is stated.  */
const struct pv_extent *pv_extent_of (const struct pv_kernel *k, const pv_object *o);

/* ---- memory.cc: accesses and collectives ---- */

/* The object that a pointer in parameter `sym' (at `offset') or a variable is.  */
int pv_object_of (struct pv_kernel *k, enum pv_object_kind kind, ptx_sym *sym, int64_t offset);

/* Makes all properties incomplete if the kernel has an instruction that is not modelled and could
   touch memory or synchronise.  */
void pv_check_modelled (struct pv_kernel *k);

/* Returns true if the threads of a warp execute I together.  */
bool pv_warp_collective (const ptx_insn *i);

/* The operand of such an instruction that names these threads; NULL: all do, or it is not one.  */
const ptx_opnd *pv_collective_mask (const ptx_insn *i);

/* Returns what is not modelled of an instruction, if it is not on mbarriers; else NULL.  */
const char *pv_not_modelled (const struct pv_kernel *k, const ptx_insn *i);

/* Notes what an instruction does to memory and to other threads; guard: its condition, or 0.  */
void pv_note_effect (struct pv_kernel *k, const pv_state *s, const ptx_stmt *stmt, px_dj_ref guard);

/* Returns true if objects a and c may be the same memory.  */
bool pv_may_alias (const struct pv_kernel *k, int a, int c);

/* The object and offset that operand O of an access names; base 0: not known.  */
pv_value pv_address (struct pv_kernel *k, const pv_state *s, const ptx_opnd *o);

/* The value of an operand of `bits' bits.  */
pv_value pv_operand (struct pv_kernel *k, const pv_state *s, const ptx_opnd *o, unsigned bits);

/* ---- loads.cc: what loads give of memory that nobody writes, and of shared memory ---- */

/* Component N, of BITS bits, of what load I gives: a symbol of its address; 0: not known to be one.  */
px_dj_ref pv_load (struct pv_kernel *k, const pv_state *s, const ptx_insn *i, unsigned n,
		   unsigned bits);

/* Returns true if the proof may be tried once more, with k->doubted.  */
bool pv_may_believe (const struct pv_kernel *k);

/* Doubts what was believed in blocks that not all threads of the block execute, each as often.  Returns true if that is more
   than before.  */
bool pv_doubt (struct pv_kernel *k);

/* Sets k->unwritten after a summary.  Returns true if another one may show more.  */
bool pv_find_unwritten (struct pv_kernel *k);

/* ---- summary.cc: paths and loops ---- */

/* Evaluates all blocks.  */
void pv_summarise (struct pv_kernel *k);

/* The conditions that hold wherever block b is executed, those of the loops around it.  *all_known (or NULL): it
   is executed where they do, unless a thread traps or a loop does not end.  */
std::vector<px_dj_ref> pv_guards (struct pv_kernel *k, int b, bool *all_known = NULL);

/* ---- counters.cc: what loops do to registers ---- */

/* expr is phi plus a number: returns that, or 0 if it is not of this form.  */
px_dj_ref pv_added (struct pv_kernel *k, px_dj_ref expr, px_dj_ref phi);

/* A register that a loop writes: its value before the loop, in an iteration and in the next one
   (the first evaluation's), step: what an iteration adds, or 0.  */
struct pv_carried
{
  uint32_t reg;
  pv_value init;
  px_dj_ref phi, next, step;
};

/* Sets in `header' the values of carried registers that the loop counts.  */
void pv_count (struct pv_kernel *k, int loop, const std::vector<pv_carried> &carried,
	       pv_state *header);

/* ---- cycles.cc: registers that a loop repeats ---- */

/* Sets in `header' the values of carried registers whose values are repeated, as far as nothing else is
   known of them (pv_kernel.cycles).  */
void pv_repeat (struct pv_kernel *k, int loop, const std::vector<pv_carried> &carried,
		pv_state *header);

/* ---- wgmma.cc: registers ---- */

/* Makes all properties incomplete if a register of a wgmma may be touched while it runs, or between the last
   wgmma.fence and it.  */
void pv_check_registers (struct pv_kernel *k);

/* ---- copies.cc: asynchronous copies, and what wgmma reads ---- */

/* Sets where copies and wgmma may be under way.  */
void pv_follow_copies (struct pv_kernel *k);

/* The number of loops around both blocks.  */
unsigned pv_common_loops (const struct pv_graph *g, int a, int b);

/* ---- points.cc: expressions for one thread, or in one turn of a loop ---- */

/* What is known where an expression is evaluated: the thread's number, or -1; how often loop `loop'
   has turned since the kernel started, or -1; and leaves.  */
struct pv_leaf
{
  px_dj_ref ref;
  int64_t value;
};
struct pv_point
{
  int64_t thread;
  int loop;
  unsigned turn;
  std::vector<pv_leaf> also;
};

/* Evaluates R.  Returns false if it depends on more than the point has.  */
bool pv_value_at (struct pv_kernel *k, px_dj_ref r, const struct pv_point *p, int64_t *v);

/* Evaluates R, of no more than its number, for thread T.  Returns false if it depends on more.  */
bool pv_value_of_thread (struct pv_kernel *k, px_dj_ref r, int t, int64_t *v);

/* Returns R with constants in place of the leaves that the point knows.  */
px_dj_ref pv_at (struct pv_kernel *k, px_dj_ref r, const struct pv_point *p);

/* ---- bulk.cc: copies that complete at mbarriers (and rings.h) ---- */

/* Sets where bulk copies may be under way if nothing is known of their mbarriers.  */
void pv_follow_bulk (struct pv_kernel *k);

/* Returns true if I is a fence between the generic and the async proxy for shared memory.  */
bool pv_fences_shared (const ptx_insn *i);

/* Returns true if on each path from statement S of block B a fence between the proxies, for SPACE, comes before others may
   learn that it was executed.  init: it initialises an mbarrier.  */
bool pv_fenced_from (const struct pv_kernel *k, const ptx_stmt *s, int b, ptx_mod space, bool init);

/* Returns true if what A writes is known to the async proxy before others may learn that it was executed.  */
bool pv_fenced (const struct pv_kernel *k, const pv_access *a);

/* Returns true if a thread may execute C after A.  */
bool pv_may_follow (const struct pv_kernel *k, const pv_access *a, const pv_access *c);

/* ---- intervals.cc: convergence; which accesses no barrier separates ---- */

/* Decides of each collective which threads take part, and whether they do so together.  */
void pv_converge (struct pv_kernel *k);

/* Proves that all threads of a block execute block B, each as often, or none does.  */
bool pv_convergent_at (struct pv_kernel *k, int b);

/* How two accesses may be executed by two threads without a barrier between them: in the same
   iteration of loop (of the graph); or, carrier > 0, side 2 one iteration of carrier later.  */
struct pv_meeting
{
  int a, c; /* numbers of accesses */
  int loop, carrier;
};

/* Finds all such pairs, by barriers of at least `group' threads (0: of the block; -1: of none).  */
std::vector<pv_meeting> pv_meetings (struct pv_kernel *k, const std::vector<pv_access *> &all,
				     int group);

/* ---- phases.cc: mbarriers that are barriers of the block in two parts ---- */

/* Returns true if all instructions on mbarriers are of forms that pv_follow_phases knows.  */
bool pv_phases_only (const struct pv_kernel *k);

/* Sets k->phase; makes all properties incomplete if an mbarrier is something else.  */
void pv_follow_phases (struct pv_kernel *k);

/* Returns true if a and c, by two threads of a block, are ordered by such an mbarrier.  */
bool pv_in_phases (const struct pv_kernel *k, const pv_access *a, const pv_access *c);

/* The block after the loop in which OP waits, if the loop is this block alone and ends when the wait succeeds; else
   -1.  */
int pv_after_wait (const struct pv_kernel *k, const pv_phase_op *op);

/* Returns NULL if INIT is executed by one thread, in each launch in which block AT is reached, and before it by a
   barrier of the block; else why that is not known.  */
const char *pv_initialised (struct pv_kernel *k, const pv_phase_op *init, int at);

/* Returns true if A cannot touch the mbarrier of INIT.  */
bool pv_apart_from (struct pv_kernel *k, const pv_access *a, const pv_phase_op *init);

/* ---- rings.cc, windows.cc: slots that mbarriers hand from role to role ---- */

/* Sets k->window, if the mbarriers are those of rings; else returns why they are not, at *WHERE.  */
const char *pv_follow_rings (struct pv_kernel *k, const std::vector<pv_phase_op> &all,
			     const ptx_stmt **where);

/* What rings order of accesses a and c by two threads.  */
enum pv_order
{
  PV_UNORDERED,
  PV_ORDERED,
  PV_SAME_TURN /* if they are not in the same iteration of *LOOP */
};
enum pv_order pv_in_rings (struct pv_kernel *k, const pv_access *a, const pv_access *c, int *loop);

/* Proves that C is never where bulk copy A of a ring is, in any turn.  */
bool pv_apart_from_ring (struct pv_kernel *k, const pv_access *a, const pv_access *c);

/* ---- races.cc ---- */

/* Proves that a stays within its variable.  */
bool pv_inside (struct pv_kernel *k, const pv_access *a);

const char *pv_access_name (const pv_access *a);

/* An access as value/ takes it, with the facts.  */
struct px_dj_access pv_dj_access (const struct pv_kernel *k, const pv_access *a);

void pv_find_races (struct pv_kernel *k);

/* ---- bounds.cc ---- */

void pv_check_bounds (struct pv_kernel *k);

/* ---- exact.cc: a launch that is executed ---- */

/* Proves what is not proved by executing the launch, if its shape is known and its control flow and addresses depend on
   no memory.  */
void pv_run_launch (struct pv_kernel *k);

/* ---- prove.cc ---- */

/* Notes why a property is not proved, at a statement or (NULL) of the kernel.  */
void pv_incomplete (struct pv_kernel *k, enum px_proof_property, enum px_proof_why,
		    const ptx_stmt *, const char *format, ...)
  __attribute__ ((format (printf, 5, 6)));

/* The source line of a statement, or the line in the PTX if there is no line information.  */
uint32_t pv_line (const struct pv_kernel *k, const ptx_stmt *, const char **file);

#endif
