/* SPDX-License-Identifier: MIT */
/* A name of a slot is given once: a loop in its body, or copies to other rings between, are all one use, also of a
   constant slot and of a ring of one.  What a loop reads of one constant slot of several is one use.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#define BESIDE(SLOTS) __shared __slots (SLOTS) int y[SLOTS][P];
#include "aux/ring-bulk.h"

KERNEL (constant, for (int c = 0; c < tiles; c++) for (int j = 0; j < 1; j++) { FILL (0, 3 * c); __partition (thread, 1, int *w = x[1] + t) for (int k = 0; k <= tiles; k++) *w = in[(3 * c + 1) * P + t]; FILL (2, 3 * c + 2); },
	for (int c = 0; c < tiles; c++) { sum *= 3; for (int k = 0; k < each; k++) sum += k ? 0 : x[0][P - 1 - t]; USE (1); USE (2); })

/* A fills X and Y in parts, those of one between those of the other.  */
#define PARTS(SLOTS, I) \
  __async (int *v = x[(I) % SLOTS]) \
    __async (int *w = y[(I) % SLOTS]) \
      { \
	px_bulk_load (v, in + (I) * P, 2 * P); \
	for (int k = 0; k < 2; k++) \
	  px_bulk_load (w + k * (P / 2), in + (I) * P + k * (P / 2), 2 * P); \
	px_bulk_load (v + P / 2, in + (I) * P + P / 2, 2 * P); \
      }
#define BOTH(SLOTS, I) __group (thread, 1) sum = sum * 3 + x[(I) % SLOTS][P - 1 - t] * 2 - y[(I) % SLOTS][P - 1 - t]
BULK (one_slot, 1, EACH PARTS (1, i), EACH BOTH (1, i);)
BULK (three, 3, EACH PARTS (3, i), EACH BOTH (3, i);)
BULK (two_constants, 2, { PARTS (2, 0) PARTS (2, 1) }, { BOTH (2, 0); BOTH (2, 1); })

#define TRY(name, n) do { int *o = t_dev (0, C * sizeof *o); LAUNCH (1, 32 + C, name, d, o, n); check (o, n); } while (0)

int
main (void)
{
  start ();
  RUN (constant, 6);
  TRY (one_slot, N);
  TRY (one_slot, 0);
  TRY (three, N);
  TRY (two_constants, 2);
  return 0;
}
