/* SPDX-License-Identifier: MIT */
/* Notes: reads of shared memory that are no records yet (notes.c says when that may be).  */
#ifndef PX_NOTES_H
#define PX_NOTES_H

#include "emulator/sanitize/check.h"

enum
{
  NOTES = 256,	      /* of a warp: twice what the loop over a tile of 64 reads */
  NOTED_REGIONS = 256 /* bits of check_block.noted: regions of the most shared memory */
};

/* A read of LEN bytes at AT of shared memory; the rest as of a record.  */
struct read_note
{
  uint32_t at, len, lanes;
  uint8_t lane; /* whose bytes are at AT */
  uint8_t shift, fold, scope;
  uint32_t time, site, size;
};

/* Reads of a compiled function by weak loads of one size of shared memory, whose address is one
   register and a constant, IMM.  Where one is executed all are, in one order, and nothing that they
   have no part in comes between that is a write of shared memory or orders anything.  */
struct group_read
{
  int32_t imm;
  uint32_t op; /* its number in the function */
};
/* Constants [LO, HI] of reads next to each other: there is no whole region between two.  */
struct group_piece
{
  int32_t lo, hi;
};
struct read_group
{
  const struct group_read *reads;
  const struct group_piece *pieces;
  uint32_t n_reads, n_pieces;
  uint8_t size, scope; /* of each */
};

enum
{
  GROUP_NOTES = 64 /* of a warp: two for each turn of a loop over a tile that is unrolled by 2 */
};

/* All reads of a group; AT, FOLD, N and ONE_PLACE: as of struct rows, by the register alone.  */
struct group_note
{
  const struct read_group *g;
  uint32_t at[2];
  uint32_t time, first_site;
  uint8_t n, fold;
  bool one_place;
};

/* Of a warp.  SLOT: the number of the last note whose place has this hash; or of another, or
   of none.  */
struct notes
{
  uint32_t n;
  uint32_t bit;		/* of line.quiet */
  struct line *regions; /* of the block, as NOTED */
  uint64_t *noted;
  uint16_t slot[256];
  struct read_note at[NOTES];
  uint32_t n_groups;
  uint8_t group_slot[GROUP_NOTES];
  struct group_note groups[GROUP_NOTES];
};
#define NOTE_SLOT(at) ((uint32_t) (at) *0x9e3779b1u >> 24)

/* All lanes of W read R by the weak load O of shared memory, a row or ONE_PLACE, FOLD as in struct
   touch.  True: nothing else is to be done for it.  */
bool notes_read (struct warp *w, const struct op *o, const struct rows *r, uint32_t fold,
		 bool one_place);
/* All lanes of W are about to make the reads of G: HOW as of check_rows, of the base register alone.
   Returns where shared memory is if nothing else is to be done for them; NULL: each is to be looked at.  */
char *notes_group (struct warp *w, const struct read_group *g, uint64_t a0, uint64_t a1,
		   uint32_t how);
/* The notes of B's warps become accesses on record.  False without memory.  */
bool notes_show (struct block *b);
/* Barrier ID of B is complete, and those that wait at it have not continued.  */
void notes_pass (struct block *b, int id);
/* B begins.  */
void notes_begin (struct block *b);

#define NO_TURN UINT32_MAX

/* Region I of B's shared memory is about to be written by an access of KIND.  */
static inline bool
notes_write (struct block *b, uint32_t i, uint32_t kind)
{
  struct check_block *cb = b->check;
  struct line *r = &cb->regions[i];
  r->quiet = 0;
  if (kind & (REC_FLIGHT | REC_PROXY | REC_TX))
    r->turn = NO_TURN;
  else if (r->turn != NO_TURN)
    r->turn = cb->turns;
  return !(cb->noted[i / 64 % 4] >> i % 64 & 1) || notes_show (b);
}

#endif
