/* SPDX-License-Identifier: MIT */
#include <px.h>
#include "helpers.h"

__device void other_add (int *p __perspective (block, 1), int i) { px_atomic_add (p + i, 1); }
__device void other_put (int *p, int v) { px_st4 (p, ((px_int4) { v, v, v, v })); }
__device int other_get (const int *p) { px_int4 a = px_ld4 (p); return a.y; }
__device __requires (block (1), threads (64)) void
other_all (int *p, int v)
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (thread, 1) px_atomic_add (p + (4 * t ^ 132), v);
}
