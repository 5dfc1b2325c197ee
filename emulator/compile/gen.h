/* SPDX-License-Identifier: MIT */
/* A function that is being written as C: compile.c says how.  */
#ifndef PX_GEN_H
#define PX_GEN_H

#include "emulator/compile/compile.h"
#include "emulator/code/decode.h"
#include "emulator/run/device.h"
#include "emulator/run/rows.h"
#include "emulator/sanitize/notes.h"

/* An op with more results than RESULTS has them in the frame.  */
enum
{
  MAX_OPS = 6000,
  MAX_VREGS = 8000,
  RESULTS = 160
};

typedef uint64_t word;
#define HAS(set, i) ((set)[(i) / 64] >> (i) % 64 & 1)
#define PUT(set, i) ((set)[(i) / 64] |= (word) 1 << (i) % 64)

enum kind
{
  K_CALL,
  K_LANES,
  K_SETP,
  K_SELP,
  K_PRED,
  K_LOAD,
  K_STORE,
  K_GUARD,
  K_GO,
  K_IF,
  K_NOTHING
};

struct lane_op
{
  const char *name;	/* NULL: there is none */
  uint8_t kind, n, imm; /* n: operands */
  uint8_t bytes[4];	/* of D, A, B, C */
};

enum spread
{
  NEVER,
  SAME,
  ROW,
  HALVES,
  EACH,
  FRAME
};
enum
{
  HALF = LANES / 2
};

/* What is known of the step from lane to lane.  */
enum step_state
{
  STEP_NEVER, /* nothing has been seen that sets the register */
  STEP_KNOWN,
  STEP_ANY
};

/* One op, looked at.  */
struct look
{
  uint8_t kind, line;
  uint32_t row; /* mma's that run at once from here on; 0 */
  const struct lane_op *lane;
  /* Loads and stores.  */
  bool shared, wide, sign; /* wide: a 64-bit address */
  uint8_t bits, reg_bits, n;
};

struct gen
{
  const px_emu_func *f;
  const struct plan *p;
  unsigned shape;
  bool checked, traces; /* the sanitizer looks on; at initialisation, too */
  uint32_t n;		/* ops */
  size_t words;
  word *live; /* [op][words]: alive before it */
  uint8_t *leader, *entry, *spread;
  uint8_t *step_state; /* of a vreg that is ROW or HALVES: enum step_state */
  uint64_t *step;      /* its step, where that is STEP_KNOWN */
  uint32_t *back;      /* the last op that branches back to an op, or 0 */
  struct look *look;
  uint32_t *inst;  /* of a vreg in the block, or NONE */
  uint8_t *dirty;  /* its array is newer than its vectors */
  uint32_t arrays; /* made so far */
  uint32_t vector; /* bytes of the machine's */
  /* Of a checked read of shared memory, the first op of the group that it is in, and 1; of that, how
     many it has; or 0 (group.c).  */
  uint32_t *group, *grouped;
  uint32_t part; /* where the lanes wait that do not execute what is written now (part.c); or 0 */
  FILE *out;
};

#define EACH_LIVE(v, i) \
  for (size_t w_ = 0; w_ < g->words; w_++) \
    for (word s_ = g->live[(i) *g->words + w_]; s_; s_ &= s_ - 1) \
      for (uint32_t v = w_ * 64 + __builtin_ctzll (s_), once_ = 1; once_; once_ = 0)

/* look.c: what of lane.inc an operation is.  */
extern const struct lane_op compile_lane_ops[N_OPS];

/* write.c: text that is part of the function.  */
void gen_put (struct gen *g, const char *fmt, ...) __attribute__ ((format (printf, 2, 3)));

/* look.c */

/* True if V is filled with the frame.  The bits of V.  */
bool gen_is_init (const struct gen *g, uint32_t v);
unsigned gen_width (const struct gen *g, uint32_t v);
/* Reference K of op I; the vreg in its FIELD, or NONE; the op that it jumps to.  */
const struct ref *gen_ref_of (const struct gen *g, uint32_t i, uint32_t k);
uint32_t gen_operand (const struct gen *g, uint32_t i, char field);
uint32_t gen_target_of (const struct gen *g, uint32_t i);
/* The spread of special register R; *NEED gets what it rests on.  */
enum spread gen_spread_of_sreg (unsigned shape, uint64_t r, unsigned *need);
/* True if the step of V, which is ROW or HALVES, is the same whenever it is set: then it is a
   constant of the code.  */
bool gen_step_known (const struct gen *g, uint32_t v);
/* True if V is a constant, *VALUE.  */
bool gen_constant_of (const struct gen *g, uint32_t v, uint64_t *value);
/* Fills in LOOK and SPREAD; LIVE, false without memory; LEADER, ENTRY and BACK.  */
void gen_classify (struct gen *g);
bool gen_liveness (struct gen *g);
void gen_find_blocks (struct gen *g);
/* Code is entered within loops, too.  A loop of C has one entry all the same, or the
   compiler would not vectorise in it: who enters comes by the heads of all loops around,
   from the outermost inward, and E says where to.  The head of a loop in ops [FROM, I] that
   holds I, the first such; or I.  */
uint32_t gen_way_to (const struct gen *g, uint32_t i, uint32_t from);

/* group.c */

/* Finds the groups of ops [FIRST, LAST], a block.  */
void gen_find_groups (struct gen *g, uint32_t first, uint32_t last);
/* Op I begins a group: the code that looks at it.  */
void gen_group (struct gen *g, uint32_t i);

/* part.c */

/* Returns true if what the branch at op I jumps over can be written for some lanes.  */
bool gen_can_part (const struct gen *g, uint32_t i);
/* Writes it, to where the branch goes: for the lanes that are not in c.  All is settled.  P: the
   branch's predicate.  */
void gen_part (struct gen *g, uint32_t i, uint32_t p);
/* There, all being stored: the interpreter continues at op I, for these lanes.  */
void gen_leave_part (struct gen *g, uint32_t i);

/* write.c */

/* Vectors of the machine that V takes.  */
uint32_t gen_chunks (const struct gen *g, uint32_t v);
/* The scalar that V is or begins with.  */
void gen_scalar (struct gen *g, uint32_t v);
/* The step from lane to lane.  */
void gen_step (struct gen *g, uint32_t v);
/* What lane 16 has.  */
void gen_half (struct gen *g, uint32_t v);
/* Scalar V has just been set: it is all of V.  */
void gen_all_same (struct gen *g, uint32_t v);
/* Makes an array of the lanes of V, of a spread with values; its number.  */
uint32_t gen_array (struct gen *g, uint32_t v);
/* V to the frame.  */
void gen_store (struct gen *g, uint32_t v);
/* The vectors of what the block has defined, as far as it lives at op I.  */
void gen_settle (struct gen *g, uint32_t i, uint32_t j);
/* All that lives before op I, but what op BUT defines, to the frame.  */
void gen_store_live (struct gen *g, uint32_t i, uint32_t but);
/* Calls the handler of op I, of the guard before it if GUARDED.  TO: arrays of its
   results that are EACH.  */
void gen_call (struct gen *g, uint32_t i, bool guarded, const uint32_t *to);
/* Arrays for the results of op I that are EACH, in order.  */
void gen_result_arrays (struct gen *g, uint32_t i, uint32_t *to);
/* TO are the arrays of the results of op I that are EACH.  */
void gen_results_become (struct gen *g, uint32_t i, const uint32_t *to);
/* Leaves at op I: the interpreter continues there.  */
void gen_leave (struct gen *g, uint32_t i);
/* An op of lane.inc; P: where a guard holds, NONE: everywhere.  MASK: the C of it.  */
void gen_lanes (struct gen *g, uint32_t i, uint32_t p, const char *mask);
/* Results of op I keep what they were where guard P does not hold: OLD are the arrays of
   that, TO the new ones.  */
void gen_before_guarded (struct gen *g, uint32_t i, uint32_t p, uint32_t *old);
void gen_guard_begins (struct gen *g, uint32_t i, uint32_t p, const char *mask, const uint32_t *to,
		       const uint32_t *old);

/* access.c */

/* A load or a store, op I; P, MASK as of lanes.  Lanes that read one place, or read or write one after the
   other, are done here.  */
void gen_memory (struct gen *g, uint32_t i, uint32_t p, const char *mask);

#endif
