/* SPDX-License-Identifier: MIT */
#include "signatures.h"

/* Differently in its second parameter alone.  */
__device __requires (thread (32)) int
halves (const int *p, int n);

__kernel __requires (grid (1), block (1), thread (32)) void
by_parameter (const int *in, int *out)
{
  __group (thread, 32)
    {
      int x = halves (in, 1);
      __group (thread, 1)
	px_atomic_add (out, x);
    }
}
