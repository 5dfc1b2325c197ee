/* SPDX-License-Identifier: MIT */
/* Control flow that differs between the threads of a warp.  */
/* { dg-do run } */
#include "../aux/t.h"

#define BODY { \
  int r = 0; \
  if (i % 3 == 0) r = 1; else if (i % 3 == 1) r = 2; else r = 3; \
  for (int k = 0; k < i; k++) { if (k == 20) break; if (k & 1) continue; r += k; } \
  int w = i; \
  while (w > 1) { w = w & 1 ? 3 * w + 1 : w / 2; r += w & 7; if (w > 1000) goto out; } \
  do r ^= w; while (w-- > 0); \
 out: \
  switch (i) { \
    case 0: r += 100; /* fall through */ case 1: r += 10; break; \
    case 2: case 3: case 4: r -= i; break; \
    case 5: r *= 3; break; case 6: r = -r; break; case 7: r += 7; break; \
    case 1000: r = 0; break; case -5: r = 1; break; \
    default: r += i > 40 && r < 90 ? 5 : i < 20 || r == 3 ? 6 : 8; } \
  for (int x = 0; x < 4; x++) for (int y = x; y < 6; y++) { \
    if (((x * y + i) & 7) == 3) break; \
    if (x == 3) goto done; \
    r += x ^ y; } \
 done: \
  p[i] = r; }

__kernel void
f (int *p)
{
  EACH_THREAD (i)
    {
      BODY
    }
}

static void
host (int i, int *p)
BODY

int
main (void)
{
  int got[96], want[96], *d = t_dev (0, sizeof got);
  LAUNCH (3, 32, f, d);
  t_back (got, d, sizeof got);
  for (int i = 0; i < 96; i++)
    {
      host (i, want);
      CHECK (got[i] == want[i]);
    }
  return 0;
}
