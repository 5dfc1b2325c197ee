/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Synchronisation inference (doc/internals/30-sync; Prism §5).

   A pure algorithm: it sees no GIMPLE and emits no code.  The plugin builds a
   px_fn, calls px_infer, then px_select, and emits what both say; the
   tests read a px_fn from text instead (testsuite/sync/reader.cc).

     px_fn_new … px_add_…                a function as a tree      (infer/infer.cc)
     px_infer                            prepare, hazards, place   (infer/hazard.cc, infer/flow.cc,
                                         phases, rings              infer/place.cc, infer/trim.cc, infer/phase.cc,
                                                                   infer/ring.cc)
     px_select                           primitives                (infer/select.cc)
     px_fn_print, px_explain, px_dcfg…   output for people         (infer/print.cc, infer/text.cc,
                                                                   infer/graph.cc)

   Words.  *access*: a load, store, atomic or half of a copy, of one object.
   *operation*: accesses that are one instruction (or one call that is not
   inlined).  *hazard*: two accesses of overlapping storage that must be
   ordered.  *scope*: the set of units that an order holds for.  *place*: before
   statement I of a sequence (I = number of statements: at its end).
   What to emit (n = number, S = slots, mbarriers of px_select):
     entry    init MBARS mbarriers; INIT_FENCE: fence.mbarrier_init, cluster barrier, else bar.sync 0
     sync     each wait, bulk loads' waits, fences, then the barrier; split: arrive at ARRIVE, wait at IDX; BACK: on the loop's back edge
     commit   see px_commit
     fill     wait empty ((n / S & 1) ^ 1); issuer: expect the bytes (FULL_ELECT 0: and arrive); body;
              CPASYNC: commit, wait for all; FENCE; gather FULL_ELECT threads, one arrives at full
     drain    wait full (n / S & 1); body; WAIT; gather; one of EMPTY_ELECT threads arrives at empty of n - LATE;
              HOLD: WAIT and what follows stand at px_release_place, after the commits there, before its waits
   For a remote ring these are the mbarriers of every block that drains (full) or fills (empty); the issuer
   expects the bytes there.

   Everything is allocated from the function's pool and freed with it.  All loops visit
   arrays in program order, so results are reproducible.  */
#ifndef PX_INFER_H
#define PX_INFER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "base/arena.h"
#include "base/level.h"

/* Distances and group counts saturate here: PX_FAR means "that many or more".  */
#define PX_FAR 8
/* Largest number of scopes of a function; more is an error (PX_E_SCOPES).  They are bits of
   32-bit masks, whose last bit is DRAINED (infer/flow.cc).  */
#define PX_MAX_SCOPES 31

/* Timelines (Exo-GPU figs. 15–16).  BULK_LOAD, BULK_STORE and WGMMA access memory through the
   async proxy.  */
/* PX_END: the function's end.  PX_ENTRY: a PX_WRITE for what the callers have written; for a
   kernel a PX_READ for the start of the block.  */
enum px_timeline
{
  PX_GENERIC,
  PX_CPASYNC,
  PX_BULK_LOAD,
  PX_BULK_STORE,
  PX_WGMMA,
  PX_END,
  PX_ENTRY,
  PX_TIMELINES
};
enum px_space
{
  PX_SHARED,
  PX_GLOBAL,
  PX_FRAGMENT
};
/* PX_ATOMIC reads and writes; PX_ATOMIC_READ only reads.  */
enum px_kind
{
  PX_READ,
  PX_WRITE,
  PX_ATOMIC,
  PX_ATOMIC_READ
};

/* A place in the user's source; LINE 0 = none.  LOC is the caller's (a location_t, which has 64 bits since
   GCC 15); the engine only copies it.  */
struct px_loc
{
  int line;
  unsigned long long loc;
};

struct px_stmt;
struct px_seq;
struct px_fn;
struct px_ring;
struct px_acc;
struct px_item;
struct px_sync;

/* A memory object.  Objects of one STORE overlap (D3's sharing, frames of successive calls).
   The engine ignores OFF and SIZE, which the tests count in cells.  */
struct px_obj
{
  const char *name;
  int id, space, store;
  int off, size;
  struct px_persp
    persp; /* perspective of the function's view of it: block[1], grid[1], thread[1] unless it
	      is a parameter */
  struct px_ring *ring; /* the slot ring that it belongs to, or NULL */
  bool remote;		/* derived: some access comes from another block */
  bool ours;		/* it is one of px's own mbarriers */
  bool anywhere;	/* memory whose address was loaded: it may be any global object, or a
			   part of one */
  bool boxes;		/* memory that a tensor map leads to: opts.need knows more of it */
  bool restricted;	/* a global object that memory of unknown address cannot overlap (C's
			   restrict) */
  void *user;		/* the caller's data, here and below; the engine ignores it */
};

/* The value of an expression that is uniform at block[1] or broader: a number or a condition.
   Equal values have one handle.  TEXT: its text in tests, else NULL: then px_fn.spell makes the text
   from WHAT.  OF: the value belongs to this IF only.  WORDS: its text is a phrase, such as "turns
   of the loop" or "the condition", not C.  */
struct px_value
{
  const char *text;
  int id;
  unsigned what;
  const struct px_stmt *of;
  bool words;
  int
    loops; /* it may be another in each turn of a loop with so many around it, itself among them, or fewer; 0: no
		loop changes it */
  const struct px_value
    *factor[2]; /* it is their product, and neither is ever less than 0; NULL: that is not known */
  struct px_ring **by; /* rings that hand parts of it from the branch that fills them to others:
			  it is one value if they do (px_ring.differs, infer/ring-carried.cc) */
  int nby;
};

/* A trip count: TIMES · max (OF - LESS, 0) + K; OF NULL: K.  TEXT: in tests the text of OF with
   all that was done to it, or NULL.  */
struct px_count
{
  const struct px_value *of;
  int less, times, k;
  const char *text;
};

/* Returns true if A and B are equal for all values.  */
static inline bool
px_same_count (struct px_count a, struct px_count b)
{
  return a.of == b.of && a.k == b.k && (!a.of || (a.less == b.less && a.times == b.times));
}

/* A condition, by kind: OF > K; or max (OF, 0) != 0; or the value OF itself.  TURN: K
   iterations of LOOP, the innermost one around, later its iteration number is less than OF.
   OPPOSITE: negated.  */
enum px_cond_kind
{
  PX_C_OWN,
  PX_C_ABOVE,
  PX_C_NONZERO,
  PX_C_TURN
};
struct px_cond
{
  int kind;
  bool opposite;
  const struct px_value *of;
  int k;
  const struct px_stmt *loop;
  const struct px_value
    *truth; /* TURN: whether the condition, or, INVERSE, its opposite holds; NULL: not known */
  bool inverse;
};

/* An access.  MAP is the caller's text of the elements (NULL: all of them), and is only
   printed.  UNKNOWN: the elements are not known.  */
struct px_acc
{
  int id; /* program order */
  struct px_stmt *op;
  struct px_obj *obj;
  int kind;
  const char *map;
  const char *guard; /* caller's text of the units that take part; NULL: all */
  int alike; /* for an atomic: a class of operations whose order does not change the result; 0: a
	      class of its own */
  bool unknown;
  bool remote;	   /* accesses another block's shared memory (multicast, mapped) */
  bool everywhere; /* of a bulk load: reaches all blocks of the cluster */
  uint32_t *to;	   /* of a multicast: by the rank of the block that issues it, the blocks that it
		   reaches, one bit each, also of what is outside the cluster; NULL: not known, or
		   not always the same ones */
  uint32_t *always,
    *may; /* the same where TO is NULL: blocks that it always reaches (NULL: none), or may reach (NULL:
	     all of the cluster, and others) */
  int bytes; /* of a bulk load: how many it brings to each block that it reaches; 0: not known */
  bool numbered; /* has the ring number of an unsplit loop: counter of NUM_LOOP (NULL: 0) + NUM */
  struct px_stmt *num_loop;
  const char *num_var; /* the name in the text; resolved to NUM_LOOP */
  int num;
  struct px_persp before,
    after; /* for a call: the units that a barrier orders between its start and the access, and
	      between the access and its end; n = 0: none */
  struct px_stmt *ringop; /* the fill or drain of OBJ's ring that contains it, or NULL */
  int depth;		  /* derived: loops around it */
  struct px_stmt **loop;  /* derived: these, outermost first, then AHEAD */
  int key;		  /* set by flow: its first key, -1 if it has no hazard */
  struct px_acc
    *twin; /* set by flow, for an unsplit ring's fill before the loop: the fill in the loop that
	     replaces it, or NULL */
  struct px_stmt *ahead; /* set by hazards: a loop after it for which hazards with each of the first
	       iterations are distinguished, or NULL */
  int *far, *off; /* set by flow, by loop around it, then AHEAD: number of distances distinguished;
	     offset of its keys from KEY */
  int *sure;	  /* set by flow, likewise: iterations that are sure to follow; for AHEAD from its
		first one on */
  void *user;
};

enum px_stmt_kind
{
  PX_LOOP,  /* VAR, COUNT, may_skip, may_repeat; body */
  PX_IF,    /* WHEN; then, else; the condition is as uniform as the code requires (C3) */
  PX_GROUP, /* PERSP; body */
  PX_VIEW,  /* OBJ, PERSP, VIEW; body: inside, units of PERSP do not meet at OBJ */
  PX_SPLIT, /* START[], SIZE[] in units of PERSP.level; one body each, run concurrently */
  PX_FILL,
  PX_DRAIN, /* RING, NUM = c, LATE; body.  The k-th execution has number k + c */
  PX_OP,    /* TIMELINE, accesses, COLL, ELECT, CALLEE */
  PX_WORK   /* WEIGHT instructions that access no object */
};
enum px_view_kind
{
  PX_PARTITION,
  PX_CLAIM,
  PX_ASYNC,
  PX_READS
};

struct px_seq
{
  int id, nst, cap;
  struct px_stmt **st;
  struct px_stmt *up;	 /* the statement whose body it is, NULL for the function's */
  struct px_persp persp; /* code perspective */
  struct px_persp
    together; /* for the body of an IF: units that are known to take the same branch; N 0: none */
  int scope;  /* derived: PERSP as an index of fn->scope */
  int first,
    span; /* derived: the threads of a block that run the code, by the splits around it; SPAN 0:
	     all */
  int
    size; /* derived: threads of one unit of the code; 0: the block's, unknown or several blocks */
  int depth, loops;    /* derived: sequences and loops around it */
  int end;	       /* derived: position of its end in program order */
  struct px_item **at; /* items before statement I, I = 0 … nst */
};

struct px_stmt
{
  int kind, id, order; /* ORDER: preorder number */
  struct px_loc loc;
  struct px_seq *seq;
  int idx; /* its index in its sequence */
  struct px_seq **body;
  int nbody;
  bool synth; /* made by the engine: the function's end, a remote arrival */
  int loops;  /* number of loops around it, without itself */

  const char *var;	     /* LOOP */
  struct px_count count;     /* LOOP: trip count */
  bool may_skip, may_repeat; /* LOOP: the count may be 0, may exceed 1 */
  const char *cond;	     /* IF: the text in tests, or NULL */
  struct px_cond when;	     /* IF: its first body runs if WHEN holds; OF NULL: nothing is known */
  /* IF that leaves a loop: whether the loop's last turn does not end there, but at a later exit.  LOOP:
     the same of its test, for which no IF stands: if so, its body runs once more than COUNT, up to that
     exit.  Of loops with equal values all do, or none does.  NULL: no later exit, or it is not known.  */
  const struct px_value *passed;
  int before; /* IF: its first body runs only in iterations of the loop around, which are counted
		 from 0, that are less; 0: that is not known, or by WHEN */
  bool
    ranked; /* IF: in a cluster, the blocks whose bits of RANKS are set take the first body, the others the second */
  uint32_t ranks;
  bool local;		 /* LOOP, IF: COUNT or COND may differ between the blocks of a cluster */
  const char *local_by;	 /* the value that makes it differ, as messages name it; NULL: it has no
			    name */
  bool leaves;		 /* IF: the first body is empty and leaves the surrounding loop */
  struct px_persp persp; /* GROUP, VIEW, SPLIT (level only) */
  struct px_obj *obj;	 /* VIEW */
  int view;		 /* VIEW */
  int *start, *size;	 /* SPLIT: by body */
  struct px_ring *ring;	 /* FILL, DRAIN */
  int num;		 /* FILL, DRAIN: c, the number of its first execution */
  int late;		 /* DRAIN: number k is released when k + LATE has been drained */
  bool flush;		 /* DRAIN in a LOOP: at the end of the loop the last LATE numbers are
			    released as well */
  const struct px_stmt
    *restart; /* FILL, DRAIN: the LOOP that restarts at slot NUM each time it is entered; the
		statement itself: the slot is always that of NUM; NULL: the slot is that of the
		number */
  bool next;  /* FILL, DRAIN: its number is the successor of that of the ring's last fill or drain
	     in its branch; the first number is NUM, each time that the SPLIT RESTART runs */
  int hold;  /* DRAIN of wgmma, LATE 0: it is released after that many statements that follow it, or
		the drains around it that it ends (px_release_place); 0: at its end */
  int newer; /* derived, DRAIN with HOLD: groups of wgmma that are committed between its own and its
		release, at least */
  bool may_late; /* DRAIN: LATE and HOLD only improve speed: they become 0 if the rings would
		    deadlock */
  int timeline;	 /* OP */
  struct px_acc *acc;
  int nacc;	      /* OP */
  int coll;	      /* OP: threads that execute it collectively (wgmma: 128) */
  int elect;	      /* OP: threads of the code's unit that issue it; 0 = all */
  int run;	      /* derived, OP: its run, an index in fn->commit, or -1 */
  const char *callee; /* OP: a call that is not inlined */
  bool unsafe;	      /* OP: the user orders it against other such operations, and in places
			 where inference cannot */
  int weight;	      /* WORK */
  void *user;
};

/* The reason for a synchronisation: A must be ordered before B.  LOOP carries the pair (NULL:
   same iteration of all loops around both) at distance D (PX_FAR: that or more; LOOP after A: B
   is in its iteration D - 1), for units of SCOPE.  */
struct px_edge
{
  struct px_acc *a, *b;
  struct px_stmt *loop;
  int d, scope;
  bool fence;  /* B accesses through the async proxy what A has written through the generic one */
  bool proved; /* rule R1 shows that both meet */
};

/* A wait for the completion of bulk loads: those of A that were issued D or more iterations of
   LOOP ago (LOOP NULL: all; with those of the same ring before its loop).  Unsplit ring: it
   waits at the mbarrier of the slot of number i + NUM, where i is the counter of LOOP.  */
struct px_twait
{
  struct px_acc *a;
  struct px_stmt *loop;
  int d, num;
};

enum px_wait
{
  PX_W_CPASYNC,
  PX_W_BULK_READ,
  PX_W_BULK,
  PX_W_WGMMA,
  PX_WAITS
};
enum
{
  PX_FENCE_SHARED = 1,
  PX_FENCE_GLOBAL = 2
};

/* A synchronisation: waits for completion, then fences, then the barrier.  */
struct px_sync
{
  int num; /* number of its first part (px_part_name) */
  struct px_seq *seq;
  int idx;	      /* its place; if split, the place of the wait */
  int arrive;	      /* place of the arrive in SEQ; -1: not split */
  int scope;	      /* 0: no barrier; else index in fn->scope */
  int wait[PX_WAITS]; /* groups that may stay pending; -1: no wait */
  struct px_twait *tw;
  int ntw;
  int fence; /* PX_FENCE_… */
  struct px_edge *why;
  int nwhy;
  struct px_sync *gate; /* the wait before which this gate stands (infer/phase.cc), or NULL */
  bool turn;		/* its barrier also serves as the turn of its own wait (infer/phase.cc) */
  bool back; /* in a LOOP's body: stands on the back edge, so not in the first iteration */
  int bit;   /* set by flow: bit of its arrive in px_st.arr */
  /* Set by px_select:  */
  int prim;    /* enum px_prim */
  int threads; /* threads of one unit of SCOPE; 0: several blocks, or a block of unknown size */
  int first,
    units; /* the threads that run it: UNITS units from thread FIRST on; 0: all of a block of
	      unknown size */
  int
    bar; /* NAMED: unit U's barrier is BAR + U (in a function compiled alone: relative to its first) */
  int mbar, nmbar; /* MBARRIER: unit U's is MBAR + U, U < NMBAR; MBAR -1: none */
  uint32_t mask;   /* WARP: lane mask of the first unit; shift it for other units */
  bool aligned;	   /* whole warps execute it */
};

/* A part of the synchronisation, which -fplugin-arg-px-drop-sync=N leaves out for tests.  */
enum px_part_kind
{
  PX_P_BARRIER,
  PX_P_WAIT,
  PX_P_LOAD,
  PX_P_FENCE,
  PX_P_FULL,
  PX_P_EMPTY,
  PX_P_RELEASE,
  PX_P_FILL_FENCE,
  PX_P_FILL_GATHER,
  PX_P_GATHER,
  PX_P_COMPLETE
};
struct px_part
{
  int num, kind;	/* NUM: px_fn.part0 + 1, + 2, … in program order */
  struct px_sync *sync; /* the synchronisation, or NULL if the part belongs to a ring */
  int which;		/* WAIT: enum px_wait */
  struct px_ring *ring;
};

/* A run of asynchronous operations of one timeline: statements BEGIN … IDX - 1 of
   SEQ.  Its commit stands before statement IDX and closes a group of cp.async, of bulk
   stores or of wgmma (wgmma.fence stands before BEGIN).  For bulk loads outside the
   rings of a split, the issuers expect their bytes where they issue, and arrive
   here (one thread if elected, else all threads of the code's unit).  A wait for bulk loads
   uses the mbarrier of their run (px_stmt.run), of the slot of px_twait.num if
   numbered.  px keeps the phase of each mbarrier in a bit, which each commit and the first
   wait after it invert: so numbers may restart.  */
struct px_commit
{
  int timeline;
  struct px_seq *seq;
  int begin, idx;
  bool again; /* bulk loads without a number in a loop: the issuers first wait for the last phase */
  int mbar, slots; /* px_select: bulk loads: MBAR … MBAR + SLOTS - 1 */
};

#include "infer/ring-sync.h"

/* Errors are data; the caller makes located messages of them.  */
enum px_error
{
  PX_E_PLACE,	 /* no place can order A before B: SCOPE is needed, code there is narrower
		  (SCOPE2) */
  PX_E_GRID,	 /* A and B meet across blocks, and the function is not cooperative */
  PX_E_BLOCKS,	 /* A before B needs block[n], which is not the cluster */
  PX_E_STEP,	 /* ring not in step: TEXT, TEXT2 = how often, in words; STMT, STMT2 */
  PX_E_LIVE,	 /* ring not live: TEXT = the cycle; STMT */
  PX_E_RING,	 /* ring of a wrong shape: TEXT = what is wrong; STMT */
  PX_E_STORE,	 /* A and B are live together but share storage: the caller's storage assignment is
		 wrong (D3) */
  PX_E_SCOPES,	 /* more than PX_MAX_SCOPES scopes */
  PX_E_BARRIERS, /* px_select: a function compiled alone needs more named barriers than it has */
  PX_E_MBARRIERS /* px_select: such a function needs mbarriers, which it cannot have */
};
struct px_problem
{
  int kind;
  struct px_edge
    edge;   /* for PLACE, GRID, BLOCKS, STORE; BARRIERS, MBARRIERS: one that needs them, or 0 */
  int need; /* BARRIERS: how many */
  int scope, scope2;
  struct px_ring *ring;
  struct px_stmt *stmt, *stmt2;
  const char *text, *text2;
};

/* An answer of px_need: an index in fn->scope, or one of these.  */
enum
{
  PX_APART = -1,
  PX_UNKNOWN = -2,
  PX_ASK = -3
};
/* Returns the scope of the units that may meet at an element, one doing A and one doing B
   (rule R1); PX_UNKNOWN = undecided.  Scope 0: only a thread with itself, or, where that is in order
   (px_in_order) and they are no atomics that differ, none.
   LOOP NULL: in the same iteration of the loops around both, B later.  Otherwise B runs D
   iterations of LOOP later (D = PX_FAR: that many or more), in the same iteration of outer loops and
   any iteration of inner ones.  With px_opts.ask_all, LOOP and D = 0 ask for all distances of 1 and
   more at once; the answer PX_ASK means that they differ: ask for each.  With px_opts.ahead, LOOP
   may also be after A and around B: then B runs in its iteration D - 1 (D = PX_FAR: or later).  */
typedef int (*px_need) (void *ctx, const struct px_fn *, const struct px_acc *a,
			const struct px_acc *b, const struct px_stmt *loop, int d);

/* Returns how many iterations of LOOP, which is around A or after it, are sure to follow an
   execution of A.  Values above PX_FAR have the effect of PX_FAR.  */
typedef int (*px_sure) (void *ctx, const struct px_fn *, const struct px_acc *a,
			const struct px_stmt *loop);

struct px_opts
{
  px_need need;
  void *ctx;	/* NULL: everything is undecided */
  bool ask_all; /* NEED understands D = 0 */
  bool ahead;	/* NEED accepts loops after A */
  px_sure sure; /* NULL: no iterations are sure */
  bool (*back) (
    void *ctx, const struct px_fn *,
    const struct px_stmt
      *loop); /* returns true if a barrier may stand on this loop's back edge; NULL: on none */
  int split_weight; /* least work between arrive and wait that is worth an mbarrier; 0: never
		     split */
  bool (*apart) (const struct px_acc *,
		 const struct px_acc *); /* return true if the types of the accesses, at least
					    one of an object ANYWHERE, exclude that they access
					    the same object (C11 6.5); NULL: never */
};

/* One of Prism's points: the place before access B.  */
struct px_place
{
  struct px_seq *seq;
  int idx;
  struct px_acc *b;
};

/* KEY is a key of A.  SAME: the verifier treats it as the hazard of a smaller distance.  BAD:
   it is not ordered.  */
struct px_hazard
{
  struct px_edge e;
  int key;
  bool same, bad;
};

struct px_fn
{
  struct px_pool pool;
  const char *name;
  bool kernel, cooperative;
  struct px_persp persp; /* code perspective at entry */
  int threads;		 /* exact block size, 0 = unknown */
  int tmin;		 /* thread (t): the block is a multiple of it; = THREADS if that is known */
  int warp;		 /* 32; tests use smaller ones */
  int cluster;		 /* blocks of a cluster; 1 = no cluster */
  int barriers;		 /* k of barriers (k); -1 = a kernel: all 16 */
  int part0;		 /* number of parts in the preceding functions of the file */
  struct px_obj **obj;
  int nobj, capobj;
  struct px_ring **ring;
  int nring, capring;
  int nstore;
  struct px_seq *body;
  struct px_value **value;
  int nvalue, capvalue;
  const char *(*spell) (struct px_fn *, const struct px_value *, bool operand);
  char **launch;
  int nlaunch, caplaunch; /* tests only: parameters of a launch, as text */

  /* Set by px_prepare.  */
  struct px_persp scope[PX_MAX_SCOPES];
  int nscope;			/* ascending; 0 = thread[1] */
  uint32_t down[PX_MAX_SCOPES]; /* by scope: mask of the scopes whose units lie inside its units,
			    itself included */
  int s_block, s_cluster, s_grid;
  struct px_acc **acc;
  int nacc, capacc;
  struct px_seq **seq;
  int nseq, capseq;
  struct px_stmt **stmt;
  int nstmt, capstmt;

  /* Results of px_infer.  */
  struct px_hazard **hz;
  int nhz, caphz; /* sorted by B, then A, loop, distance */
  int *hz_first;  /* by access as B: first index in HZ; nacc + 1 entries */
  struct px_sync **sync;
  int nsync, capsync; /* in program order */
  struct px_commit *commit;
  int ncommit, capcommit;
  struct px_ring_sync **rsync;
  int nrsync, caprsync;
  struct px_part *part;
  int npart, cappart;
  struct px_problem *problem;
  int nproblem, capproblem;
  struct px_edge *undecided;
  int nundecided, capundecided; /* edges across blocks that R1 could not decide */
  struct px_place *point;
  int npoint, cappoint; /* Prism's points */
  int verifies;		/* data-flow problems solved */

  /* Results of px_select.  */
  int named, mbars; /* named barriers (without 0) and mbarriers used */
  bool init_fence;  /* mbarrier init needs the cluster-wide fence and a cluster barrier */

  /* Used by flow.  */
  int nkey;
  struct px_acc **keyacc;
  struct px_stmt **keyloop;
  int *keyd;
  struct px_opts opts;
};

/* infer/infer.cc: building.  Strings are copied.  A body is filled after its statement is made.  */
struct px_fn *px_fn_new (const char *name, bool kernel);
void px_fn_free (struct px_fn *);
/* has a store of its own */
struct px_obj *px_add_obj (struct px_fn *, const char *name, int space);
struct px_ring *px_add_ring (struct px_fn *, const char *name, int slots);
void px_ring_obj (struct px_fn *, struct px_ring *, struct px_obj *);
struct px_stmt *px_add_stmt (struct px_fn *, struct px_seq *, int kind, struct px_loc);
struct px_seq *px_add_body (struct px_fn *, struct px_stmt *);
struct px_seq *px_add_case (struct px_fn *, struct px_stmt *split, int start, int size);
/* Returns a new value, equal to no other.  TEXT is in the pool.  */
struct px_value *px_add_value (struct px_fn *, const char *text, unsigned what);
const char *px_value_text (struct px_fn *, const struct px_value *,
			   bool operand); /* as C; OPERAND: parenthesised if an operator would
					     need it */
/* Invalidates pointers to the other accesses of OP.  */
struct px_acc *px_add_acc (struct px_fn *, struct px_stmt *op, struct px_obj *, int kind);
const char *px_text (struct px_pool *, const char *, int n); /* n < 0: strlen */
const char *px_textf (struct px_pool *, const char *, ...) __attribute__ ((format (printf, 2, 3)));
/* Makes room for one more element in *ARR, which has N elements of SIZE bytes.  */
void *px_grow (struct px_pool *, void *arr, int n, int *cap, size_t size);
#define PX_PUSH(POOL, ARR, N, CAP, ...) \
  ((ARR) = (__typeof__ (ARR)) px_grow (POOL, ARR, N, &(CAP), sizeof *(ARR)), \
   (ARR)[(N)++] = (__VA_ARGS__))

/* Sets order, perspectives, scopes, entry and end, and ring membership.  Returns false if it
   reports problems.  */
bool px_prepare (struct px_fn *);
/* Returns true if B is A or a statement inside A.  */
bool px_inside (const struct px_stmt *a, const struct px_stmt *b);
bool px_repeats_p (const struct px_seq *); /* returns true if it stands in a loop that may repeat */
int px_scope_of (const struct px_fn *, struct px_persp); /* -1: not a scope */
int px_scope_join (const struct px_fn *, int s, int t);	 /* the first scope that holds both */
int px_scope_threads (const struct px_fn *,
		      int s); /* threads of one unit; 0: of several blocks, or of a block of
				 unknown size */
/* Returns true if a unit of scope S is within one warp, as is a block of at most that many
   threads.  */
static inline bool
px_in_warp (const struct px_fn *f, int s)
{
  int n = px_scope_threads (f, s);
  return n && f->warp % n == 0;
}
static inline bool
px_holds (const struct px_fn *f, int s, int t)
{
  return f->down[s] >> t & 1;
}
static inline bool
px_asyn (const struct px_acc *a)
{
  return a->op->timeline >= PX_CPASYNC && a->op->timeline <= PX_WGMMA;
}
static inline bool
px_is_atomic (int kind)
{
  return kind == PX_ATOMIC || kind == PX_ATOMIC_READ;
}
/* Returns true if concurrent accesses of KIND and OTHER race.  Atomic operations do not.  */
static inline bool
px_changes (int kind, int other)
{
  return kind == PX_WRITE || other == PX_WRITE || (kind == PX_READ && other == PX_ATOMIC)
	 || (kind == PX_ATOMIC && other == PX_READ);
}
static inline bool
px_proxy (const struct px_acc *a)
{
  return a->op->timeline >= PX_BULK_LOAD && a->op->timeline <= PX_WGMMA;
}
/* The fence that makes A's space visible to the async proxy.  */
static inline int
px_space_fence (const struct px_acc *a)
{
  return a->obj->space == PX_GLOBAL ? PX_FENCE_GLOBAL : PX_FENCE_SHARED;
}
/* Returns true if A is the start of a kernel's block.  */
static inline bool
px_start (const struct px_acc *a)
{
  return a->op->timeline == PX_ENTRY && a->kind == PX_READ;
}
bool px_fence_due (const struct px_acc *a, const struct px_acc *b);
/* Returns true if a thread that does A and then B needs nothing between them.  */
static inline bool
px_in_order (const struct px_acc *a, const struct px_acc *b)
{
  return !px_asyn (a) && !px_fence_due (a, b);
}

/* infer/hazard.cc */
void px_hazards (struct px_fn *);
/* Returns the innermost statement around A, or, if A is in LOOP, around LOOP (NULL: no loop).  */
const struct px_stmt *px_around (const struct px_acc *a, const struct px_stmt *loop);
/* Returns the innermost view of A's storage whose body the path from A to B, over LOOP's back edge if that is
   not NULL, does not leave; NULL: there is none.  */
const struct px_stmt *px_view_of_path (const struct px_acc *a, const struct px_acc *b,
				       const struct px_stmt *loop);
/* Returns true if one access has an address that was loaded, the other is to an object, and
   both may access the same memory.  */
bool px_may_be_one (const struct px_fn *, const struct px_acc *a, const struct px_acc *b);
/* Returns true if A and B are atomics whose results or final value depend on which is first.
   They never race, but the user wrote one before the other.  */
bool px_atomics_differ (const struct px_acc *a, const struct px_acc *b);
/* Returns the scope of the units that run A and then B (by LOOP's next iteration, if not NULL)
   sequentially: the perspective of the innermost code that contains both.  */
int px_in_turn (const struct px_acc *a, const struct px_acc *b, const struct px_stmt *loop);
/* Returns true if one thread of each unit issues both X and Y, the same thread for both.  */
bool px_one_issuer (const struct px_stmt *x, const struct px_stmt *y);
/* Returns the view, of threads, that contains A and B and is a view of the object of one of
   them; NULL if there is none.  Nothing orders accesses within it.  */
const struct px_stmt *px_view_around (const struct px_acc *a, const struct px_acc *b);

/* infer/flow.cc: the verifier.  Sets hz[].bad and returns the number of bad hazards.  STOP:
   returns at the first one.  */
struct px_item
{
  int kind, timeline;
  struct px_sync *sync;
  const struct px_stmt *drain; /* PX_I_RELEASE */
  struct px_item *next;
};
enum
{
  PX_I_COMMIT,
  PX_I_RELEASE, /* of a drain with HOLD */
  PX_I_WAIT,
  PX_I_SYNC,
  PX_I_ARRIVE,
  PX_I_BACK
};
void px_keys (struct px_fn *);
int px_verify (struct px_fn *, bool stop);

/* infer/place.cc */
struct px_sync *px_sync_new (struct px_fn *, struct px_seq *, int idx, int scope);
void px_attach (struct px_fn *, struct px_sync *);
void px_detach (struct px_fn *, struct px_sync *);
void px_points (struct px_fn *);
bool px_place_all (struct px_fn *);

/* Inserts a new item of KIND (PX_I_...) before statement I of Q.  Items are ordered by kind.  */
struct px_item *px_item_put (struct px_fn *f, struct px_seq *q, int i, int kind);

/* Inserts S in f->sync, in program order, and at its places.  */
void px_sync_add (struct px_fn *f, struct px_sync *s);

/* Removes S from f->sync and from its places.  */
void px_sync_del (struct px_fn *f, struct px_sync *s);

/* Returns true if a barrier of scope S in Q is executed by whole units only.  */
bool px_scope_whole (const struct px_fn *f, const struct px_seq *q, int s);

/* Returns the first scope that holds S and T and is whole at Q.  */
int px_scope_widen (const struct px_fn *f, const struct px_seq *q, int s, int t);

/* infer/commit.cc */
void px_commits (struct px_fn *);

/* infer/trim.cc */
/* Compares the costs of two sets: the barriers by depth of loops, deepest first.  Returns < 0
   if X is cheaper than Y.  */
int px_cost_cmp (const struct px_fn *, struct px_sync *const *x, int nx, struct px_sync *const *y,
		 int ny);

/* Returns true if the verifier accepts f->sync.  */
bool px_verified (struct px_fn *f);

/* Removes each synchronisation that the verifier does not need: deepest loops first, then last
   first.  */
void px_drop_spare (struct px_fn *f);

/* Moves a barrier at the end of a loop's body, which only the next iteration needs, to the back
   edge: it is then not executed after the last iteration.  */
void px_turn_back (struct px_fn *f);

/* Moves a synchronisation before a split or condition into the branch that needs it, if only
   one does.  */
void px_sink_syncs (struct px_fn *f);

/* Gives each synchronisation the least scope, waits and fences that verify.  */
void px_narrow_syncs (struct px_fn *f);

/* Merges a wait that has no barrier into a barrier elsewhere, trying later ones first, if that
   barrier then waits for no more than before.  */
void px_join_waits (struct px_fn *f);

/* Merges two barriers, one of which is broader, if the broader one suffices.  */
void px_merge_syncs (struct px_fn *f);

/* Sets *Q and *I to the place where drain S is released, before statement *I of *Q.  */
void px_release_place (const struct px_stmt *s, struct px_seq **q, int *i);

/* Returns how many groups of timeline wait W (PX_W_...) the release of drain S of R leaves pending;
   -1: it waits for none.  */
int px_release_wait (const struct px_ring_sync *r, const struct px_stmt *s, int w);

/* Returns the blocks of F's cluster, one bit each.  */
static inline uint32_t
px_cluster_ranks (const struct px_fn *f)
{
  return f->cluster < 32 ? ((uint32_t) 1 << f->cluster) - 1 : ~(uint32_t) 0;
}

/* infer/ring-barriers.cc: returns the blocks of the cluster that run S.  */
uint32_t px_ring_ranks_of (const struct px_fn *f, const struct px_stmt *s);

/* infer/ring-barriers.cc: returns the blocks of the cluster that A writes to if block FROM runs it, with those outside
   that its mask names; 0: that is not known.  */
uint32_t px_blocks_reached (const struct px_fn *f, const struct px_acc *a, int from);
/* The blocks that A always reaches from block FROM, and those that it may reach; also some outside the cluster.  */
uint32_t px_blocks_surely (const struct px_fn *f, const struct px_acc *a, int from);
uint32_t px_blocks_perhaps (const struct px_fn *f, const struct px_acc *a, int from);

/* infer/ring.cc: returns the code of the threads that run END, a fill or drain of RS: the
   branch of its split, or of the innermost split in that branch, by the same units, which
   contains all of them.  */
const struct px_seq *px_ring_role (const struct px_ring_sync *rs, const struct px_stmt *end);

/* infer/ring-barriers.cc: returns the fill of RS that OP, an operation in a fill of the rings that
   share its barriers, belongs to: the one around it, or the last one before the fill that is;
   -1: none.  */
int px_ring_fill_of (const struct px_ring_sync *rs, const struct px_stmt *op);

/* infer/phase.cc: returns true if each wait is for the phase that it means.  Otherwise sets one
   of GATE, a wait that needs a barrier of SCOPE before it, and TURN, one that needs a barrier
   after it.  */
bool px_phases (struct px_fn *, struct px_sync **gate, struct px_sync **turn, int *scope);

/* infer/ring.cc: checks that rings are in step and live, and computes their barriers.  */
bool px_rings (struct px_fn *);
bool px_behind_exit (
  const struct px_stmt *s); /* Returns true if S directly follows a place where the surrounding
			       loop may be left.  */
/* Returns the loop in which S, an IF, runs its first body in all iterations but the last *K:
   "VAR + K < COUNT"; NULL if it is not such a condition.  */
const struct px_stmt *px_but_last (const struct px_stmt *s, int *k);
struct px_ring_sync *px_ring_sync_of (const struct px_fn *,
				      const struct px_ring *); /* NULL for an unsplit ring */

/* infer/parts.cc */
/* Sets the reasons of each synchronisation S: the hazards that fail without S.  With a fill,
   those before the loop that it replaces (twin); for a gate, the reasons of its wait.  */
void px_reasons (struct px_fn *f);

/* Numbers the parts in program order.  */
void px_number_parts (struct px_fn *f);

/* Leaves part NUM out (drop-sync=NUM; after px_select): a field of a synchronisation is
   cleared; a part of a ring is noted in DROPPED.  Returns false if there is no such part.  */
bool px_drop (struct px_fn *, int num);

/* Infers everything, once for a function.  Returns false if fn->problem has problems.  */
bool px_infer (struct px_fn *, const struct px_opts *);

/* infer/select.cc: chooses primitives by the table of doc/internals/30-sync.  Returns false if
   there are problems.  */
enum px_prim
{
  PX_PRIM_NONE,
  PX_PRIM_WARP,
  PX_PRIM_NAMED,
  PX_PRIM_BAR0,
  PX_PRIM_MBARRIER,
  PX_PRIM_CLUSTER,
  PX_PRIM_GRID
};
bool px_select (struct px_fn *);

/* infer/print.cc: the words of the tests' language, by enum px_level, px_space, px_timeline,
   px_view_kind and px_kind.  */
enum
{
  PX_WORD_OTHER_ATOMIC = PX_ATOMIC_READ + 1 /* an atomic that belongs to a class of its own */
};
extern const char *const px_word_level[];
extern const char *const px_word_space[];
extern const char *const px_word_timeline[];
extern const char *const px_word_view[];
extern const char *const px_word_kind[];
void px_fn_print (const struct px_fn *, FILE *);

/* infer/text.cc */
const char *px_scope_name (const struct px_fn *, int scope);	 /* "thread[32]" */
const char *px_acc_name (struct px_fn *, const struct px_acc *); /* "write of tile at line 7" */
const char *px_part_name (struct px_fn *, const struct px_part *);
const char *px_sync_name (struct px_fn *,
			  const struct px_sync *);  /* "cp.async<=1 fence bar block[1]" */
int px_place_line (const struct px_seq *, int idx); /* 0: none; -1: the end of the function */
const char *px_problem_name (struct px_fn *, const struct px_problem *);
const char *px_place_name (struct px_fn *, const struct px_seq *, int idx); /* in words */
void px_explain (struct px_fn *, FILE *);

/* infer/graph.cc */
void px_dcfg_text (struct px_fn *, FILE *);
void px_dcfg_dot (struct px_fn *, FILE *);

#endif
