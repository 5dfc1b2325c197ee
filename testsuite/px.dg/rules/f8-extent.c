/* SPDX-License-Identifier: MIT */
/* A launch is refused if an array is shorter than the extent in the kernel's __where says, or the
   extent is negative or not defined; nothing is then run.  */
/* { dg-do run } */
#include "../aux/t.h"

struct pair
{
  int a[2];
};

__kernel __requires (grid (1), block (1), thread (1)) __where (n % 4 == 0, extent (x, n * n), extent (y, n)) void
square (int n, int *x, const struct pair *y)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = x + i)
    __group (thread, 1)
      if (i < n * n)
        *q = n;
}

__kernel __requires (grid (1), block (1), thread (1)) __where (extent (p, n)) void
bytes (unsigned long n, const char *p)
{
}

/* An extent of rows, and one that no parameter decides.  */
__kernel __requires (grid (1), block (1), thread (1)) __where (extent (a, rows), extent (b, 8)) void
matrix (short rows, float (*a)[16], const double b[])
{
}

static void
refused (px_status s, const char *fact, const char *value)
{
  CHECK (s == PX_ERR_LAUNCH);
  CHECK (strstr (px_status_text (s), fact));
  CHECK (strstr (px_status_text (s), value));
}

int
main (void)
{
  int *p = t_dev (NULL, 64 * 4), v[64];
  struct pair *q = t_dev (NULL, 8 * 8);
  float (*a)[16] = t_dev (NULL, 3 * 64);
  double *b = t_dev (NULL, 8 * 8);
  refused (px_launch (px_grid (1, 64), square, 12, p, q), "(extent (x, n * n))",
	   "has 64 elements of 4 bytes, and needs 144, n is 12");
  refused (px_launch (px_grid (1, 64), square, 8, p + 1, q), "(extent (x, n * n)), which does not hold: x, 0x",
	   "has 63 elements of 4 bytes, and needs 64, n is 8");
  refused (px_launch (px_grid (1, 64), square, 8, p, q + 1), "(extent (y, n))",
	   "has 7 elements of 8 bytes, and needs 8, n is 8");
  refused (px_launch (px_grid (1, 64), square, 8, NULL, q), "(extent (x, n * n))",
	   "x is NULL, and needs 64 elements, n is 8");
  refused (px_launch (px_grid (1, 64), square, 6, p, q), "(n % 4 == 0)", "n is 6");
  refused (px_launch (px_grid (1, 64), square, -4, p, q), "(extent (y, n))", "n is -4");
  refused (px_launch (px_grid (1, 64), square, 65536, p, q), "(extent (x, n * n))", "n is 65536");
  OK (px_synchronize ());
  OK (px_copy (v, p, sizeof v));
  CHECK (v[0] == -1 && v[63] == -1);
  LAUNCH (1, 64, square, 0, NULL, NULL);
  LAUNCH (1, 64, square, 8, p, q);
  OK (px_copy (v, p, sizeof v));
  CHECK (v[0] == 8 && v[63] == 8);
  refused (px_launch (px_grid (1, 32), bytes, 257, (char *) p), "(extent (p, n))",
	   "has 256 elements of 1 bytes, and needs 257, n is 257");
  refused (px_launch (px_grid (1, 32), bytes, -1ul, (char *) p), "(extent (p, n))",
	   "n is 18446744073709551615");
  LAUNCH (1, 32, bytes, 256, (char *) p);
  /* Of memory that the driver does not know only what no memory has is refused.  */
  static char host[4];
  refused (px_launch (px_grid (1, 32), bytes, 1ul << 63, host), "(extent (p, n))",
	   "9223372036854775808 elements of 1 bytes are more than memory, n is 9223372036854775808");
  LAUNCH (1, 32, bytes, 5, host);
  refused (px_launch (px_grid (1, 32), matrix, 4, a, b), "(extent (a, rows))",
	   "has 3 elements of 64 bytes, and needs 4, rows is 4");
  refused (px_launch (px_grid (1, 32), matrix, 3, a, b + 1), "(extent (b, 8))",
	   "has 7 elements of 8 bytes, and needs 8");
  LAUNCH (1, 32, matrix, 3, a, b);
  return 0;
}
