/* SPDX-License-Identifier: MIT */
/* Prism, Fig. 5: after a warp's threads have written their parts of c_mem, one point of
   synchronisation, of the warp, stands before c_mem is used; none if it is not.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-dcfg=fig5.dot" } */
#include "../aux/t.h"

__device __requires (thread (32)) static inline void
simple_mma (const float *a_mem, const float *b_mem, float *c_mem)
{
  int x __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *c_thrd = c_mem + x / 4 * 8 + 2 * (x % 4))
    __group (thread, 1)
      for (int k = 0; k < 4; k++)
	{
	  c_thrd[0] += a_mem[x / 4 * 4 + k] * b_mem[k * 8 + 2 * (x % 4)];
	  c_thrd[1] += a_mem[x / 4 * 4 + k] * b_mem[k * 8 + 2 * (x % 4) + 1];
	}
}

__kernel __requires (grid (1), block (1), threads (64)) void
used (const float *a, const float *b, float *c)
{
  int w __perspective (thread, 32) = px_id (thread, 32);
  __partition (thread, 32, float *mine = c + w * 128)
    __group (thread, 32)
      {
	int x __perspective (thread, 1) = px_id (thread);
	simple_mma (a, b, mine);
	float v __perspective (thread, 1) = mine[63 - 2 * x];
	__partition (thread, 1, float *out = mine + 64 + x)
	  __group (thread, 1)
	    *out = v;
      }
}

__kernel __requires (grid (1), block (1), threads (64)) void
unused (const float *a, const float *b, float *c)
{
  int w __perspective (thread, 32) = px_id (thread, 32);
  __partition (thread, 32, float *mine = c + w * 128)
    __group (thread, 32)
      simple_mma (a, b, mine);
}

int
main (void)
{
  static float a[32], b[32], c[256], d[256];
  for (int i = 0; i < 32; i++)
    a[i] = i % 7 - 3, b[i] = i % 5 - 2;
  float *da = t_dev (a, sizeof a), *db = t_dev (b, sizeof b), *dc = t_dev (c, sizeof c), *dd = t_dev (d, sizeof d);
  LAUNCH (1, 64, used, da, db, dc);
  LAUNCH (1, 64, unused, da, db, dd);
  t_back (c, dc, sizeof c);
  t_back (d, dd, sizeof d);
  for (int i = 0; i < 128; i++)
    {
      float sum = 0;
      for (int k = 0; k < 4; k++)
	sum += a[i % 64 / 8 * 4 + k] * b[k * 8 + i % 8];
      CHECK (c[i / 64 * 128 + i % 64] == sum);
      CHECK (d[i / 64 * 128 + i % 64] == sum);
      if (i % 64 < 32)
	CHECK (c[i / 64 * 128 + 64 + i % 64] == c[i / 64 * 128 + 63 - 2 * (i % 64)]);
    }
  return 0;
}
/* { dg-final { scan-file fig5.dot {label="sync 1\\nline 30"} } } */
/* { dg-final { scan-file-not fig5.dot {(sync [0-9, ]+|implied)\\n(?!line 30")} } } */
/* { dg-final { scan-ptx-times {bar\.warp\.sync} 1 } } */
/* { dg-final { scan-ptx-not {bar\.sync} } } */
