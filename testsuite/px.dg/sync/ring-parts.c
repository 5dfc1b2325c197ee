/* SPDX-License-Identifier: MIT */
/* A ring whose numbers two branches drain in turns, as many as a loop of the branch that fills it says.  */
/* { dg-do run } */
#include "aux/ring-parts.h"

#define BOTH EACH { for (int j = 0; j < n; j++, i++) FILL (i % S, i); for (int j = 0; j < n; j++, i++) FILL (i % S, i); }
#define TURN for (int j = 0; j < n; j++, i++) USE (i % S)

KERNEL (goes_on, int i = 0; BOTH,
	int i = 0; EACH { TURN; i += n; },
	int i = n; EACH { TURN; i += n; })
/* Numbers that are made anew each time.  */
KERNEL (anew, for (int q = 0; q < turns; q++) { for (int j = 0; j < n; j++) FILL ((2 * q * n + j) % S, 2 * q * n + j); for (int j = 0; j < n; j++) FILL ((2 * q * n + n + j) % S, 2 * q * n + n + j); },
	int i = 0; EACH { TURN; i += n; },
	EACH for (int j = 0; j < n; j++) USE (((2 * q + 1) * n + j) % S);)
/* A counter that goes around also where others drain.  */
KERNEL (around, int s = 0; EACH { for (int j = 0; j < n; j++, s = s == S - 1 ? 0 : s + 1) FILL (s, 2 * q * n + j); for (int j = 0; j < n; j++, s = s == S - 1 ? 0 : s + 1) FILL (s, (2 * q + 1) * n + j); },
	int s = 0; EACH { for (int j = 0; j < n; j++, s = s == S - 1 ? 0 : s + 1) USE (s); for (int j = 0; j < n; j++) s = s == S - 1 ? 0 : s + 1; },
	int s = 0; EACH { for (int j = 0; j < n; j++) s = s == S - 1 ? 0 : s + 1; for (int j = 0; j < n; j++, s = s == S - 1 ? 0 : s + 1) USE (s); })
/* From another number on; what takes the first part is the second branch.  */
KERNEL (other_way, int i = 2; EACH { for (int j = 0; j < n; j++, i++) FILL (i % S, i - 2); for (int j = 0; j < n; j++, i++) FILL (i % S, i - 2); },
	EACH for (int j = 0; j < n; j++) USE ((2 * q * n + j + 2) % S);,
	int i = n + 2; EACH { TURN; i += n; })
/* Two numbers for the one, three for the other: six turns use each slot anew.  */
KERNEL (constant, int i = 0; EACH { for (int j = 0; j < 2; j++, i++) FILL (i % S, i); for (int j = 0; j < 3; j++, i++) FILL (i % S, i); },
	int i = 0; EACH { USE (i % S); USE ((i + 1) % S); i += 5; },
	EACH for (int j = 0; j < 3; j++) USE ((5 * q + 2 + j) % S);)
/* One number a turn.  */
KERNEL (single, EACH { FILL (2 * q % S, 2 * q); FILL ((2 * q + 1) % S, 2 * q + 1); },
	EACH USE (2 * q % S);,
	EACH USE ((2 * q + 1) % S);)

int
main (void)
{
  start ();
  for (int turns = 0; turns < 7; turns++)
    {
      for (int n = 0; n < 8; n++)
	{
	  RUN (goes_on, turns, n, n);
	  RUN (anew, turns, n, n);
	  RUN (around, turns, n, n);
	  RUN (other_way, turns, n, n);
	}
      RUN (constant, turns, 2, 3);
      RUN (single, turns, 1, 1);
    }
  return 0;
}
