/* SPDX-License-Identifier: MIT */
/* Operands for floating point tests, and the main function.  */
#include <math.h>

static int
same (OUT x, OUT y)
{
  return (isnan (x) && isnan (y)) || !memcmp (&x, &y, sizeof x);
}

int
main (void)
{
  enum { EDGES = 14, COUNT = EDGES * EDGES + 500 };
  static const double edge[EDGES] = {
    0, -0.0, 1, -1, 0.1, 1e-45, 1.1754943e-38, 3.4028235e38, -1e-40, 16777217,
    INFINITY, -INFINITY, NAN, 5e-324
  };
  static IN a[COUNT], b[COUNT];
  for (int i = 0; i < COUNT; i++)
    if (i < EDGES * EDGES)
      a[i] = edge[i / EDGES], b[i] = edge[i % EDGES];
    else
      {
	unsigned long long x = t_random (), y = t_random ();
	memcpy (&a[i], &x, sizeof (IN));
	memcpy (&b[i], &y, sizeof (IN));
      }
  both (a, b, COUNT, same);
  return 0;
}
