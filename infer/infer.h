/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Synchronisation inference (doc/internals/30-sync; Prism §5).

   A pure algorithm: it sees no GIMPLE and writes no code.  The plugin builds a
   px_fn, calls px_infer, then px_select, and carries out what both say; the
   tests read a px_fn from text instead (testsuite/sync/reader.cc).

     px_fn_new … px_add_…                a function as a tree      (infer/infer.cc)
     px_infer                            prepare, hazards, place   (infer/hazard.cc, infer/flow.cc,
                                         phases, rings              infer/place.cc, infer/trim.cc, infer/phase.cc,
                                                                   infer/ring.cc)
     px_select                           primitives                (infer/select.cc)
     px_fn_print, px_explain, px_dcfg…   what there is to read     (infer/print.cc, infer/text.cc,
                                                                   infer/graph.cc)

   Words.  *access*: a load, store, atomic or half of a copy, of one object.
   *operation*: accesses that are one instruction (or one call that is not
   inlined).  *hazard*: two accesses of overlapping storage that an order must
   keep apart.  *scope*: the set of units an order holds for.  *place*: before
   statement I of a sequence (I = number of statements: at its end).
   To carry out (n = number, S = slots, mbarriers of px_select):
     entry    init MBARS mbarriers; INIT_FENCE: fence.mbarrier_init, cluster barrier, else bar.sync 0
     sync     each wait, bulk loads' waits, fences, then the barrier; split: arrive at ARRIVE, wait at IDX; BACK: on the loop's back edge
     commit   see px_commit
     fill     wait empty ((n / S & 1) ^ 1); issuer: expect the bytes (FULL_ELECT 0: and arrive); body;
              CPASYNC: commit, wait for all; FENCE; gather FULL_ELECT threads, one arrives at full
     drain    wait full (n / S & 1); body; WAIT; gather; one of EMPTY_ELECT threads arrives at empty of n - LATE
   of remote rings at those of every block that drains (full) or fills (empty); the issuer expects the bytes there.

   Everything is allocated from the function's pool and freed with it; every
   iteration goes over arrays in program order, so results are reproducible.  */
#ifndef PX_INFER_H
#define PX_INFER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "base/level.h"

/* Distances and group counts saturate here: PX_FAR means "that many or more".  */
#define PX_FAR 8
/* Scopes of one function: more is an error (PX_E_SCOPES).  */
#define PX_MAX_SCOPES 31

/* Timelines (Exo-GPU figs. 15–16).  BULK_LOAD, BULK_STORE and WGMMA read and
   write memory through the async proxy.  END is the function's end.  */
/* PX_END: a function's end.  PX_ENTRY: what its callers wrote, a PX_WRITE; of a kernel the start of
   the block, a PX_READ.  */
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
/* PX_ATOMIC: reads and writes; PX_ATOMIC_READ: only reads.  */
enum px_kind
{
  PX_READ,
  PX_WRITE,
  PX_ATOMIC,
  PX_ATOMIC_READ
};

/* A place in the user's source; LINE 0 = none.  LOC is the caller's own (a
   location_t), the engine only copies it.  */
struct px_loc
{
  int line;
  unsigned loc;
};

struct px_stmt;
struct px_seq;
struct px_fn;
struct px_ring;
struct px_acc;
struct px_item;
struct px_sync;

/* A memory object.  Objects of one STORE overlap (D3's sharing, frames of
   successive calls); OFF and SIZE (in cells of the tests) are not looked at.  */
struct px_obj
{
  const char *name;
  int id, space, store;
  int off, size;
  struct px_persp
    persp; /* of the view that the function has of it: block[1], grid[1], thread[1] unless it is a parameter */
  struct px_ring *ring; /* the slot ring that it belongs to, or NULL */
  bool remote;		/* derived: some access comes from another block */
  bool ours;		/* px's own mbarriers */
  bool anywhere;	/* memory whose address was loaded: any global object, or a part of it */
  bool restricted;	/* a global object, but not of these (C's restrict) */
  void *user;		/* the caller's own, here and below; not looked at */
};

/* A slot ring (doc/internals/35-rings).  NOBJ = 0: order without data (turns).  */
struct px_ring
{
  const char *name;
  int id, slots;
  struct px_obj **obj;
  int nobj;
  bool
    remote; /* fills reach every block of the cluster that drains, drains release to every one that fills */
  struct px_ring
    *with; /* rings that are filled and drained together share the barriers of this one */
};

/* A number that an execution of the code has, at block[1] or broader, or a condition: equal values have
   one handle.  TEXT: the tests'; else it is the caller's WHAT, which px_fn.spell knows.  OF: of this IF alone.
   WORDS: its text is words, "turns of the loop", "the condition".  */
struct px_value
{
  const char *text;
  int id;
  unsigned what;
  const struct px_stmt *of;
  bool words;
};

/* A trip count: TIMES times what OF is more than LESS, or nothing, and K; OF NULL: K.  TEXT is
   the tests', of OF and all that is done to it, or NULL.  */
struct px_count
{
  const struct px_value *of;
  int less, times, k;
  const char *text;
};

/* A condition: OF is more than K; OF, of which only what is positive counts, is not 0; or it is
   OF's, a value of its own.  TURN: K turns of LOOP, the innermost around, on, its number
   is less than OF.  OPPOSITE: not so.  */
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
};

/* An access.  MAP is the caller's text of the elements (NULL: all); only
   printed.  UNKNOWN: nobody knows them.  */
struct px_acc
{
  int id; /* program order */
  struct px_stmt *op;
  struct px_obj *obj;
  int kind;
  const char *map;
  const char *guard; /* caller's text of the units that take part, or NULL: all */
  int
    alike; /* of an atomic: those of one number leave the same in whatever order; 0: as no other */
  bool unknown;
  bool remote;	 /* reaches another block's shared memory (multicast, mapped) */
  bool numbered; /* ring number of an unsplit loop: counter of NUM_LOOP (NULL: 0) + NUM */
  struct px_stmt *num_loop;
  const char *num_var; /* as named in the text; resolved to NUM_LOOP */
  int num;
  struct px_persp before,
    after; /* of a call: units of which a barrier orders between its start and the access, the
				   access and its end; n = 0: none */
  struct px_stmt *ringop; /* the fill or drain of OBJ's ring around it, or NULL */
  int depth;		  /* derived: loops around it */
  int key;		  /* flow: its first key, -1 if it has no hazard */
  struct px_acc *
    twin; /* flow: of an unsplit ring's fill before the loop: the fill in the loop that it stands for, or NULL */
  struct px_stmt
    *ahead; /* hazards: a loop behind it whose first iterations its hazards tell apart, or NULL */
  int *far,
    *off; /* flow, per loop around it, then AHEAD: distances told apart, and its keys' offset from KEY */
  int *sure; /* flow, likewise: iterations that are sure to follow, of AHEAD from its first on */
  void *user;
};

enum px_stmt_kind
{
  PX_LOOP,  /* VAR, COUNT, may_skip, may_repeat; body */
  PX_IF,    /* WHEN; then, else; the condition is as broad as the code (C3) */
  PX_GROUP, /* PERSP; body */
  PX_VIEW,  /* OBJ, PERSP, VIEW; body: inside, units of PERSP do not meet at OBJ */
  PX_SPLIT, /* START[], SIZE[] in units of PERSP.level; a body each, side by side */
  PX_FILL,
  PX_DRAIN, /* RING, NUM = c, LATE; body.  The k-th execution is of number k + c */
  PX_OP,    /* TIMELINE, accesses, COLL, ELECT, CALLEE */
  PX_WORK   /* WEIGHT instructions that touch no object */
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
    together; /* of an IF's body: units that are known to run it together; N 0: none */
  int scope;  /* derived: PERSP as a scope */
  int first,
    span; /* derived: the threads of a block that run the code, from the splits around it; SPAN 0: all */
  int
    size; /* derived: threads of one unit of the code, 0 = the block's, unknown or several blocks */
  int depth, loops;    /* derived: sequences and loops around it */
  int end;	       /* derived: program order of the place at its end */
  struct px_item **at; /* what stands before statement I, I = 0 … nst */
};

struct px_stmt
{
  int kind, id, order; /* ORDER: preorder number */
  struct px_loc loc;
  struct px_seq *seq;
  int idx; /* where it stands */
  struct px_seq **body;
  int nbody;
  bool synth; /* made by the engine: the function's end, a remote arrival */
  int loops;  /* loops around it (not itself) */

  const char *var;	     /* LOOP */
  struct px_count count;     /* LOOP: trip count */
  bool may_skip, may_repeat; /* LOOP: the count may be 0, may exceed 1 */
  const char *cond;	     /* IF: the tests' text, or NULL */
  struct px_cond when;	     /* IF: its first body runs, OF NULL: it is not known when */
  bool
    ranked; /* IF: in a cluster, the blocks whose bits of RANKS are set take the first body, the others the second */
  uint32_t ranks;
  bool local;		 /* LOOP, IF: COUNT, COND may differ between the blocks of a cluster */
  const char *local_by;	 /* by this value, as messages name it; NULL: it has no name */
  bool leaves;		 /* IF: its first body is empty, behind it the loop around is left */
  struct px_persp persp; /* GROUP, VIEW, SPLIT (level only) */
  struct px_obj *obj;	 /* VIEW */
  int view;		 /* VIEW */
  int *start, *size;	 /* SPLIT: per body */
  struct px_ring *ring;	 /* FILL, DRAIN */
  int num;		 /* FILL, DRAIN: c */
  int late;		 /* DRAIN: number k is released when k + LATE has been drained */
  bool flush;		 /* DRAIN, in a LOOP: at its end the LATE ones are released as well */
  const struct px_stmt *
    restart; /* FILL, DRAIN: the LOOP that starts from slot NUM each time it is entered; itself: the slot
				   is always NUM's; NULL: that of the number */
  bool
    next; /* FILL, DRAIN: its number is the one behind that of whatever end of the ring ran last in its
				   branch; NUM: the first's, each time that RESTART, the SPLIT, runs */
  bool may_late; /* DRAIN: LATE is for speed: 0 if the rings would never go on */
  int timeline;	 /* OP */
  struct px_acc *acc;
  int nacc;	      /* OP */
  int coll;	      /* OP: threads that perform it together (wgmma: 128) */
  int elect;	      /* OP: threads of the code's unit that issue it, 0 = all */
  int run;	      /* derived: OP: its run, index in fn->commit, or -1 */
  const char *callee; /* OP: a call that is not inlined */
  bool unsafe;	      /* OP: its author orders it against other such, and where nothing else can */
  int weight;	      /* WORK */
  void *user;
};

/* Why a synchronisation is there: A, then B, carried by LOOP (NULL: same
   iteration of all loops around both) at distance D (PX_FAR: or more; LOOP behind
   A: B in its iteration D - 1), by units of SCOPE.  */
struct px_edge
{
  struct px_acc *a, *b;
  struct px_stmt *loop;
  int d, scope;
  bool fence;  /* a generic write, then an access by the async proxy */
  bool proved; /* R1 shows that they meet */
};

/* Completion of bulk loads: those of A that are D or more iterations of LOOP
   back (LOOP NULL: all; with those of the same ring before its loop).  Unsplit ring: the mbarrier of the slot of number
   i + NUM, i the counter of LOOP.  */
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

/* A synchronisation: completions, then fences, then the barrier.  */
struct px_sync
{
  int num; /* of its first part (px_part_name) */
  struct px_seq *seq;
  int idx;	      /* place; of the wait, if split */
  int arrive;	      /* the arrive's place in SEQ, -1: not split */
  int scope;	      /* 0: no barrier; else index in fn->scope */
  int wait[PX_WAITS]; /* groups that may stay pending; -1: no wait */
  struct px_twait *tw;
  int ntw;
  int fence; /* PX_FENCE_… */
  struct px_edge *why;
  int nwhy;
  struct px_sync *gate; /* the wait that it stands before (infer/phase.cc), or NULL */
  bool turn;		/* its barrier is for the phase of its wait, too */
  bool back; /* in a LOOP's body: on its back edge, not at its place in the first iteration */
  int bit;   /* flow: of its arrive in px_st.arr */
  /* px_select: */
  int prim;    /* enum px_prim */
  int threads; /* of one unit of SCOPE; 0: of several blocks, or a block of unknown size */
  int first,
    units; /* the threads that run it: UNITS units from thread FIRST on; 0: all of a block of unknown size */
  int
    bar; /* NAMED: unit U's barrier is BAR + U (in a function compiled alone: relative to its first) */
  int mbar, nmbar; /* MBARRIER: unit U's is MBAR + U, U < NMBAR; MBAR -1: none */
  uint32_t mask;   /* WARP: of the first unit; shift it to the unit's lane */
  bool aligned;	   /* whole warps run it */
};

/* One part: what drop-sync=N leaves out.  */
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
  struct px_sync *sync; /* or NULL: of a ring */
  int which;		/* WAIT: enum px_wait */
  struct px_ring *ring;
};

/* A run of asynchronous operations of one timeline, statements BEGIN … IDX - 1 of
   SEQ, and its commit, before statement IDX: of a group of cp.async, of bulk
   stores, of wgmma (wgmma.fence stands before BEGIN); of bulk loads outside
   rings of a split: the issuers expect their bytes where they issue, and arrive
   here (one thread if elected, else all of the code's unit).  A bulk load's wait
   is for the mbarrier of its run (px_stmt.run), of the slot of px_twait.num if
   numbered.  Its phase is px's to count (a bit for each mbarrier, turned by each
   commit and by each first wait after one): numbers may start again.  */
struct px_commit
{
  int timeline;
  struct px_seq *seq;
  int begin, idx;
  bool
    again; /* bulk loads without a number, in a loop: the issuers wait for the last phase first */
  int mbar, slots; /* px_select: bulk loads: MBAR … MBAR + SLOTS - 1 */
};

/* The barriers of a ring.  Slot of number n: n % slots, phase n / slots: wait
   full parity (n / slots) & 1, empty parity ((n / slots) & 1) ^ 1, which a fresh
   mbarrier passes: the initial credits.  */
struct px_ring_sync
{
  struct px_ring *ring;
  uint32_t fillers,
    drainers;	  /* of a remote ring: the blocks of a cluster that do so, a bit each; else 0 */
  bool tx;	  /* full: the issuer of bulk loads expects their bytes */
  int full_count; /* arrivals that complete a phase of full */
  int
    full_elect; /* one of that many threads arrives after the fill and a barrier of them; 0: the issuer
				   alone, where it expects the bytes (all fills are bulk loads) */
  bool empty; /* false: at most slots fills, no empty barrier */
  int empty_count;
  int *empty_elect;   /* per drain: one of that many threads arrives */
  int *empty_threads; /* per drain: threads of its branch */
  bool *
    alone; /* per drain: only the thread that arrives waits until the slot is full: it issues all that is done */
  bool *gather;		 /* per drain: after a barrier of them (none after the wait of a wgmma) */
  struct px_stmt *split; /* whose branches fill and drain, or what these split off: px_ring_role */
  struct px_stmt **fill, **drain;
  int nfill, ndrain;
  struct px_stmt **
    fill_end; /* per fill: the statement after which full is arrived at: itself, or the last of the rings that share */
  int fence; /* PX_FENCE_…: generic fills that the async proxy reads, by the filler before full */
  bool cpasync;	      /* fills by cp.async: complete before full */
  int fills;	      /* executions, if constant; else -1 */
  int from;	      /* first number filled */
  unsigned dropped;   /* px_drop: 1 << enum px_part_kind */
  int wait[PX_WAITS]; /* before the release: groups that may stay pending, -1: none */
  int barrier;	      /* px_select: first of its mbarriers (full, then empty; slots each) */
};

/* Errors are data: the caller words and locates them.  */
enum px_error
{
  PX_E_PLACE,  /* no place serves A → B: needs SCOPE, code there is narrower (SCOPE2) */
  PX_E_GRID,   /* A → B meet across blocks, function not cooperative */
  PX_E_BLOCKS, /* A → B need block[n], which is not the cluster */
  PX_E_STEP,   /* ring: TEXT, TEXT2 = how often, in words; STMT, STMT2 */
  PX_E_LIVE,   /* ring: TEXT = the cycle; STMT */
  PX_E_RING,   /* ring: TEXT = what is wrong with its shape; STMT */
  PX_E_STORE, /* A and B, live together, share storage: the caller's storage assignment is wrong (D3) */
  PX_E_SCOPES,	 /* too many sizes */
  PX_E_BARRIERS, /* px_select: named barriers run out in a function compiled alone */
  PX_E_MBARRIERS /* px_select: it needs mbarriers */
};
struct px_problem
{
  int kind;
  struct px_edge
    edge;   /* PLACE, GRID, BLOCKS, STORE; BARRIERS, MBARRIERS: one that needs them, or 0 */
  int need; /* BARRIERS: how many */
  int scope, scope2;
  struct px_ring *ring;
  struct px_stmt *stmt, *stmt2;
  const char *text, *text2;
};

/* The answer to need: MEET is an index in fn->scope, or one of these.  */
enum
{
  PX_APART = -1,
  PX_UNKNOWN = -2,
  PX_ASK = -3
};
/* Which units may meet at an element, one doing A, one doing B: in the same
   iteration of the loops around both, B later (LOOP NULL), or D iterations of LOOP later (outer loops:
   the same iteration; inner ones: any; D = PX_FAR: that many or more).  Scope 0 =
   only a thread with itself.  R1's verdict; PX_UNKNOWN = undecided.  With
   px_opts.ask_all, LOOP and D = 0 first ask for all distances of 1 and more at
   once; PX_ASK = they differ, ask for each.  With px_opts.ahead, LOOP may be one
   behind A and around B: then B runs in its iteration D - 1 (D = PX_FAR: or later).  */
typedef int (*px_need) (void *ctx, const struct px_fn *, const struct px_acc *a,
			const struct px_acc *b, const struct px_stmt *loop, int d);

/* How many iterations of LOOP, around A or behind it, are sure to follow where A has run;
   at most PX_FAR are of interest.  */
typedef int (*px_sure) (void *ctx, const struct px_fn *, const struct px_acc *a,
			const struct px_stmt *loop);

struct px_opts
{
  px_need need;
  void *ctx;	/* NULL: everything undecided */
  bool ask_all; /* NEED understands D = 0 */
  bool ahead;	/* NEED understands loops behind A */
  px_sure sure; /* NULL: none are */
  bool (*back) (
    void *ctx, const struct px_fn *,
    const struct px_stmt *loop); /* may a barrier stand on its back edge?  NULL: none may */
  int
    split_weight; /* least work between arrive and wait that is worth an mbarrier; 0: never split */
  bool (*apart) (const struct px_acc *,
		 const struct px_acc *); /* do the types of two accesses say that they are
				   not of one object (C11 6.5)?  Of one that is ANYWHERE.  NULL: none do */
};

/* One of Prism's points: before access B. */
struct px_place
{
  struct px_seq *seq;
  int idx;
  struct px_acc *b;
};

struct px_pool
{
  struct px_chunk *chunk;
};

/* KEY: of A; SAME: as the one a distance less, for the verifier.  BAD: fails.  */
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
  int tmin;	/* the block is a multiple of it (thread (t)); = THREADS if that is known */
  int warp;	/* 32; tests use less */
  int cluster;	/* blocks, 1 = none */
  int barriers; /* k of barriers (k); -1 = a kernel: all 16 */
  int part0;	/* parts of synchronisation of the file's functions before */
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

  /* derived by px_prepare */
  struct px_persp scope[PX_MAX_SCOPES];
  int nscope; /* ascending; 0 = thread[1] */
  uint32_t
    down[PX_MAX_SCOPES]; /* scopes whose units lie inside the units of this one, itself included */
  int s_block, s_cluster, s_grid;
  struct px_acc **acc;
  int nacc, capacc;
  struct px_seq **seq;
  int nseq, capseq;
  struct px_stmt **stmt;
  int nstmt, capstmt;

  /* results of px_infer */
  struct px_hazard **hz;
  int nhz, caphz; /* by B, then A, loop, distance */
  int *hz_first;  /* per access as B: first index in HZ; nacc + 1 entries */
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
  int nundecided, capundecided; /* grid edges that R1 could not decide */
  struct px_place *point;
  int npoint, cappoint; /* Prism's points */
  int verifies;		/* data-flow problems solved */

  /* px_select */
  int named, mbars; /* named barriers (without 0) and mbarriers used */
  bool init_fence;  /* mbarrier init needs the cluster-wide fence and a cluster barrier */

  /* flow */
  int nkey;
  struct px_acc **keyacc;
  struct px_stmt **keyloop;
  int *keyd;
  struct px_opts opts;
};

/* infer/infer.cc: building.  Strings are copied; a body is filled after it was made.  */
struct px_fn *px_fn_new (const char *name, bool kernel);
void px_fn_free (struct px_fn *);
struct px_obj *px_add_obj (struct px_fn *, const char *name, int space); /* a store of its own */
struct px_ring *px_add_ring (struct px_fn *, const char *name, int slots);
void px_ring_obj (struct px_fn *, struct px_ring *, struct px_obj *);
struct px_stmt *px_add_stmt (struct px_fn *, struct px_seq *, int kind, struct px_loc);
struct px_seq *px_add_body (struct px_fn *, struct px_stmt *);
struct px_seq *px_add_case (struct px_fn *, struct px_stmt *split, int start, int size);
/* A value that is no other's; TEXT is in the pool.  */
struct px_value *px_add_value (struct px_fn *, const char *text, unsigned what);
const char *px_value_text (struct px_fn *, const struct px_value *,
			   bool operand); /* as C; OPERAND: of an operator */
/* Invalidates pointers to other accesses of OP.  */
struct px_acc *px_add_acc (struct px_fn *, struct px_stmt *op, struct px_obj *, int kind);
void *px_alloc (struct px_pool *, size_t); /* zeroed */
void px_pool_free (struct px_pool *);
const char *px_text (struct px_pool *, const char *, int n); /* n < 0: strlen */
const char *px_textf (struct px_pool *, const char *, ...) __attribute__ ((format (printf, 2, 3)));
/* Room for one more in *ARR of N elements of SIZE bytes.  */
void *px_grow (struct px_pool *, void *arr, int n, int *cap, size_t size);
#define PX_PUSH(POOL, ARR, N, CAP, ...) \
  ((ARR) = (__typeof__ (ARR)) px_grow (POOL, ARR, N, &(CAP), sizeof *(ARR)), \
   (ARR)[(N)++] = (__VA_ARGS__))

/* Leaves order, perspectives, scopes, the end node, ring membership.  False: problems.  */
bool px_prepare (struct px_fn *);
/* True if B's statement lies inside A, or is it.  */
bool px_inside (const struct px_stmt *a, const struct px_stmt *b);
int px_scope_of (const struct px_fn *, struct px_persp); /* -1: not a scope */
int px_scope_join (const struct px_fn *, int s, int t);	 /* the first scope that holds both */
int px_scope_threads (const struct px_fn *,
		      int s); /* of one unit; 0: of several blocks, or a block of unknown size */
/* A unit of scope S lies in one warp, as a block of no more threads does.  */
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
/* Of accesses of KIND and OTHER, side by side, do they race?  Atomic operations do not.  */
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
/* The start of a kernel's block.  */
static inline bool
px_start (const struct px_acc *a)
{
  return a->op->timeline == PX_ENTRY && a->kind == PX_READ;
}
bool px_fence_due (const struct px_acc *a, const struct px_acc *b);
int px_loops_of (const struct px_acc *, struct px_stmt **loop, int max); /* outermost first */

/* infer/hazard.cc */
void px_hazards (struct px_fn *);
/* Is A of memory whose address was loaded, B of an object, or the other way, which may be the same?  */
bool px_may_be_one (const struct px_fn *, const struct px_acc *a, const struct px_acc *b);
/* Are A and B atomics, and does what they give or leave depend on which comes first?  They never race, but
   their author wrote one before the other.  */
bool px_atomics_differ (const struct px_acc *a, const struct px_acc *b);
/* The scope of the units that run A and then B, by LOOP's next iteration if that is not NULL, one after the
   other: those of the innermost code that holds both.  */
int px_in_turn (const struct px_acc *a, const struct px_acc *b, const struct px_stmt *loop);
/* The view, of threads, that both lie in and that is of the object of one of them; NULL: there is none.
   Nothing orders what they do there.  */
const struct px_stmt *px_view_around (const struct px_acc *a, const struct px_acc *b);

/* infer/flow.cc: the verifier.  Marks hz[].bad; returns their number.
   STOP: at the first.  */
struct px_item
{
  int kind, timeline;
  struct px_sync *sync;
  struct px_item *next;
};
enum
{
  PX_I_COMMIT,
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

/* Puts a new item of KIND (PX_I_...) before statement I of Q, in the order of the kinds.  */
struct px_item *px_item_put (struct px_fn *f, struct px_seq *q, int i, int kind);

/* Adds S to f->sync, in program order, and to its places.  */
void px_sync_add (struct px_fn *f, struct px_sync *s);

/* Takes S out of f->sync and of its places.  */
void px_sync_del (struct px_fn *f, struct px_sync *s);

/* A barrier of scope S where the code is Q's runs in whole units only.  */
bool px_scope_whole (const struct px_fn *f, const struct px_seq *q, int s);

/* The first scope that holds S and T and is whole at Q.  */
int px_scope_widen (const struct px_fn *f, const struct px_seq *q, int s, int t);

/* infer/commit.cc */
void px_commits (struct px_fn *);

/* infer/trim.cc */
/* Barriers by depth of loops, deepest first: < 0 if X is cheaper than Y.  */
int px_cost_cmp (const struct px_fn *, struct px_sync *const *x, int nx, struct px_sync *const *y,
		 int ny);

/* Does the verifier accept f->sync?  */
bool px_verified (struct px_fn *f);

/* By depth of loops, deepest first, then last first: what can go goes.  */
void px_drop_spare (struct px_fn *f);

/* A barrier of a loop's body that only what the next iteration does needs goes to the back
   edge: before the first iteration and behind the last there is none.  */
void px_turn_back (struct px_fn *f);

/* Before a split or a condition, of which one branch needs it: into that branch.  */
void px_sink_syncs (struct px_fn *f);

/* Gives each synchronisation the least scope, waits and fences that verify.  */
void px_narrow_syncs (struct px_fn *f);

/* A wait alone goes into a barrier that stands elsewhere, later ones first, if
   that need not wait for more.  */
void px_join_waits (struct px_fn *f);

/* Two barriers, one broader than the other, where one of the broader alone will do.  */
void px_merge_syncs (struct px_fn *f);

/* infer/ring.cc: the code of the threads that do END, a fill or drain of RS: the branch of its split, or
   the branch of the innermost split in that, by the same units, which has all of them.  */
const struct px_seq *px_ring_role (const struct px_ring_sync *rs, const struct px_stmt *end);

/* infer/phase.cc: true if each wait is for the phase that it means; else one of GATE, a
   wait that needs a barrier of SCOPE before it, and TURN, one that needs it behind it.  */
bool px_phases (struct px_fn *, struct px_sync **gate, struct px_sync **turn, int *scope);

/* infer/ring.cc: in step, live, their barriers.  */
bool px_rings (struct px_fn *);
bool px_behind_exit (
  const struct px_stmt *s); /* directly behind a place where the loop around may be left */
/* S, an IF, runs its first body in all turns of the loop that it stands in, but for the last *K:
   "VAR + K < COUNT".  NULL: it is none.  */
const struct px_stmt *px_but_last (const struct px_stmt *s, int *k);
struct px_ring_sync *px_ring_sync_of (const struct px_fn *,
				      const struct px_ring *); /* NULL: of an unsplit ring */

/* infer/parts.cc */
/* Each hazard that fails without S; with a fill, those before the loop that count as it;
   of a gate those of its wait.  */
void px_reasons (struct px_fn *f);

/* Numbers the parts in program order.  */
void px_number_parts (struct px_fn *f);

/* Leaves part NUM out (drop-sync=NUM; after px_select): of a synchronisation, its
   field is cleared; of a ring, noted in DROPPED.  False: no such part.  */
bool px_drop (struct px_fn *, int num);

/* The whole, once a function: false if fn->problem says why.  */
bool px_infer (struct px_fn *, const struct px_opts *);

/* infer/select.cc: primitives, by the table of doc/internals/30-sync; false: problems.  */
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
  PX_WORD_OTHER_ATOMIC = PX_ATOMIC_READ + 1 /* an atomic that is like no other */
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
const char *px_edge_name (struct px_fn *, const struct px_edge *);
const char *px_part_name (struct px_fn *, const struct px_part *);
const char *px_sync_name (struct px_fn *,
			  const struct px_sync *);  /* "cp.async<=1 fence bar block[1]" */
int px_place_line (const struct px_seq *, int idx); /* 0: none, -1: the end of the function */
const char *px_problem_name (struct px_fn *, const struct px_problem *);
const char *px_place_name (struct px_fn *, const struct px_seq *, int idx); /* in words */
void px_explain (struct px_fn *, FILE *);

/* infer/graph.cc */
void px_dcfg_text (struct px_fn *, FILE *);
void px_dcfg_dot (struct px_fn *, FILE *);

#endif
