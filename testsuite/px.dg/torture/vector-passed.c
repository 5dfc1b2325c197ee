/* SPDX-License-Identifier: MIT */
/* Vectors that are longer than the host's registers are passed and given back: no
   warnings that its way to do so depends on options.  */
/* { dg-do run } */
#include "../aux/t.h"

typedef int v8 __attribute__ ((vector_size (32)));
typedef float v16 __attribute__ ((vector_size (64)));

__device static v8
twice (v8 x)
{
  return x + x;
}

__device v8 OPAQUE
thrice (v8 x)
{
  return x + x + x;
}

__device static inline v16
half (v16 x)
{
  return x / 2;
}

__kernel void
f (v8 *p, v16 *q)
{
  EACH_THREAD (i)
    {
      p[i] = twice (p[i]) + thrice (p[i]);
      q[i] = half (q[i]);
    }
}

int
main (void)
{
  static v8 a[32];
  static v16 b[32];
  for (int i = 0; i < 32; i++)
    for (int k = 0; k < 16; k++)
      {
	a[i][k % 8] = i + k % 8;
	b[i][k] = 2 * i * k;
      }
  v8 *p = t_dev (a, sizeof a);
  v16 *q = t_dev (b, sizeof b);
  LAUNCH (1, 32, f, p, q);
  t_back (a, p, sizeof a);
  t_back (b, q, sizeof b);
  for (int i = 0; i < 32; i++)
    for (int k = 0; k < 16; k++)
      CHECK (a[i][k % 8] == 5 * (i + k % 8) && b[i][k] == i * k);
  return 0;
}
