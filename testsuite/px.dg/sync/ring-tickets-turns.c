/* SPDX-License-Identifier: MIT */
/* Dynamic schedules for two consumers that take turns with the slots: a ticket is two groups of rows, one for each.  */
/* { dg-do run } */
#include "aux/ring-tickets.h"

KERNEL2 (pairs, int k = 0; for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (2 * tile >= n) break; FILL_TWO (tile) },
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m; },
	 int k = m; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m; })
/* Two tickets a turn, which both know: the first one ends the loop.  */
#define HAND2(slot, value, value2) \
  __claim (thread, 1, int *w = ticket[slot]) __split (thread) __case (1) { w[0] = (value); w[1] = (value2); }
KERNEL2 (tickets, int k = 0; for (int i = 0;; i++) { int tile = TAKE; int more = TAKE; HAND2 (i % S, tile, more) if (tile >= n) break; FILL_GROUP (tile * m) FILL_GROUP (more * m) },
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE_GROUP k += m; },
	 int k = m; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE_GROUP k += m; })
/* No more turns than tickets; each leaves them twice.  */
KERNEL2 (at_most, int k = 0; for (int i = 0; i <= n; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (2 * tile >= n) break; FILL_TWO (tile) },
	 int k = 0; for (int i = 0; i <= n; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m; },
	 int k = m; for (int i = 0; i <= n; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m; })

int
main (void)
{
  start ();
  RUN_WITH (pairs, EACH, P + 2 * C);
  RUN_WITH (tickets, EACH, P + 2 * C);
  RUN_WITH (at_most, EACH, P + 2 * C);
  return 0;
}
