/* SPDX-License-Identifier: MIT */
/* The sanitizer (PXEMU_CHECK).

   A launch is checked if launch.check is not NULL; then one worker runs it, and
   run_checked executes its ops, looking at each that has a CK_ kind before it
   runs.  What is not an op of its own, barriers say, calls a function below.

   Memory has a shadow (shadow.c): accesses on record, and for each byte a mark that
   says whether it was ever written.  An access that another one on record conflicts
   with and that is not known to the thread's clock (clock.h) is a race.  */
#ifndef PX_CHECK_H
#define PX_CHECK_H

#include "emulator/sanitize/clock.h"
#include "emulator/sanitize/report.h"
#include "emulator/run/observer.h"

enum
{
  CHECK_MEMORY = 1,
  CHECK_INIT = 2,
  CHECK_RACE = 4,
  CHECK_SYNC = 8,
  CHECK_ASYNC = 16,
  CHECK_ALL = 31,
  CHECK_LEAK = 32
};

/* An access that is on record, of lanes of a warp: to bytes of a line of memory, or
   chunks of a region.  */
enum
{
  REC_READ = 1,
  REC_WRITE = 2,
  REC_STRONG = 4,
  REC_VOLATILE = 8,
  REC_ATOMIC = 16,
  REC_FLIGHT = 32, /* asynchronous and not waited for; TIME says which */
  REC_PROXY = 64,  /* through the async proxy */
  REC_TX = 128	   /* of an mbarrier that shows its completion */
};
#define LINE 64 /* bytes */
#define CHUNK 16
#define REGION 1024
#define CROWD 16      /* records of a region that is split therefore */
#define ONE_PLACE 255 /* rec.shift: every lane touches all bytes */
struct rec
{
  uint64_t bytes; /* or chunks: a bit each */
  uint32_t group;
  uint32_t time;
  uint16_t warp; /* in the group; after the real ones: mbarriers,
				   for what they have shown to be complete */
  uint8_t kind;	 /* REC_ */
  /* Of a strong one: its scope; 1 + log2 of the bytes of an element, 0: nothing to compare.  */
  uint8_t scope : 4, width : 4;
  uint32_t lanes;
  int16_t base; /* byte I is lane (I + BASE) >> SHIFT's */
  uint8_t shift;
  uint8_t fold; /* not 0: so many lanes on is another of the byte's, and so on */
  uint32_t site;
};

/* Of a line or region.  */
enum
{
  LINE_RECS = 2
};
struct line
{
  uint32_t n, cap;     /* records; room in MORE */
  uint32_t firm;       /* from this one on all are plain reads, by warps of READERS */
  uint32_t readers;    /* a bit for each warp's number modulo 32 */
  bool place;	       /* something may have been released in this region */
  bool split;	       /* the records are those of its lines, FINE */
  bool flown;	       /* there was a record that was in flight */
  uint16_t from, upto; /* notes.c: of a region, bytes [FROM, UPTO) may be read without a report */
  uint32_t quiet;      /* and for these warps: no race is met */
  uint32_t turn;       /* notes.c: check_block.turns at the last write of a region, or NO_TURN */
  struct line *fine;
  struct crowd *crowd; /* more records, of a line (crowd.h); or NULL */
  struct rec *more;    /* all others, if not NULL, else */
  struct rec in[LINE_RECS];
};

/* An expect_tx of an mbarrier's phase, by LANE of warp INDEX of the group at TIME.  */
struct mbar_expect
{
  uint32_t index, lane, time, site;
  uint32_t bytes;
  bool sure;		/* ordered before an arrival of the phase */
  uint64_t other_bytes; /* of operations that were not issued in an order after it */
};

/* An mbarrier.  */
struct mbar
{
  bool live;
  uint32_t phase;	/* bit of it, as last seen */
  uint32_t index, time; /* its entry of clocks; completions */
  uint32_t site;	/* of its initialisation */
  uint32_t rank;	/* of its block */
  /* What those have released who have arrived in this phase, and before; of other blocks it is
     in FAR, for waits of the cluster's scope, and only what asynchronous operations have done is
     in NEAR.  */
  struct released
  {
    struct vclock *near, *far;
  } next, done;
  /* Of this phase: expect_tx that are no arrivals; bytes that arrivals expect; of operations.  */
  struct mbar_expect *expects;
  uint32_t n_expects, cap_expects;
  uint64_t sure, issued;
};

/* What has been released at an address.  */
struct place
{
  uint64_t addr;
  struct vclock *cta, *gpu; /* by the scope of the release */
  struct vclock *fenced;    /* by fences of other threads (check-fence.c) */
  uint64_t block;	    /* that released CTA */
  struct mbar *mbar;
};

struct places
{
  struct place *at; /* hashed by addr; addr 0: free */
  uint32_t n, cap;
};

/* A trail (trail.c) of reads of one op, which may continue.  */
struct open
{
  uintptr_t key;       /* the op, and OPEN_ONE_PLACE or OPEN_ROW; 0: none */
  uint64_t next, step; /* where it continues, if it does */
  uint64_t lo, span;   /* and that is less than SPAN after LO */
  struct trails *trails;
  uint32_t index;
  uint32_t time, later; /* the warp's time where it continues, if it does; what that grows by */
};
/* All lanes read one place, or places that follow each other.  */
enum
{
  OPEN_ONE_PLACE = 1,
  OPEN_ROW = 2,
  OPEN_APART = 3 /* places that are apart: not followed by compiled code */
};
enum
{
  OPENS = 32
};
#define OPEN_SLOT(o, half) (((o)->hit * 2 + (half)) % OPENS)

/* Where a value that nobody has set comes from: the one that mark MARK of FRAME is for, or
   the last of a line of shared memory; FRAME is NULL: what is in word MARK, of 4 bytes, of
   local memory.  */
struct origin
{
  const struct frame *frame;
  uint32_t mark, site; /* SITE: what loaded it, or stored it first */
  uint64_t block, at;  /* AT: host address, or 0 */
  uint32_t warp;
  uint8_t lane, size;
  bool rest; /* FROM_SHUFFLE: of one down, as reductions whose sum only the lowest lane has */
  bool gap;  /* of memory: all lanes have loaded what may be padding altogether */
  enum
  {
    FROM_LOCAL,
    FROM_SHARED,
    FROM_GLOBAL,
    FROM_STORE,
    FROM_SHUFFLE,
    FROM_CALL, /* SITE: what made it an argument or a result */
    FROM_NOWHERE
  } from;
};
enum
{
  ORIGINS = 1024
};

struct check_warp
{
  uint32_t time;	    /* of the lanes' accesses from now on */
  uint32_t index;	    /* in the group */
  struct vclock *vc[LANES]; /* what a lane knows of the others */
  enum
  {
    VC_DIFFER,
    VC_SAME,
    VC_UNKNOWN
  } vcs; /* true: VC is the same for all lanes */
  /* The latest access of its lanes, the newest first, and of those that have exited.  */
  struct
  {
    const struct op *op;
    uint32_t mask;
  } recent[4];
  const struct op *last[LANES];
  uint64_t poll_stamp, polls; /* since the device's stamp */
  uint32_t poll_lanes;	      /* those that did, since then or since check_stuck has looked */
  uint32_t asked;	      /* in this slice, where it had asked before */
  uint8_t bored;	      /* so many slices in which it has hardly done anything else */
  uint64_t poll_addr;
  uint32_t poll_site;
  bool poll_mbar, poll_memory; /* the last was an mbarrier; some were not */
  bool grid_waited;	       /* griddepcontrol.wait was executed */
  struct
  {
    uint64_t state, addr, turn;
    uint32_t site;
    bool again, same;
  } was; /* check_stuck */
  /* What lanes have acquired last, or read without: who asks again learns nothing new.  */
  struct
  {
    struct vclock *v;
    uint32_t known, seen;
  } heard[3];
  bool traced;	     /* registers may hold what nobody has set (undefined.c): look at all ops */
  uint32_t patience; /* ops until it is seen whether they still do */
  struct origin *origins; /* ORIGINS of them, or NULL */
  bool local_origins;	  /* some are of local memory */
  uint32_t told;	  /* lanes whose value a report has called undefined, of this store */
  bool rare;		  /* something from here to OPENED was set in this block */
  /* What its last fence released, of scope CTA, and GPU or wider: VC then, and
     TIME.  */
  struct vclock *fence[2][LANES];
  uint32_t fence_time[2][LANES];
  uint32_t fence_sc;		 /* lanes whose last one of scope GPU or wider is fence.sc */
  struct vclock *seen[LANES];	 /* read by relaxed loads; a fence acquires it */
  struct vclock *seen_sc[LANES]; /* the same of place.fenced; fence.sc does */
  uint8_t late; /* enum async_end: a report says that one of these is waited for too late */
  bool fenced;	/* a wgmma.fence was executed; registers touched since, by slot */
  uint64_t touched[64], filled[64]; /* registers of D that something has set, too */
  /* Collectives: those lanes have executed it, then all accesses of TIME and before.  */
  struct
  {
    uint32_t time, mask;
  } met[8];
  /* Barriers of the cluster: lanes that have arrived and not waited since; that have ever
     waited.  */
  uint32_t cluster_arrived, cluster_waited;
  uint32_t init_time[LANES]; /* at the last fence.mbarrier_init; 0: none */
  struct vclock *inits;	     /* what such fences of others have seen, of which it knows; or NULL */
  uint32_t n_met;
  uint32_t opened; /* of OPEN, what may be in use */
  struct open open[OPENS];
  uintptr_t
    once[OPENS]; /* keys of reads of constants, of which the next one is a trail (trail.c) */
  /* Reads that are no records yet, or NULL; regions, by their number modulo 64, that were
     found not to be quiet at LOUD_TIME (notes.c).  */
  struct notes *notes;
  uint64_t loud;
  uint32_t loud_time;
};

/* Lanes of a warp that waited at a barrier of so many threads when it was complete, and the
   time of their accesses from then on.  */
struct waited
{
  uint32_t mask, time, site;
};

/* Of a cluster's barrier: what those who have arrived know; the same, of the last phase; what
   fence.mbarrier_init of those who have arrived, ever, has seen.  */
struct cluster_clocks
{
  struct vclock *arrived, *passed, *inits;
};

struct check_block
{
  struct vclock *clock[N_BARRIERS];  /* of each barrier, what those who have arrived know */
  struct cluster_clocks cluster;     /* of the cluster, if this is its first block */
  struct waited *waited[N_BARRIERS]; /* by warp; NULL: it had no count */
  struct first_arrival
  {
    const struct op *op; /* NULL: nobody has arrived in this phase */
    uint32_t site, warp, lane;
  } first[N_BARRIERS];
  uint32_t end_site, end_warp, end_lane; /* its last thread has exited there; or 0 */
  struct line *regions;			 /* of shared memory */
  uint64_t *written;			 /* marks of its bytes, by line */
  struct origin *origins; /* by line; or NULL: nothing that nobody has set was stored yet */
  uint64_t *unset;	  /* bits of local bytes that nobody has written; or NULL */
  size_t unset_map;	  /* bytes of it */
  uint64_t noted[4];	  /* NOTED_REGIONS: those that notes of warps are of (notes.c) */
  uint32_t turns;	  /* barriers that all threads came to, and 1 */
  struct places places;
  uint32_t n_mbars;
  uint64_t mbar_lo, mbar_hi;	      /* the mbarriers lie there */
  uint32_t group_time[8];	      /* of warpgroups, for their waits */
  bool fence_sc;		      /* a warp has, or had, lanes in check_warp.fence_sc */
  bool heard_sc;		      /* a thread has, or had, something in check_warp.seen_sc */
  struct vclock *seen_sc[N_BARRIERS]; /* of those who have arrived at a barrier, or NULL */
};

#define PAGE 65536
struct page
{
  struct page *next;
  uint64_t addr;
  size_t kept; /* bytes that its regions have, of one that no launch uses */
  struct line regions[PAGE / REGION];
};
enum
{
  PAGE_LISTS = 4096,
  RECENT = 1024
};

/* Global memory that asynchronous copies read and nothing has written is not looked at
   line by line: their reads are put off until something writes it.  */
struct late_read
{
  struct late_read *next;
  struct rec as; /* the access that it is, except for the bytes */
  uint32_t serial;
  struct async_op *op; /* as much of it as its sources need */
};
struct area
{
  uint64_t base, size; /* an allocation */
  bool written;
  struct late_read *reads;
  uint32_t n_reads;
  struct trails *trails; /* or NULL */
  bool constant;	 /* no kernel can write it */
  uint64_t *
    seen; /* and has so many trails that of the first ones only the bytes, a bit each, are known; or NULL */
};
#define LATE_MAX (1u << 18) /* of an area */

struct check_launch
{
  struct check_device *dev;
  struct launch *l;
  struct worker *wk; /* that runs it */
  uint32_t group_warps;
  struct page *pages[PAGE_LISTS]; /* hashed by address */
  struct page *recent[RECENT];	  /* by low bits of the page's number, or NULL */
  struct places places;
  uint32_t clock_warps; /* entries of a clock: warps, then mbarriers */
  struct warp *waiter;	/* executes a wait for groups */
  bool group_ticked;	/* in this wait of a warpgroup */
  struct area *areas;	/* ordered by base */
  size_t n_areas, cap_areas, last_area;
  /* Of the constant that was read last, which is at CONSTANT_BASE: area.seen, and bytes that have values.  */
  uint64_t *constant, constant_base, constant_lo, constant_span;
  struct late_read *late;    /* in flight */
  struct behind *behind;     /* what comes after barriers, where that was asked */
  uint64_t room, max_room;   /* bytes of records that many accesses of one place take; the most */
  struct flight *flight;     /* who gets what async_touch reports, or NULL */
  uint64_t *owned;	     /* of a line of shared memory the bytes that a variable has */
  uint64_t idle, asks;	     /* polls since the last progress, and ops that made them */
  uint64_t round_stamp;	     /* STAMP when ROUNDS was zero */
  uint32_t rounds;	     /* slices of all warps since */
  uint64_t stuck_stamp;	     /* STAMP when it was found stuck */
  bool awake, was_awake;     /* a warp is not bored, in this round, the one before */
  bool reads_host;	     /* after QUIET_ROUNDS of them what the host may write */
  enum px_emu_help help;     /* that may come, as of some rounds ago */
  const struct cause *cause; /* of the error that is about to end the launch, or NULL */
  bool told;		     /* the error that ends the launch */
  char *place;		     /* what its description's `place' has said, or NULL */
  bool releases, tells_host; /* a fence or release was executed: wider than a block, the system's */
  struct found *unseen;	     /* a launch of it has failed, and nobody has asked; or NULL */
  struct kin *kin;	     /* of what it launches, from the first launch on (kin.c) */
  uint64_t alone;	     /* launches of it that are in no stream */
  px_emu_footprint *early;   /* gets what warps touch before griddepcontrol.wait, or NULL */
};

/* Entries of clocks for the mbarriers of a group, 32 each.  */
#define MBAR_WARPS 8
/* And for what the waits of warpgroups have shown.  */
#define GROUP_WARPS 4

/* A byte range of global memory and the marks of its bytes.  */
struct valid
{
  uint64_t base, size;
  uint64_t *mark;  /* by line */
  uint64_t prefix; /* bytes that are known to be valid, from BASE on */
};

struct check_device
{
  unsigned what;	/* CHECK_ */
  pthread_mutex_t lock; /* held by a slice of a checked launch */
  px_emu_func **funcs;	/* in order of first_site */
  size_t n_funcs;
  uint32_t n_sites;
  struct valid *valid; /* ordered by base */
  size_t n_valid, cap_valid;
  struct page *pages;	   /* free ones */
  size_t n_pages, kept;	   /* how many, and the bytes that their regions have */
  struct valid freed[256]; /* the latest, a ring; no marks */
  size_t n_freed;
  struct local_owner *owners; /* of local memory, by number (check-local.c), or NULL */
  uint32_t n_owners;	      /* that were given */
  volatile uint64_t stamp;    /* of the last progress of any launch; no more than different
				   from one to the next */
  uint64_t stuck_stamp;	      /* STAMP when N_STUCK launches were found to do nothing but ask */
  int n_stuck;
  bool failed; /* a launch has: what follows says little */
};

enum
{
  N_CHECKS = 6
};
extern const char *const check_names[N_CHECKS]; /* of CHECK_MEMORY and so on */

/* ---- observe.c ---- */

/* EMU gets a sanitizer if PXEMU_CHECK asks for one and there is memory.  */
void check_watch (px_emu *emu);

/* ---- check.c ---- */

/* Before anything is checked.  */
void check_prepare (void);
/* Executes from O on until the slice ends; one op; what follows, NULL where it ends.  */
void run_checked (struct warp *w, const struct op *o);
const struct op *check_step (struct warp *w, const struct op *o);
/* All 32 lanes make access O, a weak load or store of global or shared memory: lane I of
   the row of 32 that begins at A0, or of the rows of 16 at A0 and A1 (HOW & 2), element
   after element (HOW & 1) or all of them the row's first element.  Returns the host address of A0;
   NULL: this is for check_step.  */
char *check_rows (struct warp *w, const struct op *o, uint64_t a0, uint64_t a1, uint32_t how);

/* Lane I's host address is AT[I / N] + I % N * STEP.  */
struct rows
{
  uint64_t at[2], step;
  uint32_t n;
};

/* Accesses on their way to the shadow: of lanes LANES of W, which know the same; which
   lane has which byte is said as in struct rec, with ORIGIN in BASE's place.  */
enum
{
  MARK_READ = 1,
  MARK_WRITE = 2
};
struct touch
{
  struct warp *w;
  const struct op *o;
  uint32_t site, size;	/* bytes of one lane's access */
  uint32_t lanes, lane; /* LANE: one of them */
  uint8_t shift, fold;
  uint64_t origin;	      /* address of what lane 0 touches, or would */
  uint64_t every;	      /* not 0: which bytes from the first on, over and over */
  const uint64_t *addr;	      /* host addresses of all lanes, or NULL */
  const struct rows *rows;    /* where they are known from, or NULL */
  uint64_t *room;	      /* for them, as O has them; NULL: what is stored is not known */
  uint64_t at;		      /* if both are NULL: what is being compared */
  uint32_t serial;	      /* REC_FLIGHT: which operation */
  uint8_t kind, scope, width; /* as of struct rec */
  const char *verb;	      /* what it is called, if not by its KIND */
  uint8_t marks;	      /* MARK_ that concern it */
  bool ends;		      /* the memory is an mbarrier's no more */
  bool races, bounds;	      /* look for them */
  bool sees;		      /* an atomic operation that somebody uses the result of */
  bool cached;		      /* a read that no barrier orders after a write (ld.global.nc) */
  bool texture;		      /* CACHED by a texture or surface */
  bool may_lack, lacks;	      /* is a load, and has met what nobody has written */
  uint32_t init_site;	      /* a use of an mbarrier: where that was initialised; else 0 */
  const struct rec *as;	      /* not NULL: the read that is made up for */
  bool judged;		      /* and no race was met when it happened */
  bool shared, places;	      /* set: in shared memory; something may be released there */
  const struct valid *valid;  /* met last */
};

uint32_t site_of (struct warp *w, const struct op *o);
/* The site of op O of F; 0 without memory.  */
uint32_t site_in (struct check_device *d, px_emu_func *f, const struct op *o);
/* LANES of W have asked in vain at A.  */
void check_asked (struct warp *w, const struct op *o, uint64_t a, uint32_t lanes, bool mbar);
void no_memory (struct warp *w, const struct op *o);

/* The touch that lane LANE makes alone, of SIZE bytes; KIND, MARKS: what it is.  */
struct touch touch_of (struct warp *w, const struct op *o, uint32_t lane, uint32_t size,
		       uint8_t kind, uint8_t marks);

/* ---- order.c ---- */

/* What lanes MASK of W, and those of it that have exited, know and have done; what
   they do from now on is not part of it.  NULL without memory.  */
struct vclock *publish (struct warp *w, uint32_t mask);
/* Lanes MASK of W know V.  */
void learn (struct warp *w, uint32_t mask, const struct vclock *v);

/* Barriers: lanes of W arrive; those that waited, in W, pass.  */
void check_arrive (struct warp *w, struct vclock **clock, uint32_t mask);
/* The barrier of the cluster; its phase ends.  */
void check_cluster_arrive (struct warp *w, const struct op *o);
void check_cluster_phase (struct cluster *k);
void check_cluster_pass (struct warp *w, uint32_t mask);
void check_pass (struct warp *w, struct vclock *clock, uint32_t mask);
/* What was released at an address: what is known, made if it is not there; the table for A.  */
struct place *find_place (const struct places *t, uint64_t addr);
struct places *places_of (struct warp *w, uint64_t a);
struct place *new_place (struct warp *w, uint64_t a);
uint64_t block_number (const struct block *b);
/* A strong access O of LANE at A.  True if it releases.  */
bool check_synchronise (struct warp *w, const struct op *o, uint32_t lane, uint64_t a);
/* Fences; false: without memory.  */
bool check_fence (struct warp *w, const struct op *o);
bool check_proxy_fence (struct warp *w, const struct op *o);

/* ---- check-barrier.c ---- */

/* Barrier ID of B is about to let those go who wait for it.  */
void check_barrier (struct block *b, uint32_t id);
/* W is about to arrive at barrier ID of so many threads.  */
void check_counted (struct warp *w, const struct op *o, int id);
/* W is about to arrive at barrier ID: reports if others have arrived in this phase with another
   reduction than O.  */
void check_same_reduction (struct warp *w, const struct op *o, uint32_t id);
/* Lanes GONE, which have exited, are members of the collective O of W, where LANE is.  */
void check_collective (struct warp *w, const struct frame *frame, const struct op *o, uint32_t lane,
		       uint32_t gone);
/* Lanes GONE of W exit at O; lanes MASK make access O.  */
void check_exit (struct warp *w, const struct op *o, uint32_t gone);
void check_recent (struct check_warp *cw, const struct op *o, uint32_t mask);
void check_forget_behind (struct check_launch *k);

/* ---- check-fence.c ---- */

/* A strong write of LANE of W at P, of scope GPU or wider, releases what fence.sc of threads of the
   block that are ordered before it have seen.  REPLACE: and nothing else any more.  False without
   memory.  */
bool check_release_fenced (struct warp *w, uint32_t lane, struct place *p, bool replace);

/* The current lanes of W execute a fence of scope GPU or wider, which is fence.sc (SC) or not.  */
void check_fence_wide (struct warp *w, bool sc);
void check_released (struct warp *w, const struct op *o);
/* Lanes MASK of W arrive at barrier ID of the block; pass it; all have passed it.  check_fence_met: they
   meet at a barrier of the warp.  */
void check_fence_arrive (struct warp *w, uint32_t id, uint32_t mask);
void check_fence_pass (struct warp *w, uint32_t id, uint32_t mask);
void check_fence_phase (struct check_block *b, uint32_t id);
void check_fence_met (struct warp *w, uint32_t mask);

/* ---- check-heap.c ---- */

/* Lane LANE of W frees A, memory of the device heap or not.  */
void check_heap_free (struct warp *w, const struct op *o, uint32_t lane, uint64_t a);
/* The process ends: what malloc has given to kernels and none has freed is a leak.  */
void check_heap_end (px_emu *emu);

/* ---- check-local.c ---- */

/* O makes byte AT of LANE's local memory a generic address: what its bits say of whose it is.  O
   accesses SIZE bytes there by an address with OWNER in them: false, the warp has failed.  */
uint32_t check_local_taken (struct warp *w, const struct op *o, uint32_t lane, uint32_t at);
bool check_local_used (struct warp *w, const struct op *o, uint32_t lane, uint32_t owner,
		       uint32_t at, uint32_t size, enum access access);

/* ---- undefined.c ---- */

/* Lanes LANES of W enter FRAME, which is complete; its current lanes leave it.  */
void check_enter (struct warp *w, const struct frame *frame, uint32_t lanes);
void check_leave (struct warp *w, const struct frame *frame);
/* Which registers of C may be undefined, before they get slots; where their marks are, after.
   False without memory.  */
bool track_undefined (struct dec *c);
bool place_marks (struct dec *c);
void forget_undefined (px_emu_func *f);

/* O is about to be executed.  */
void check_undefined (struct warp *w, const struct op *o);
/* O, a shuffle, gives LANES of W values of lanes that take no part.  */
void check_no_source (struct warp *w, const struct op *o, uint32_t lanes);
/* After the access of a load O: it has met bytes that nobody has written.  */
void check_unwritten (struct warp *w, const struct op *o);
/* After the access of a store O: what it stores in shared or global memory and nobody has set.  */
void check_undefined_stored (struct warp *w, const struct op *o);
/* Lane LANE copies by O, an asynchronous copy, BYTES from FROM to TO, host addresses.  After its access:
   what nobody has written is so at TO, too, if it may be padding.  */
void check_carry (struct warp *w, const struct op *o, uint32_t lane, uint64_t to, uint64_t from,
		  uint32_t bytes);
/* W, which is traced, is about to execute NEXT.  Looks from time to time whether a register still holds a
   value that nobody has set, and ends the trace if none does.  */
void check_traced (struct warp *w, const struct op *next);
/* Returns true if no two accesses on record wrote the two bytes of shared memory at host A.  */
bool shadow_one_write (const struct warp *w, uint64_t a);
/* Returns true if IN, or that of O, accesses floating point numbers of single or double precision.  */
bool insn_is_float (const ptx_insn *in);
bool check_is_float (const struct warp *w, const struct op *o);

/* ---- shadow.c ---- */

/* The bytes of the line at A that are within [LO, HI).  */
static inline uint64_t
bytes_within (uint64_t a, uint64_t lo, uint64_t hi)
{
  uint64_t m = ~UINT64_C (0);
  if (lo > a)
    m = lo - a < LINE ? m << (lo - a) : 0;
  if (hi < a + LINE)
    m &= hi > a ? ~(~UINT64_C (0) << (hi - a)) : 0;
  return m;
}

/* The chunks of the region at A that are within [LO, HI), which are whole ones.  */
static inline uint64_t
chunks_within (uint64_t a, uint64_t lo, uint64_t hi)
{
  uint64_t m = ~UINT64_C (0);
  if (lo > a)
    m <<= (lo - a) / CHUNK;
  if (hi < a + REGION)
    m &= ~(~UINT64_C (0) << (hi - a) / CHUNK);
  return m;
}

/* T happens, to SIZE bytes at A, or to chunks BITS of a region.  False without memory,
   or the warp has failed.  */
bool touch_range (struct check_launch *k, struct touch *t, uint64_t a, uint64_t size);
bool touch_chunks (struct check_launch *k, struct touch *t, uint64_t a, uint64_t bits);
/* The region of host address A, of the cluster's shared memory or global.  */
struct line *shadow_region (struct check_launch *k, const struct warp *w, uint64_t a);
/* The area of global memory that A is in, or NULL.  */
struct area *shadow_area (struct check_launch *k, uint64_t a);
void shadow_reset (struct line *r);
/* The last thread of block B, of W, exits: other blocks must have done with its shared
   memory before.  */
void shadow_end_block (struct block *b, struct warp *w);
void shadow_free_region (struct line *r);
void shadow_end (struct check_launch *k);
void shadow_free (struct check_device *d);

/* An operation in flight ends: it becomes an access of LANES of WARP at TIME.  */
struct landing
{
  uint32_t serial, lane;
  bool write;
  uint32_t lanes, time;
  uint16_t warp;
};
bool land_range (struct check_launch *k, const struct warp *w, uint64_t a, uint64_t size,
		 const struct landing *f);
bool land_chunks (struct check_launch *k, const struct warp *w, uint64_t a, uint64_t bits,
		  const struct landing *f);

/* ---- marks.c ---- */

/* The range whose bytes have marks that holds ADDR, or NULL.  */
struct valid *valid_at (const struct check_device *d, uint64_t addr);

/* The marks of the line at A.  */
static inline uint64_t *
marks (const struct valid *v, uint64_t a)
{
  return &v->mark[(a - (v->base & -(uint64_t) LINE)) / LINE];
}

/* [*LO, *HI), where every byte may be read, becomes what of it is valid.  A is in it.  */
void shadow_valid (struct check_launch *k, uint64_t a, uint64_t *lo, uint64_t *hi);

/* [BASE, BASE + SIZE) becomes memory of the device, of bytes that are VALID or not;
   it is that no more.  */
void check_alloc (px_emu *emu, uint64_t base, uint64_t size, bool valid);
void check_dealloc (px_emu *emu, uint64_t base, uint64_t size);
/* The freed allocation that ADDR was part of.  */
bool check_freed (px_emu *emu, uint64_t addr, uint64_t *base, uint64_t *size);

/* ---- trail.c ---- */

/* T, a plain read of LEN bytes at AT, is put off.  False: it is to be recorded now.  */
bool trail_read (struct check_launch *k, struct touch *t, uint64_t at, uint64_t len);
/* True if T is a plain read of global memory by lanes that follow each other, at places that are all
   equally far apart, which has been put off.  A: their addresses; NEXT: lanes with the one after them.  */
bool trail_column (struct check_launch *k, struct touch *t, const void *a, bool wide,
		   uint32_t next);
/* No trail of the warp continues.  */
void trail_close (struct check_warp *cw);
/* R's trails become accesses on record.  */
void trail_show (struct check_launch *k, struct area *r);
void trail_free (struct trails *l);
/* Those reads of area R become part of F.  */
bool trail_bytes (const struct area *r, px_emu_footprint *f);
/* Calls EACH with DATA for each of those reads: whose it is, SIZE bytes at A.  */
void trail_each (const struct area *r,
		 void (*each) (void *data, const struct rec *as, uint64_t a, uint64_t size),
		 void *data);

/* ---- kin.c: kernels that kernels launch ---- */

/* LANE of W has launched N.  */
void check_nested (struct warp *w, uint32_t lane, struct nested *n);
/* A launch by LANE of W at O has failed.  It is reported at the end of the launch of W, unless a
   thread has called cudaGetLastError or cudaPeekAtLastError meanwhile.  */
void check_nested_failed (struct warp *w, const struct op *o, uint32_t lane);
void check_nested_asked (struct launch *l);
/* A launch begins; its records are complete, and still there.  */
void check_kin_begin (struct launch *l);
void check_kin_end (struct check_launch *k);
void check_nested_moved (px_emu *emu, const struct nested *n);
void check_nested_gone (px_emu *emu, struct nested *n);

/* ---- footprint.c ---- */

/* F: what the launch has touched; false without memory.  */
bool footprint_of (struct check_launch *k, px_emu_footprint *f);
/* F gets N accesses of T's size, STRIDE bytes apart from AT on, or all of them there.  */
void footprint_early (px_emu_footprint *f, const struct touch *t, uint32_t n, uint64_t at,
		      uint64_t stride);

static inline void
check_tick (struct check_warp *cw)
{
  cw->time++;
}

/* Lanes MASK of W have executed a collective.  Where mbarriers are, such lanes have executed
   what stands before it, though they know nothing of its memory.  */
static inline void
check_met (struct warp *w, uint32_t mask)
{
  struct check_warp *cw = w->check;
  if (!w->block->check->n_mbars)
    return;
  uint32_t k = cw->n_met % 8;
  for (uint32_t i = 0; i < 8; i++)
    if (!(cw->met[i].mask & ~mask))
      k = i;
  cw->n_met += k == cw->n_met % 8;
  cw->met[k].time = cw->time;
  cw->met[k].mask = mask;
  check_tick (cw);
}

/* ---- check-async.c ---- */

/* mbarriers, before the instruction does it; false: the warp has failed.  Lane LANE, or
   LANES, which may do it together: initialises, ends, touches, arrives at the one at A.  */
/* R is forgotten.  */
void drop_released (struct released *r);
bool check_mbar_init (struct warp *w, const struct op *o, uint32_t lane, uint64_t a);
bool check_mbar_inval (struct warp *w, const struct op *o, uint32_t lane, uint64_t a);
bool check_mbar_use (struct warp *w, const struct op *o, uint32_t lanes, uint64_t a);
bool check_mbar_arrive (struct warp *w, const struct op *o, uint32_t lane, uint64_t a);
/* The live mbarrier at A, or NULL.  */
struct mbar *mbar_at (struct warp *w, uint64_t a);
/* O of lane LANE writes SIZE bytes at A, where mbarriers are.  */
void check_mbar_store (struct warp *w, const struct op *o, uint32_t lane, uint64_t a,
		       uint64_t size);
/* After it: a phase may have ended; LANES have seen the end of one.  */
void check_mbar_after (struct warp *w, uint64_t a);
void check_mbar_pass (struct warp *w, const struct op *o, uint32_t lanes, uint64_t a);

/* ---- check-expect.c ---- */

/* Lane LANE of W, at the mbarrier at A: makes expect_tx O of BYTES; arrives, expecting BYTES;
   completes BYTES or issues what will.  False: the warp has failed.  */
bool check_mbar_expect (struct warp *w, const struct op *o, uint32_t lane, uint64_t a,
			uint32_t bytes);
void check_mbar_arrived (struct warp *w, uint32_t lane, uint64_t a, uint32_t bytes);
void check_mbar_bytes (struct warp *w, uint32_t lane, uint64_t a, uint32_t bytes);
/* The phase of M, at A, has ended by what W has done.  */
void check_mbar_expected (struct warp *w, struct mbar *m, uint64_t a);

/* O touches registers that wgmma uses; is one; orders their accesses.  */
void check_pinned (struct warp *w, const struct op *o);
void check_wgmma (struct warp *w, const struct op *o);
void check_wgmma_fence (struct warp *w);
/* A descriptor of wgmma O has bits set that are reserved.  */
void check_descriptor (struct warp *w, const struct op *o);
/* What R, in flight, lacks.  */
const char *flight_missing (const struct warp *w, const struct rec *r, char *text, size_t size);
/* Events of struct observer.  */
void check_flight_step (const struct async_op *a, uint32_t lanes, enum async_step step);
void check_flight_touch (const struct async_op *a, uint32_t lane, uint64_t addr, uint32_t bytes,
			 bool write);
void check_flight_chunks (const struct async_op *a, uint64_t addr, uint64_t chunks);
/* R is about to be written, or has too many late reads: they become accesses on record.  */
void check_late_reads (struct check_launch *k, struct area *r);
void check_forget_late (struct late_read *first);

/* Lane LANE reads or writes SIZE bytes at host address A.  */
void check_touch (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint32_t size,
		  enum touching how);
/* W begins a slice of FUEL, or of less: what it returns; has ended it.  */
int32_t check_slice (struct warp *w, int32_t fuel);
void check_sliced (struct warp *w, int32_t used);
/* Each part of a warp has had its turns.  */
enum
{
  QUIET_ROUNDS = 6 * LANES
};
/* Returns true if all warps of WK are in endless loops that test whether something has happened, or
   cannot continue at all.  */
bool check_stuck (const struct worker *wk);
/* So many have asked in vain that they may.  */
static inline bool check_idle (const struct launch *l);
/* Something has happened.  */
static inline void check_progress (struct launch *l);
/* The op with which W asks again and again, or NULL.  The same, and what for, to TEXT.  */
const struct op *check_poll_op (const struct warp *w);
const struct op *check_polls (const struct warp *w, char *text, size_t size, bool *mbar);

#define IDLE_ASKS 20000
static inline bool
check_idle (const struct launch *l)
{
  return l->check->idle >= IDLE_ASKS;
}

static inline void
check_progress (struct launch *l)
{
  l->check->dev->stamp++;
  l->check->idle = l->check->asks = 0;
}

/* ---- spin.c ---- */

/* A digest of what decides how W, which only asks, continues.  */
uint64_t spin_state (const struct warp *w);
void spin_free (px_emu_func *f);

#endif
