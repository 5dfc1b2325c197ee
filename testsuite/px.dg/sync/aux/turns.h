/* SPDX-License-Identifier: MIT */
/* Who ran when: each thread of a branch writes the branch's number behind what others wrote.  */
#include "../../aux/t.h"

#define LOG(W) __group (thread, 1) __unsafe log[px_atomic_add (next, 1u)] = (W)

/* The first N * BRANCHES * THREADS entries of LOG are THREADS of each branch in turn.  */
static inline int
in_turn (const unsigned *log, int n, int branches, int threads)
{
  for (int i = 0; i < n * branches * threads; i++)
    if (log[i] != (unsigned) (i / threads % branches))
      return 0;
  return 1;
}
