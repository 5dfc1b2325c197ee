/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What exact.cc, exact-values.cc and exact-order.cc know of a launch that is executed.  */

#ifndef PX_PROVE_EXACT_H
#define PX_PROVE_EXACT_H

#include <map>
#include <memory>
#include "prove/prove-int.h"

/* ---- exact-values.cc: what instructions compute in one thread ---- */

enum
{
  EX_WARP = 32,
  EX_WARPGROUP = 128
};

/* What a register holds.  base: 0: a number, of the register's width; > 0: so many bytes from the start of that object;
   EX_TOKEN: the phase of an mbarrier, which an arrival returned.  known: false: any number, or any address of the
   object.  rank: of an address in shared memory: that of block rank - 1 of the cluster; 0: of the thread's own block.
   EX_SYMBOL: something that is not known, but the same wherever the symbol is; of one bit v is twice the symbol's number,
   and 1 more for its opposite.
   EX_PART: a part of an address, number v (struct ex_part).  */
enum
{
  EX_TOKEN = -1,
  EX_SYMBOL = -2,
  EX_PART = -3
};
struct ex_value
{
  int64_t v;
  int32_t base;
  bool known;
  uint16_t rank;
};

/* An operand.  */
enum ex_operand_kind
{
  EX_NOTHING, /* anything */
  EX_REGISTER,
  EX_CONSTANT,
  EX_THREAD,
  EX_BLOCK,
  EX_LANE,
  EX_RANK,   /* of the block in its cluster */
  EX_CLUSTER /* its number */
};
struct ex_operand
{
  enum ex_operand_kind kind;
  bool inverted; /* of a predicate */
  uint32_t reg;
  struct ex_value c;
};

/* What is to be done with an instruction.  */
enum ex_kind
{
  EX_COMPUTES, /* or nothing */
  EX_ACCESSES,
  EX_TOGETHER, /* threads of a warp or warpgroup */
  EX_BARRIER,
  EX_CLUSTER_BARRIER,
  EX_MBARRIER,
  EX_COPIES, /* cp.async */
  EX_GROUPS, /* commits to, or waits for, copies */
  EX_BULK,   /* cp.async.bulk to shared memory */
  EX_TENSOR, /* cp.async.bulk.tensor there */
  EX_TENSOR_BACK,
  EX_BULK_BACK, /* from shared memory */
  EX_UNKNOWN
};

/* An instruction, decoded.  */
struct ex_insn
{
  const ptx_stmt *stmt;
  const ptx_insn *i;
  enum ex_kind kind;
  int32_t guard;
  bool guard_not;
  bool understood; /* dst is what the operands give; else anything */
  unsigned bits, from;
  bool is_signed, from_signed;
  bool floats; /* setp compares floats of so many bits, subnormal ones too */
  ptx_mod half, cmp, oper;
  int32_t dst, also; /* registers, -1: none; of setp `also' is the opposite */
  unsigned dst_bits;
  struct ex_operand src[4];
  std::vector<uint32_t> writes; /* all registers */
  unsigned releases; /* a fence: what is before it, to the block (1) or farther (2); else 0 */
  bool fences;	     /* between the proxies, for shared memory */
  bool idle;	     /* what it computes decides nothing (exact-needed.cc) */
  bool
    fenced; /* what it writes, or the mbarrier that it initialises, is known to the async proxy before others learn of it */
};

struct ex_value ex_number (uint64_t v, unsigned bits);
struct ex_value ex_anything (void);

/* What is known of a register that holds A or B.  */
struct ex_value ex_either (struct ex_value a, struct ex_value b);

/* An address BYTES from the start of an object of the thread's own block, in a register of BITS.  */
struct ex_value ex_address_in (struct pv_kernel *k, int object, int64_t bytes, unsigned bits);

/* What a thread has stored in its own memory: local, or a variable in .param space.  */
struct ex_cell
{
  int object;
  int64_t offset;
  unsigned bytes;
  struct ex_value v;
};

/* Symbols: what is loaded from an object that nobody writes, and functions of these; the lanes that are elected.
   decided: predicates (symbols of one bit) and elections, and which of the choices is taken in this execution.  */
struct ex_decision
{
  int64_t symbol;
  unsigned choice, choices;
};
/* A part of an address in shared memory of the thread's own block, as matrix descriptors have it.  */
enum ex_part_step
{
  EX_PART_SHIFTED, /* the address / 16 */
  EX_PART_MASKED,  /* its lowest 18 bits */
  EX_PART_FIELD	   /* both, and `more' is added */
};
struct ex_part
{
  enum ex_part_step step;
  int object;
  int64_t offset;
  uint64_t more;
};
struct ex_symbols
{
  std::vector<ex_part> parts;
  std::map<std::vector<int64_t>, int64_t> number;
  std::vector<ex_decision> decided;
  std::vector<int> loaded; /* objects */
  bool on, wanted, used;   /* there are some; they may help; something was decided */
};

/* Where a thread is evaluated: `thread' counts in the cluster, `tid' in the block.  */
struct ex_place
{
  struct pv_kernel *k;
  unsigned thread, tid, block;
  bool
    uniform; /* one of threads that elect.sync has made uniform: its number in the block is not known */
  std::vector<ex_value> *reg;
  std::vector<ex_cell> *own;
  struct ex_symbols *symbols;
  struct ex_order
    *memory; /* whose memory holds what was stored; NULL: what is loaded is not known */
};

/* Operand O as BITS bits.  */
struct ex_value ex_source (const struct ex_place *p, const struct ex_operand *o, unsigned bits);

/* Operand O of the instruction, which was not decoded.  */
struct ex_value ex_operand_of (const struct ex_place *p, const ptx_opnd *o, unsigned bits);

/* The address in operand O.  */
struct ex_value ex_address (const struct ex_place *p, const ptx_opnd *o);

/* Whether the instruction is executed: 1, 0, or -1: not known.  */
int ex_guard (const struct ex_place *p, int32_t guard, bool inverted);

/* Decides predicate GUARD, to hold or not, if it is a symbol.  */
bool ex_decide (const struct ex_place *p, int32_t guard);

/* The alignment of a variable; 1 of other objects.  */
uint64_t ex_alignment (const struct pv_kernel *k, int object);

/* Sets the registers that the instruction writes, and the thread's own memory; GUARD is as above, not 0.  */
void ex_compute (const struct ex_place *p, const struct ex_insn *n, int guard);

/* Sets register R to V, of BITS bits, or, under a guard that is not known, perhaps.  */
void ex_write (const struct ex_place *p, uint32_t r, struct ex_value v, int guard);

/* ---- exact-bits.cc: instructions that count, find, move or choose bits ---- */

bool ex_of_bits (const ptx_insn *i);
struct ex_value ex_bits_of (const struct ex_place *p, const struct ex_insn *n, unsigned *bits);

/* ---- exact-decode.cc ---- */

/* Decodes an instruction.  `fenced' is left.  */
struct ex_insn ex_decode (struct pv_kernel *k, const ptx_stmt *stmt);
struct ex_operand ex_decode_operand (struct pv_kernel *k, const ptx_opnd *o);

/* The bits of register R.  */
unsigned ex_width_of_register (const struct pv_kernel *k, uint32_t r);

/* What a load of BITS bits from a parameter gives.  */
struct ex_value ex_argument (struct pv_kernel *k, ptx_sym *sym, int64_t offset, unsigned bits);

/* Returns true if V is a pointer of the parameters that is not null in the launch.  */
bool ex_not_null (const struct pv_kernel *k, struct ex_value v);

/* Returns true if I has to do with other blocks of the cluster.  */
bool ex_of_cluster (const ptx_insn *i);

/* ---- exact-order.cc: who is ordered with whom; races ---- */

/* Until when an access may be under way: its instruction alone; a wait of its thread (number of the copy); the end of
   a phase.  */
enum ex_until
{
  EX_AT_ONCE,
  EX_UNTIL_WAIT,
  EX_UNTIL_PHASE
};

/* An access to memory by one thread.  */
struct ex_access
{
  const struct ex_insn *insn;
  enum pv_access_kind kind;
  unsigned width;
  ptx_mod scope, space;
  enum ex_until until;
  uint32_t which, phase; /* the copy; the mbarrier, and as which phase it ends, from 1 */
  bool async;		 /* in the async proxy */
};

/* What the bytes of a unit were last used for.  */
struct ex_use
{
  uint32_t thread,
    clock; /* of EX_UNTIL_WAIT: the copy; of EX_UNTIL_PHASE: the component, and its value */
  enum ex_until until;
  enum pv_access_kind kind;
  unsigned width;
  bool narrow; /* atomic, for its block only */
  const struct ex_insn *insn;
  uint32_t next;
};
struct ex_unit
{
  uint32_t round, era;	 /* uses before this one are over; copies before this block */
  uint32_t uses, copies; /* in the lists; 0: none */
  bool unfenced;	 /* a write that the other proxy may not know: */
  int32_t writer;	 /* who wrote last; -1: several threads in an order that is not known */
  uint32_t written;	 /* its clock then */
  int32_t wrote, read,
    did; /* the cluster that wrote, read or accessed atomically in global memory; -1: none, -2: several */
  unsigned width; /* of the atomic accesses */
  bool narrow;	  /* of which some are for a block only */
};

/* What threads did to an object, at places that are not known or at all.  */
struct ex_object
{
  std::vector<ex_unit> unit;
  bool read, wrote, did, anywhere_read, anywhere_did;
  bool read_only;	       /* something was read that nobody may write in the launch (.nc) */
  const struct ex_insn *first; /* at places that are not known */
};

/* ---- exact-clocks.cc ---- */

/* A word for each component, which never change.  */
struct ex_words
{
  uint64_t number;
  std::vector<uint32_t> of;
};
typedef std::shared_ptr<const ex_words> ex_known;

/* Of a barrier: these (NULL: zeros), and components that are at least so much.  */
struct ex_clock
{
  ex_known known;
  std::vector<std::pair<unsigned, uint32_t>> more;
};

/* Of thread t: these, except its own clock, what it has executed, and until when the async proxy knows what it wrote.  */
struct ex_row
{
  ex_known known;
  uint32_t own, executed, fenced;
  struct ex_clock
    released[2]; /* by fences, which relaxed arrivals then release: to its block; farther */
};

/* A result that is kept.  */
struct ex_greatest
{
  ex_known a, b;
  bool executed;
  ex_known result;
};

/* A wait that has ended, of a thread at a time of its clock: no phase beyond this one ends before.  */
struct ex_waited
{
  uint32_t thread, clock, phase;
};

/* One that has not, for the phase; narrow: its scope is the block.  */
struct ex_waiting
{
  uint32_t thread, phase;
  bool narrow;
};

struct ex_mbarrier
{
  int object;
  int64_t offset;
  unsigned rank; /* of its block in the cluster, from 0 */
  bool gone;
  const struct ex_insn *init;
  int64_t count, pending, bytes;
  uint32_t over;		     /* phases */
  uint32_t last_copy;		     /* the last phase that copies have, from 1; 0: none */
  bool far_copies;		     /* by other blocks, in some phase */
  struct ex_clock clock, clock_over; /* of what has arrived; when the last phase ended */
  struct ex_clock near,
    near_over; /* the same for waits with scope .cta, if a cluster has several blocks */
  std::vector<char> expects; /* by thread: bytes for which it has not arrived */
  std::vector<ex_waited> waited;
  std::vector<ex_waiting> waiting;
};

/* A barrier by number.  */
struct ex_barrier
{
  uint32_t over;
  unsigned count; /* of the threads that are awaited; 0: nobody is there */
  std::vector<uint32_t> there;
  std::vector<const struct ex_insn *> insn;
  std::vector<char> arrived_only;
  struct ex_clock clock;
};

/* That of the cluster, which each thread arrives at and then waits for (9.7.13.4).  */
struct ex_cluster_barrier
{
  uint32_t over;
  unsigned there;
  struct ex_clock clock, clock_over; /* of what has arrived; when the last phase ended */
};

enum
{
  EX_NAMED = 16, /* barriers */
  EX_MOST_MBARRIERS = 64
};

/* A copy that is over when one of `many' threads from `owner' on has waited: their clocks then are from waited[done] on; 0: not yet.
   last: whether it is over for a thread that had learned so much (ex_order.learned) was asked last.  */
struct ex_copy
{
  uint32_t owner, many, done;
  struct
  {
    uint32_t asked, learned; /* thread + 1 */
    bool over;
  } last[2]; /* [1]: whether its end was executed, whether or not its effects are seen */
  struct ex_clock executed; /* of a wgmma, before it, by its threads */
};

/* What the bytes of an object hold, as far as it is known.  */
struct ex_contents
{
  bool begun;
  std::vector<uint8_t> byte, known;
  int64_t from, to; /* what this cluster has stored is here */
};

/* A box of a tensor that a copy stores to, or loads.  rows: 0, or dimensions from 1 on are not known, but have so many rows
   together; then size is of dimension 0 only.  */
enum
{
  EX_MOST_RANK = 5
};
struct ex_box
{
  int object;
  unsigned rank; /* 0: it may be anywhere */
  int64_t at[EX_MOST_RANK], size[EX_MOST_RANK], rows;
  bool reduces, reads;
  uint32_t copy,
    era; /* copy: of one that is loaded, the mbarrier at which it completes, in `phase' */
  uint32_t phase;
  unsigned block; /* of ex_order */
};

/* The order of one cluster's threads (mostly one block's).  */
struct ex_order
{
  struct pv_kernel *k;
  unsigned threads, cluster, all; /* of a block; blocks of a cluster; threads of a cluster */
  unsigned group;		  /* the first thread of ex_as_group's */
  unsigned half,
    n; /* components: what has effects that are seen, and (ex_executed) what was executed; with ex_fenced all */
  unsigned blocks, block; /* block: the first one of the cluster */
  unsigned grain;	  /* bytes of a unit */
  std::vector<ex_row>
    row; /* what thread t knows of thread u's clock, or of how many phases of a barrier are over */
  ex_known nothing;
  std::vector<ex_greatest> memo;
  uint64_t words_made;
  int64_t work; /* words that were computed, since steps were counted */
  std::vector<ex_copy> copy;
  std::vector<ex_box> box;
  std::vector<uint32_t> waited;		      /* clocks of threads when copies were over */
  std::vector<std::vector<ex_object>> object; /* by rank; what is not in shared memory has rank 0 */
  std::vector<std::vector<ex_contents>> contents; /* the same */
  std::vector<ex_value> addresses;		  /* that were stored there */
  bool remembers, recalled,
    global_lost; /* contents are kept; one was used; those of global memory are not known */
  std::vector<uint32_t> learned; /* how often a thread has learned of others */
  std::vector<uint32_t>
    far; /* [r * all + t]: thread t's clock when it last used block r's shared memory */
  std::vector<ex_use> uses, copies;
  uint32_t round, era;
  struct ex_symbols symbols;
  std::vector<ex_mbarrier> mbarrier;
  bool has_mbarriers;
  std::vector<char> uniform,
    has_copies;		       /* by thread: by elect.sync; it has made copies that it waits for */
  std::vector<uint32_t> last;  /* its clock at its last access */
  std::vector<unsigned> woken; /* threads whose waits have ended */
  bool finer;		       /* an access does not fit the units */
  bool read_anywhere[2], wrote[2];  /* in shared (0) and global memory: any object */
  bool failed[PX_PROOF_PROPERTIES]; /* and why: */
  enum px_proof_why kind[PX_PROOF_PROPERTIES];
  const ptx_stmt *where[PX_PROOF_PROPERTIES];
  char text[PX_PROOF_PROPERTIES][200];
  const char *why; /* nothing is proved */
  const ptx_stmt *at;
};

void ex_start_launch (struct ex_order *o);
void ex_start_cluster (struct ex_order *o);

/* Thread T makes access A at ADDRESS.  */
void ex_note (struct ex_order *o, unsigned t, struct ex_value address, const struct ex_access *a);

/* Something is written to OBJECT, or (reads) read from it, as boxes say.  */
void ex_note_box (struct ex_order *o, int object, bool reads);

/* Returns true if thread T knows that a copy is over.  */
bool ex_copy_over (struct ex_order *o, uint32_t copy, unsigned t);

/* Nobody knows of anybody.  */
void ex_start_clocks (struct ex_order *o);

/* What thread T knows of a component.  */
uint32_t ex_knows (const struct ex_order *o, unsigned t, unsigned of);

/* Thread T counts up its clock: what it did before is apart from what it does next.  Returns its clock.  */
uint32_t ex_tick (struct ex_order *o, unsigned t);

/* Sets a component of C to at least N; gets it.  */
void ex_set (struct ex_clock *c, unsigned component, uint32_t n);
uint32_t ex_get (struct ex_order *o, struct ex_clock *c, unsigned component);

/* Adds what thread T knows to C, or what it knows to be executed, or the other way.  */
void ex_release (struct ex_order *o, unsigned t, struct ex_clock *c);
void ex_release_executed (struct ex_order *o, unsigned t, struct ex_clock *c);
void ex_acquire (struct ex_order *o, unsigned t, struct ex_clock *c);

/* Thread T executes a fence that releases what is before it, farther than to its block (far) or not.  */
void ex_release_fence (struct ex_order *o, unsigned t, bool far);

/* Adds what the thread's last such fence has released to C.  */
void ex_release_fenced (struct ex_order *o, unsigned t, bool far, struct ex_clock *c);

/* The threads ALL have met: each knows what any knows to be executed.  */
void ex_met (struct ex_order *o, const std::vector<unsigned> &all);

/* The component of mbarrier M; of named barrier B, counted through the cluster's blocks; of the cluster's barrier.  */
unsigned ex_of_mbarrier (const struct ex_order *o, unsigned m);
unsigned ex_of_barrier (const struct ex_order *o, unsigned b);
unsigned ex_of_cluster_barrier (const struct ex_order *o);

/* The rank of thread T's block; of the block in whose shared memory ADDRESS is for it.  */
unsigned ex_rank (const struct ex_order *o, unsigned t);
unsigned ex_rank_of (const struct ex_order *o, unsigned t, struct ex_value address);

/* From now on the thread ex_as_group knows what all of the MANY threads from T on know.  Sets EXECUTED to what any of them
   knows to be executed.  */
void ex_meet_as_group (struct ex_order *o, unsigned t, unsigned many, struct ex_clock *executed);
unsigned ex_as_group (const struct ex_order *o);

/* The component that says until when what COMPONENT counts was executed, whether or not its effects are seen.  */
unsigned ex_executed (const struct ex_order *o, unsigned component);

/* The component that says until when what thread T wrote in shared memory is known to the async proxy.  */
unsigned ex_fenced (const struct ex_order *o, unsigned t);

/* Thread T executes a fence between the proxies.  */
void ex_fence (struct ex_order *o, unsigned t);

/* Returns true if thread T knows that N phases of a barrier were over.  Notes in CLOCK that they are.  */
bool ex_knows_phase (struct ex_order *o, unsigned t, unsigned component, uint32_t n);
void ex_set_phase (const struct ex_order *o, struct ex_clock *clock, unsigned component,
		   uint32_t n);

/* Returns true if thread T knows that the accesses of U are over; those to mbarriers are not asked.  */
bool ex_knows_last (struct ex_order *o, unsigned t, unsigned u);

/* From now on each of the threads ALL knows of others what all of them know, and they are uniform.  */
void ex_forget_differences (struct ex_order *o, const std::vector<unsigned> &all);

/* Which mbarrier is at ADDRESS for thread T; -1: none that is known.  */
int ex_mbarrier_at (const struct ex_order *o, unsigned t, struct ex_value address);

/* What threads know that are at the end of block RANK of the cluster.  */
struct ex_clock ex_known_at_end (struct ex_order *o, unsigned rank);

/* Thread T initialises an mbarrier, makes it invalid, arrives so often, expects bytes, copies bytes there.  */
void ex_init (struct ex_order *o, unsigned t, struct ex_value address, int64_t count,
	      const struct ex_insn *n);
void ex_inval (struct ex_order *o, unsigned t, int m, const struct ex_insn *n);
void ex_arrive (struct ex_order *o, unsigned t, int m, int64_t count, const struct ex_insn *n);
void ex_expect (struct ex_order *o, unsigned t, int m, int64_t bytes, const struct ex_insn *n);
void ex_bring (struct ex_order *o, unsigned t, int m, int64_t bytes, const struct ex_insn *n);

/* Thread T waits until so many phases of M are over.  Returns true if they are; else it is among the woken then.  */
bool ex_wait (struct ex_order *o, unsigned t, int m, uint32_t phases, const struct ex_insn *n);

/* All threads have met.  */
void ex_all_met (struct ex_order *o);

/* The launch has ended.  */
void ex_end_launch (struct ex_order *o);

/* Nothing is proved, or a property is not.  */
void ex_give_up (struct ex_order *o, const ptx_stmt *at, const char *why);
void ex_fail (struct ex_order *o, enum px_proof_property p, enum px_proof_why kind,
	      const ptx_stmt *at, const char *why);

/* ---- exact.cc: threads ---- */

enum ex_state
{
  EX_RUNS,
  EX_STANDS, /* at a collective or barrier */
  EX_WAITS,  /* at an mbarrier */
  EX_ENDED
};

struct ex_copy_groups
{
  std::vector<uint32_t> open;		   /* copies that are in no group */
  std::vector<std::vector<uint32_t>> over; /* groups */
};

struct ex_thread
{
  std::vector<ex_value> reg;
  std::vector<ex_cell> own;
  int block;
  unsigned at; /* the next instruction of it */
  enum ex_state state;
  uint32_t mask; /* of the warp's lanes that it stands with */
  const struct ex_insn *arrived,
    *waited;	/* at the cluster's barrier: since it last waited, NULL: not; last */
  uint32_t met; /* the phase of the cluster's barrier at which it has arrived, from 1 */
  struct ex_copy_groups copies, bulks, bulk_reads, products; /* of a warpgroup's first thread */
};

struct ex_run
{
  struct pv_kernel *k;
  struct ex_order *o;
  std::vector<std::vector<ex_insn>> code; /* by block, without its branch */
  std::vector<char> doomed;		  /* blocks that lead to a trap only */
  std::vector<int> next; /* by block that waits for an mbarrier: the block after it; -1 */
  std::vector<ex_thread> thread;
  std::vector<ex_barrier> barrier; /* by rank */
  struct ex_cluster_barrier meeting;
  std::vector<unsigned> work; /* threads that run */
  int64_t steps;
  bool elects, each_lane; /* a lane of several is elected; each one, in turn */
};

struct ex_place ex_place_of (struct ex_run *x, unsigned t);

/* Notes an access at the address in an operand.  */
void ex_note_access (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n,
		     const ptx_opnd *at, enum pv_access_kind kind, unsigned width, ptx_mod space);

/* A load, store or atomic operation.  */
void ex_plain_access (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n);

/* ---- exact-copies.cc: asynchronous copies ---- */

/* Ends the group of copies that is open.  */
void ex_commit_group (struct ex_copy_groups *g);

/* A new copy of MANY threads from T on, which is over after a wait of all.  */
uint32_t ex_new_copy (struct ex_run *x, unsigned t, unsigned many, struct ex_copy_groups *g);

/* All groups but the last N are over for these threads; all: also what is in none.  */
void ex_wait_group (struct ex_run *x, unsigned t, unsigned many, struct ex_copy_groups *g, size_t n,
		    bool all);

/* cp.async; cp.async.bulk to shared memory; from it, a reduction too; groups of these.  */
void ex_do_copy (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n);
void ex_do_bulk (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n);
void ex_do_bulk_back (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n);
void ex_do_groups (struct ex_run *x, unsigned t, const struct ex_insn *n);

/* The copy N brings BYTES bytes from FROM to TO in shared memory, and completes at the mbarrier AT; a multicast does so in each block
   of the mask in operand MASK_OPERAND.  */
void ex_bring_to_all (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n,
		      struct ex_value to, struct ex_value from, struct ex_value at, int64_t bytes,
		      unsigned mask_operand);

/* ---- exact-tensor.cc ---- */

void ex_do_tensor (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n);
void ex_do_tensor_back (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n);

/* Notes the box of a load that completes in PHASE of mbarrier M, if that is known and its tensor is stored to by the same map.  Else
   returns false.  */
bool ex_note_loaded_box (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n, int m,
			 uint32_t phase);

/* ---- exact-warps.cc: what threads of a warp execute together ---- */

/* Thread T comes to an instruction that threads of its warp execute together.  Returns false if it stands there.  */
bool ex_meet (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n);

/* ---- exact-elect.cc ---- */

/* The threads ALL have met at elect.sync.  */
void ex_elect (struct ex_run *x, const struct ex_insn *n, const std::vector<unsigned> &all);

/* ---- exact-wgmma.cc ---- */

bool ex_wgmma_p (const ptx_insn *i);

/* The warpgroup whose first thread is T has met at N.  */
void ex_do_wgmma (struct ex_run *x, unsigned t, const struct ex_insn *n);

/* ---- exact-cluster.cc ---- */

/* Thread T comes to barrier.cluster.arrive or .wait.  Returns false if it stands there.  */
bool ex_do_cluster_barrier (struct ex_run *x, unsigned t, const struct ex_insn *n);

/* All threads of the cluster have ended.  */
void ex_end_cluster (struct ex_run *x);

/* ---- exact-needed.cc ---- */

/* Marks the instructions that need not be executed.  */
void ex_find_idle (struct ex_run *x);

/* ---- exact-memory.cc: what memory holds ---- */

/* Nothing is known but what the launch says; what is not another cluster's.  */
void ex_start_memory (struct ex_order *o);
void ex_start_cluster_memory (struct ex_order *o);

/* Thread T writes, or may write, at ADDRESS by access A; something is written anywhere in global memory.  */
void ex_forget (struct ex_order *o, unsigned t, struct ex_value address, const struct ex_access *a);
void ex_lose_global (struct ex_order *o);

/* N, a store, is executed, and was noted before.  */
void ex_remember (const struct ex_place *p, const struct ex_insn *n);

/* What the bytes hold that atomic operation N, which is executed, accesses, when it is over: before the access is noted, and to be
   noted after it.  bytes 0: it is not known.  */
struct ex_sum
{
  unsigned bytes;
  uint8_t held;
  uint64_t value;
};
struct ex_sum ex_sum_before (const struct ex_place *p, const struct ex_insn *n);
void ex_sum_after (const struct ex_place *p, const struct ex_insn *n, const struct ex_sum *s);

/* What N, a load, gives in part J of its vector: a number, an address or anything.  */
struct ex_value ex_recall (const struct ex_place *p, const struct ex_insn *n, unsigned j);

/* The launch is over: gives up if what memory holds was used and there may be a race.  */
void ex_memory_holds (struct ex_order *o);

/* ---- exact-ways.cc: branches that depend on memory ---- */

/* Returns true if N does nothing with other threads.  */
bool ex_alone (const struct ex_insn *n);

/* Thread T is at the end of block B, whose branch depends on memory.  Goes to where its ways meet.  Returns false if they
   do more than compute and access memory.  */
bool ex_either_way (struct ex_run *x, unsigned t, int b);

#endif
