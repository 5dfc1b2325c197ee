/* SPDX-License-Identifier: MIT */
/* Names that mean something to PTX or to px.  */
/* { dg-do run } */
#include "../aux/t.h"

__device static int reg = 1;
__device int func (int param) { return param + reg; }
__kernel void add (int *ret, int tid) { EACH_THREAD (t) { int ntid = func (tid); *ret = ntid; } }
__kernel void entry (int *global) { EACH_THREAD (t) { int shared = *global, bra = shared * 2; *global = bra; } }
__kernel void a$b (int *WARP_SZ) { EACH_THREAD (t) { *WARP_SZ += 1; } }
__kernel void _1 (int *x) { EACH_THREAD (t) { *x += 1; } }

int
main (void)
{
  int got;
  int *d = t_dev (0, sizeof got);
  LAUNCH (1, 1, add, d, 4);
  LAUNCH (1, 1, entry, d);
  LAUNCH (1, 1, a$b, d);
  LAUNCH (1, 1, _1, d);
  t_back (&got, d, sizeof got);
  CHECK (got == 12);
  return 0;
}
