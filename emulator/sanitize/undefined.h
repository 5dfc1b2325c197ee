/* SPDX-License-Identifier: MIT */
/* The sanitizer: values that nobody has set, what undefined.c, bytes.c and origins.c share.  */
#ifndef PX_UNDEFINED_H
#define PX_UNDEFINED_H

#include "emulator/run/rows.h"
#include "emulator/sanitize/check.h"

struct undef_ref
{
  uint32_t mark; /* index */
  uint32_t reg;	 /* PTX register, or NONE */
  char field;
  uint8_t bytes; /* of a lane's register; of a predicate, 1 */
};

struct undef_op
{
  uint8_t how;	/* enum how, of this one: op_row.how, unless it has no such operands */
  uint8_t flow; /* as in struct op_row, and LOW and SIGN */
  uint8_t low;
  bool sign;
  bool other; /* an operand is always defined, and no constant */
  uint16_t n_uses, n_defs;
  uint32_t refs; /* uses, then defs */
};

/* What is known of a function.  A register that is not a constant has a mark, in the frame
   after the registers; those that are CARRIED come first.  After the marks, which have a
   bit a lane, lies for each the byte-mask of each lane: which bytes nobody has set.  It counts
   only in lanes whose bit is set, so nobody clears it.  */
struct undef
{
  struct undef_op *ops; /* all of the function's */
  struct undef_ref *refs;
  size_t n_refs, cap_refs;
  uint32_t n_marks, n_carried;
  uint32_t *entry, n_entry; /* marks that are set when a frame is made */
  struct life *range;	    /* by mark: the ops where the register lives */
};

static inline uint32_t *
marks_of (const struct frame *frame)
{
  return (uint32_t *) (frame->regs + frame->func->marks_at);
}

/* The byte-masks of the lanes of mark MARK.  */
static inline uint8_t *
bytes_of (const struct frame *frame, uint32_t mark)
{
  const struct undef *u = frame->func->undef;
  return (uint8_t *) (marks_of (frame) + u->n_marks) + (size_t) mark * LANES;
}

/* ---- bytes.c ---- */

/* A byte-mask of a value of which nothing is set.  */
#define ALL_BYTES 0xffu

/* The bytes of SIZE, from the lowest on, that nobody has set in what R holds in LANE of W.
   All 16 bytes of a register of 128 bits share a mark.  */
uint32_t undefined_bytes (const struct warp *w, const struct undef_ref *r, uint32_t lane,
			  uint32_t size);
/* Of LANES of W, those where some of these bytes are undefined.  */
uint32_t undefined_lanes (const struct warp *w, const struct undef_ref *r, uint32_t lanes,
			  uint32_t size);
/* Puts in BYTES what is undefined of the result of O in LANES, where something of it may
   be.  The lanes where something is.  */
uint32_t result_bytes (const struct warp *w, const struct op *o, const struct undef_op *u,
		       const struct undef_ref *uses, uint32_t lanes, uint8_t *bytes);
/* What a load O with U leaves undefined in a register of REG bytes, if MISSING are the bytes
   of its SIZE that nobody has set.  */
uint8_t loaded_bytes (const struct undef_op *u, uint32_t missing, uint32_t size, uint32_t reg);
/* ---- padding.c ---- */

/* O stores what R holds, undefined in LANES, where others may read it.  Returns those of LANES where
   what nobody has set is no padding of a structure that is copied whole.  */
uint32_t not_padding (const struct warp *w, const struct op *o, const struct undef_ref *r,
		      uint32_t lanes);
/* What the load O takes may be padding altogether: its function loads what lies before it, from the
   same address and as many bytes at least, too.  GAPS_IN_WORDS: it takes an integer of a word after
   another, as members would be taken.  */
enum gaps
{
  NO_GAPS,
  GAPS_IN_WORDS,
  GAPS
};
enum gaps copies_gaps (const struct warp *w, const struct op *o);
/* LACKS: the bytes of 16, at an address aligned to that, that nobody has set.  Returns true if the
   SIZE from AT on may be the padding that members are followed by: some of 8 aligned bytes, or
   of these 16, are set before, and none after.  Unless LOOSE the members must not end in a word
   that is set altogether: of four bytes that are and four that are not, the latter may be an
   element that was forgotten.  */
bool follows_members (uint32_t lacks, unsigned at, uint32_t size, bool loose);
/* The bytes of SIZE, at most LINE, from host address A of shared or global memory on that nobody has
   written.  */
uint64_t unwritten_bytes (const struct warp *w, uint64_t a, uint32_t size);
/* Those in MISSING are as before anyone wrote them.  */
void unwrite (const struct warp *w, uint64_t a, uint32_t size, uint64_t missing);
/* Lane LANE of W takes by O, at host address A, SIZE bytes that nobody has written.  */
void tell_unwritten (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint32_t size);

/* ---- origins.c ---- */

/* Where what a register holds comes from, as far as that is still known.  */
const struct origin *origin_of (const struct warp *w, uint32_t mark);
void set_origin (struct warp *w, uint32_t mark, const struct origin *from);
/* That is no longer what was loaded.  */
void no_gap (struct warp *w, uint32_t mark);
/* The same of what lies at byte AT of the lanes' local memory.  */
const struct origin *origin_of_local (const struct warp *w, uint64_t at);
void set_local_origin (struct warp *w, uint64_t at, const struct origin *from);
/* SIZE bytes from AT on are other variables now.  */
void forget_local_origins (struct warp *w, uint64_t at, uint64_t size);
/* LANES of W use at O what R holds, and it is undefined there: WHAT.  */
void tell_undefined (struct warp *w, const struct op *o, const struct undef_ref *r, uint32_t lanes,
		     const char *what);
/* What R holds in the lanes BAD is the rest of a reduction by shuffles: the lowest lane's is
   defined, and nobody uses the others'.  */
bool is_rest_of_shuffle (const struct warp *w, const struct undef_ref *r, uint32_t bad);

#endif
