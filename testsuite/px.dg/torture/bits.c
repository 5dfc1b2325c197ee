/* SPDX-License-Identifier: MIT */
/* Bit builtins and rotations.  */
/* { dg-do run } */
#define IN unsigned long long
#define OUT long long
#define N 16
#define EVAL \
  r[0] = __builtin_popcount (a), r[1] = __builtin_popcountll (a), \
  r[2] = __builtin_clz ((unsigned) a | 1), r[3] = __builtin_clzll (a | 1), \
  r[4] = __builtin_ctz ((unsigned) a | 256), r[5] = __builtin_ctzll (a | 1ull << 40), \
  r[6] = __builtin_ffs (a), r[7] = __builtin_ffsll (b), r[8] = __builtin_parity (a), \
  r[9] = __builtin_bswap32 (a), r[10] = __builtin_bswap64 (a), r[11] = __builtin_bswap16 (a), \
  r[12] = (unsigned) a << (b & 31) | (unsigned) a >> (-b & 31), \
  r[13] = a << (b & 63) | a >> (-b & 63), r[14] = __builtin_abs ((int) (a >> 40)), \
  r[15] = __builtin_llabs ((long long) (a >> 1))
#include "aux/both.h"

static int same (OUT x, OUT y) { return x == y; }

int
main (void)
{
  static IN a[300], b[300];
  for (int i = 0; i < 300; i++)
    a[i] = t_random () >> (i & 63), b[i] = t_random () << (i % 60);
  a[0] = b[0] = 0;
  both (a, b, 300, same);
  return 0;
}
