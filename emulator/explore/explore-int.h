/* SPDX-License-Identifier: MIT */
/* What the files of the explorer share: explore.c says what they do together.  */
#ifndef PX_EXPLORE_INT_H
#define PX_EXPLORE_INT_H

#include "emulator/explore/explore.h"
#include "emulator/run/async.h"
#include "emulator/sanitize/check.h"
#include "emulator/run/device.h"
#include "emulator/run/hash.h"
#include "emulator/run/nested.h"
#include "emulator/run/rows.h"

enum
{
  LIMIT = 10000,     /* schedules, where the launch names no limit */
  MAX_STEPS = 20000, /* of a schedule */
  MAX_PROCS = 4096,
  MAX_WARPS = 256,
  MAX_OPS = 20000000, /* of a step */
  MAX_RESULTS = 4     /* that are reported */
};
#define MAX_BYTES ((uint64_t) 64 << 20)

/* ---- steps ---- */

/* From T_CLASS on what commutes with its own number only: integer reductions, by opcode; arrivals
   at mbarriers, at barriers, by phase.  */
enum
{
  T_READ,
  T_WRITE,
  T_CLASS,
  T_ARRIVAL = 1 << 12,
  T_BARRIER = 1 << 16
};

_Static_assert(T_CLASS + N_OPS <= T_ARRIVAL, "opcodes and phases are told apart");

struct touch_range
{
  uint64_t a;
  uint32_t n, kind;
};

/* What a step touches; shared by those who remember it.  */
struct effect
{
  uint32_t refs, n;
  uint64_t lo, hi;
  bool writes, ends_phase; /* of a barrier, an mbarrier */
  struct touch_range t[];
};

struct vector
{
  uint32_t n, cap, *at;
};

struct step
{
  uint32_t proc;
  struct effect *effect;
  struct vector clock; /* of each process, the number of the last step that came
				   before this one, plus one; itself included */
};

struct sleeper
{
  uint32_t proc;
  struct effect *effect;
};

/* A choice.  */
struct node
{
  uint32_t chosen;
  struct vector enabled, backtrack;
  struct sleeper *sleep; /* n_sleep that need not be chosen, then those done */
  uint32_t n_sleep, n_all, cap;
};

struct proc
{
  struct warp *w;     /* of the operation too */
  struct async_op *a; /* an operation under way; NULL */
  bool is_async, known;
  uint32_t number; /* of the operation in its warp */
  uint32_t issued; /* by the warp in this run */
  struct vector clock;
  /* Warps: states since the last thing that others could notice, and what was read
     since.  */
  uint64_t state[64];
  uint32_t n_states;
  struct touch_range *read;
  uint32_t n_read, cap_read;
  bool polls;		 /* waits for a write to one of them */
  uint32_t spun;	 /* lanes that have come round */
  bool waits, wait_read; /* at an instruction that waits for groups */
  uint8_t wait_end;
  int wait_keep;
  uint32_t wait_lanes;
};

/* An event of the instruction that runs; it takes effect when the step is over.  */
struct note
{
  enum
  {
    N_ARRIVE,
    N_JOIN,
    N_PASS,
    N_PHASE
  } kind;
  uint64_t key, from;
  uint32_t proc;
};

struct gate
{
  uint64_t key;
  uint32_t phase;
  struct vector clock;
};

struct copy
{
  uint64_t base, size;
  uint8_t *bytes, *first; /* before; after the first schedule */
};

struct result
{
  uint64_t hash;
  enum px_emu_kind kind;
};

struct explorer
{
  struct launch *l;
  struct worker wk;
  struct proc *procs;
  uint32_t n_procs, n_warps;
  struct gate *gates;
  uint32_t n_gates;
  struct step *steps;
  struct node *nodes;
  uint32_t depth, fresh, n; /* nodes; the first new one; steps of this run */
  /* Of the step that runs.  */
  uint32_t proc;
  struct touch_range *t;
  uint8_t *old; /* bytes before, of what is written */
  uint32_t n_t, cap_t, n_old, cap_old, kept;
  struct note *notes;
  uint32_t n_notes, cap_notes;
  struct vector issued, joins;
  bool seen, memory;	  /* others may notice; memory has run out */
  uint64_t ops, step_ops; /* executed in this run; before this step */
  uint64_t changes;	  /* steps of this run that wrote */
  struct copy *copies;
  uint32_t n_copies;
  size_t out_len, n_ranges;
  bool unreduced;
  uint64_t runs, pruned;
  char *first;	      /* the schedule that COPIES have the results of */
  px_emu_error error; /* the first */
  struct result results[1024];
  uint32_t n_results;
};

enum outcome
{
  GOES_ON,
  ENDS,
  TOO_LONG
};

/* events.c */
extern const struct observer explore_observer;

/* effect.c */

/* Appends VALUE; false without memory, which X remembers.  */
bool vector_add (struct explorer *x, struct vector *v, uint32_t value);
bool vector_has (const struct vector *v, uint32_t value);
/* Clocks, in which missing entries are zero: TO knows what FROM knows, too; PROC up to VALUE.  */
void vector_join (struct explorer *x, struct vector *to, const struct vector *from);
void vector_set (struct explorer *x, struct vector *v, uint32_t proc, uint32_t value);
/* True if step I happened before what CLOCK belongs to.  */
bool came_before (const struct explorer *x, uint32_t i, const struct vector *clock);
/* True if A and B share a byte.  */
bool explore_overlap (const struct touch_range *a, const struct touch_range *b);
/* True if a step with effect E and a later one with F do not commute.  CHOICE: both are still to
   come, so that an arrival which ends a phase sends the others to the next one.  */
bool explore_conflict (const struct effect *e, const struct effect *f, bool choice);
void explore_effect_drop (struct effect *e);
/* The effect of the events since the step began; NULL without memory.  */
struct effect *explore_effect_new (struct explorer *x);
/* The step that runs touches N bytes at A, KIND of T_; KEEP_OLD: their values before it say whether
   it changes them.  */
void explore_add_touch (struct explorer *x, uint64_t a, uint32_t n, uint32_t kind, bool keep_old);

/* events.c */

/* What is known of the barrier that KEY names; NULL without memory.  */
struct gate *explore_gate_at (struct explorer *x, uint64_t key);
/* The process that W is.  */
uint32_t explore_proc_of (const struct warp *w);
/* True if what lanes LANES of W wait for has happened.  */
bool explore_waited (const struct warp *w, uint32_t lanes, enum async_end end, int keep, bool read);

/* explore.c */

/* Steps I and N, the latter with clock CLOCK, do not commute and nothing orders them: sees to
   it that N comes first in another schedule.  */
void explore_reverse (struct explorer *x, uint32_t i, uint32_t n, const struct vector *clock);
/* The choice where there is no other reason for one: LAST again, else the first warp, else
   the first operation that waits.  K, if not NULL, lets some sleep.  */
uint32_t explore_usual (const struct explorer *x, const struct vector *able, uint32_t last,
			const struct node *k);
/* The processes that can make a step, to V.  */
void explore_list_enabled (struct explorer *x, struct vector *v);
/* Memory and blocks as they were at the beginning.  */
void explore_begin_run (struct explorer *x);
/* True if all warps have ended.  */
bool explore_all_done (const struct explorer *x);
/* X and its launch have ended.  */
void explore_end (struct explorer *x);
/* False: not explored, *WHY is why.  */
bool explore_prepare (struct explorer *x, struct launch *l, const char **why);

/* result.c */

/* This run has ended: records its result if it is a new one.  */
void explore_take_result (struct explorer *x);
/* Runs L in the order that its description names.  */
void explore_run_trace (struct launch *l);

/* step.c */

/* True if process I can make a step.  */
bool explore_enabled (const struct explorer *x, uint32_t i);
/* True if L is past its time limit.  */
bool explore_time_is_up (const struct launch *l);
/* The next step is that of P.  */
enum outcome explore_take_step (struct explorer *x, uint32_t p);

#endif
