/* SPDX-License-Identifier: MIT */
/* Dynamic schedules: what a ring carries decides how often both sides turn.  */
/* { dg-do run } */
#include "aux/ring-tickets.h"

#define TWIST(x) (((x) / 3 * 5 ^ 1) + 2)

/* Until the ticket is none.  */
KERNEL (until, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break; FILL (i % S, tile); },
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
/* No more turns than tickets.  */
KERNEL (at_most, for (int i = 0; i <= n; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break; FILL (i % S, tile); },
	for (int i = 0; i <= n; i++) { int tile = ticket[i % S][0]; if (tile >= n) break; USE (i % S); })
KERNEL (conditional, for (int i = 0; i < n; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile < n) FILL (i % S, tile); },
	for (int i = 0; i < n; i++) { int tile = ticket[i % S][0]; if (tile < n) USE (i % S); })
/* The ticket says how many rows its group has, by a table.  */
KERNEL (groups, int k = 0; for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break;
		   for (int j = 0; j < length[tile]; j++) { FILL (k % S, tile * EACH + j); k++; } },
	int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; if (tile >= n) break;
		   for (int j = 0; j < length[tile]; j++) { USE (k % S); k++; } })
/* The number of rows comes along.  */
KERNEL (along, int k = 0; for (int i = 0;; i++) { int tile = TAKE; int rows = tile < n ? length[tile] : -1;
		   __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { w[0] = tile; w[1] = rows; }
		   if (rows < 0) break;
		   for (int j = 0; j < rows; j++) { FILL (k % S, tile * EACH + j); k++; } },
	int k = 0; for (int i = 0;; i++) { int rows = ticket[i % S][1]; if (rows < 0) break;
		   for (int j = 0; j < rows; j++) { USE (k % S); k++; } })
/* By two rings.  */
KERNEL (two, int k = 0; for (int i = 0;; i++) { int tile = TAKE; int rows = tile < n ? length[tile] : 0;
		   HAND (ticket, i % S, 0, tile); HAND (other, i % S, 2, rows); if (tile >= n) break;
		   for (int j = 0; j < rows; j++) { FILL (k % S, tile * EACH + j); k++; } },
	int k = 0; for (int i = 0;; i++) { int tile = ticket[i % S][0]; int rows = other[i % S][2]; if (tile >= n) break;
		   for (int j = 0; j < rows; j++) { USE (k % S); k++; } })
/* Of other types; by warps of the branch.  */
KERNEL (unsigned_one, for (unsigned i = 0;; i++) { unsigned tile = TAKE; HAND (ticket, i % S, 0, (int) tile); if (tile >= (unsigned) n) break; FILL (i % S, tile); },
	for (unsigned i = 0;; i++) { unsigned tile = ticket[i % S][0]; if (tile >= (unsigned) n) break; USE (i % S); })
KERNEL (told, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile < n); if (tile >= n) break; FILL (i % S, tile); },
	for (int i = 0;; i++) { int more = ticket[i % S][0]; if (!more) break; USE (i % S); })
/* A ticket is a piece of several rows, which is cut where groups end.  */
KERNEL (pieces, int k = 0; for (int i = 0;; i++) { int from = TAKE * 4; int to = from + 4 < n ? from + 4 : n; HAND (ticket, i % S, 0, from); if (from >= n) break;
		   for (int at = from; at < to; at += TOGETHER (at, to, n / 4)) { int rows = TOGETHER (at, to, n / 4); for (int j = 0; j < rows; j++) { FILL (k % S, at + j); k++; } } },
	int k = 0; for (int i = 0;; i++) { int from = ticket[i % S][0]; int to = from + 4 < n ? from + 4 : n; if (from >= n) break;
		   for (int at = from; at < to; at += TOGETHER (at, to, n / 4)) { int rows = TOGETHER (at, to, n / 4); for (int j = 0; j < rows; j++) { USE (k % S); k++; } } })
/* What is handed on is made of the ticket by many operations; TWIST is never -1 of tickets.  */
KERNEL (deep, for (int i = 0;; i++) { int tile = TAKE; int twisted = TWIST (TWIST (TWIST (TWIST (TWIST (tile)))));
		   __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { w[0] = tile; w[1] = twisted; } if (tile >= n + (twisted == -1)) break; FILL (i % S, tile); },
	for (int i = 0;; i++) { int tile = ticket[i % S][0]; int twisted = ticket[i % S][1]; if (tile >= n + (twisted == -1)) break; USE (i % S); })
/* Handed on by a third branch.  */
KERNEL3 (chain, for (int i = 0;; i++) { int tile = TAKE; HAND (ticket, i % S, 0, tile); if (tile >= n) break; FILL (i % S, tile); },
	 for (int i = 0;; i++) { int tile = ticket[i % S][0]; HAND (other, i % S, 1, tile); if (tile >= n) break; },
	 for (int i = 0;; i++) { int tile = other[i % S][1]; if (tile >= n) break; USE (i % S); })

int
main (void)
{
  start ();
  RUN (until, 1);
  RUN (at_most, 1);
  RUN (conditional, 1);
  RUN (groups, 0);
  RUN (along, 0);
  RUN (two, 0);
  RUN (unsigned_one, 1);
  RUN (told, 1);
  RUN (pieces, 1);
  RUN (deep, 1);
  RUN_WITH (chain, 1, 2 * P + C);
  return 0;
}
