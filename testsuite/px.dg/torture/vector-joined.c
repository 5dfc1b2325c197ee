/* SPDX-License-Identifier: MIT */
/* GCC loads two numbers at once by a register of 64 bits, and goes on with the second.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */
#include <px.h>

enum { T = 128, EACH = 4 };

static inline __device __requires (block (1), threads (T), smem (4 * T)) void
exchange (int *items __perspective (thread, 1))
{
  __shared int s[T];
  int t __perspective (thread, 1) = px_id (thread);
  for (int i = 0; i < EACH; i++)
    __partition (thread, 1, int *p = s + t)
      *p = items[i];
  for (int i = 0; i < EACH; i++)
    items[i] = s[i];
}

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
f (void)
{
  int items[EACH] __perspective (thread, 1);
  for (;;)
    exchange (items);
}
