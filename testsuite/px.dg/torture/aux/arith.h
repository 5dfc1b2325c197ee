/* SPDX-License-Identifier: MIT */
/* Arithmetic of integers: the device against the host.  A test defines IN, the type of the
   operands, OUT, that of the results, BITS, those of a shift count that is defined, and EDGE,
   one more operand worth trying.  */
#define N 27
#define EVAL \
  r[0] = a + b, r[1] = a - b, r[2] = a * b, r[3] = a & b, r[4] = a | b, \
  r[5] = a ^ b, r[6] = ~a, r[7] = -a, r[8] = !a, r[9] = a < b, r[10] = a <= b, \
  r[11] = a == b, r[12] = a > b ? a : b, r[13] = a && b, r[14] = a || b, \
  r[15] = a << (b & BITS), r[16] = a >> (b & BITS), r[17] = b ? a / (b | 1) : 3, \
  r[18] = b ? a % (b | 1) : 4, r[19] = a / 7, r[20] = a % 10, r[21] = a / 16, \
  r[22] = a / 1, r[23] = a % 8, r[24] = (a + 1) * 3 - b * 5, r[25] = a - (b >> 1), \
  r[26] = a * a + b * b
#include "both.h"

static int same (OUT x, OUT y) { return x == y; }

int
main (void)
{
  enum { EDGES = 8, COUNT = EDGES * EDGES + 200 };
  static const IN edge[EDGES] = { 0, 1, (IN) -1, (IN) 2, (IN) 127, (IN) -128, EDGE, (IN) 100 };
  static IN a[COUNT], b[COUNT];
  for (int i = 0; i < COUNT; i++)
    if (i < EDGES * EDGES)
      a[i] = edge[i / EDGES], b[i] = edge[i % EDGES];
    else
      a[i] = t_random (), b[i] = t_random () >> (i % 64);
  both (a, b, COUNT, same);
  return 0;
}
