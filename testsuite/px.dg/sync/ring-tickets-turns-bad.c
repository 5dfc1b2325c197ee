/* SPDX-License-Identifier: MIT */
/* As ring-tickets-turns.c, where a group has no consumer or two, or a consumer another number of turns.  */
/* { dg-do compile } */
#include "aux/ring-tickets.h"

/* Two drain the first one's groups.  */
KERNEL2 (same, int k = 0; for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (2 * tile >= n) break; FILL_TWO (tile) }, /* { dg-error {PX70} } */
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m; },
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m; })
/* None drains the second's.  */
KERNEL2 (none, int k = 0; for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (2 * tile >= n) break; FILL_TWO (tile) }, /* { dg-error {PX70} } */
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m; },
	 int k = m; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break;  })
/* Which group is a consumer's depends on the ticket, not on the turn.  */
KERNEL2 (value, int k = 0; for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (2 * tile >= n) break; FILL_TWO (tile) }, /* { dg-error {PX70} } */
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; if (tile & 1) k += m; USE_GROUP if (!(tile & 1)) k += m; },
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; if (!(tile & 1)) k += m; USE_GROUP if (tile & 1) k += m; })
/* The second's loop ends by another number; or it leaves a slot out.  */
KERNEL2 (ends, int k = 0; for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (2 * tile >= n) break; FILL_TWO (tile) }, /* { dg-error {PX70} } */
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m; },
	 int k = m; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile + 1 >= n) break; USE_GROUP k += m; })
KERNEL2 (left, int k = 0; for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (2 * tile >= n) break; FILL_TWO (tile) }, /* { dg-error {PX70} } */
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m; },
	 int k = m; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m + 1; })
/* One group a turn, for whom it is by the turn's number.  */
KERNEL2 (odd, int k = 0; for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (2 * tile >= n) break; FILL_GROUP (tile * m) }, /* { dg-error {PX70} } */
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; if (i % 2 == 0) { USE_GROUP } else k += m; },
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; if (i % 2 == 1) { USE_GROUP } else k += m; })
/* The loop is left between the two groups, but not so by who drains the second.  */
KERNEL2 (between, int k = 0; for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (2 * tile >= n) break; FILL_GROUP (2 * tile * m) if (2 * tile + 1 >= n) break; FILL_GROUP ((2 * tile + 1) * m) }, /* { dg-error {PX70} } */
	 int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m; },
	 int k = m; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (2 * tile >= n) break; USE_GROUP k += m; })
