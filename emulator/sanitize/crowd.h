/* SPDX-License-Identifier: MIT */
/* Accesses of one line by many warps, none ordered after another one.

   Most kinds of accesses are in no conflict with each other: reads with reads, strong ones
   with strong ones that reach as far.  So those that are recorded when a line has many are
   kept by class, and a new access is compared only with the classes that it may conflict with, and
   with what its own warp has on record.  */
#ifndef PX_CROWD_H
#define PX_CROWD_H

#include "emulator/sanitize/check.h"

/* Plain reads; strong reads, strong writes of a scope that holds the whole grid.  */
enum crowd_class
{
  CROWD_READ,
  CROWD_STRONG_READ,
  CROWD_STRONG_WRITE,
  CROWD_CLASSES
};

struct crowd_part
{
  uint32_t n, cap, gone; /* GONE of the N concern no byte any more */
  struct rec *at;
  uint32_t *next; /* of the same list, by index; CROWD_END: none */
  uint32_t *list; /* of those of a warp, hashed; MASK + 1 of them */
  uint32_t mask;
};
#define CROWD_END UINT32_MAX

struct crowd
{
  struct crowd_part part[CROWD_CLASSES];
  uint8_t width; /* of the strong ones, all of which have the same; 0: there were none */
};

/* The first record in the list of WARP of GROUP, which others may share.  */
static inline uint32_t
crowd_first (const struct crowd_part *p, uint32_t group, uint16_t warp)
{
  return p->n ? p->list[(group * 0x9e3779b1u + warp * 0x85ebca6bu) >> 7 & p->mask] : CROWD_END;
}

/* R becomes one of P; *ROOM grows by the bytes that P takes for it.  False without memory.  */
bool crowd_add (struct crowd_part *p, const struct rec *r, uint64_t *room);
/* If many records of P are gone, they go.  */
void crowd_tidy (struct crowd_part *p);
void crowd_free (struct crowd *c);

#endif
