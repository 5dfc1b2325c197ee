/* SPDX-License-Identifier: MIT */
/* A launch is refused if a fact of the kernel's __where does not hold, or its value is not
   defined; nothing is then run.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { STEP = 4 };

__kernel __requires (grid (1), block (1), thread (1)) __where (n > 0 && n % STEP == 0, m == 0 || n / m < 100) void
signs (int n, int m, int *p)
{
  __partition (thread, 1, int *q = p + px_id (thread))
    __group (thread, 1)
      *q = n;
}

__kernel __requires (grid (1), block (1), thread (1)) __where (a * b < 1000, (long) a * b > -5000000000) void
product (int a, int b, int *p)
{
}

__kernel __requires (grid (1), block (1), thread (1)) __where (u - 1 < 8u, (c & 0x80) == 0 && s >> 1 != ~0x10L, !f) void
widths (unsigned u, unsigned char c, short s, _Bool f, unsigned long big)
{
}

__kernel __requires (grid (1), block (1), thread (1)) __where (big > 0x7fffffffffffffff && big % 3u == 1) void
large (unsigned long big)
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
  int *p = t_dev (NULL, 128), v[32];
  refused (px_launch (px_grid (1, 32), signs, 0, 1, p), "(n > 0)", "n is 0");
  refused (px_launch (px_grid (1, 32), signs, -8, 1, p), "(n > 0)", "n is -8");
  refused (px_launch (px_grid (1, 32), signs, 6, 1, p), "(n % STEP == 0)", "n is 6");
  refused (px_launch (px_grid (1, 32), signs, 400, 4, p), "n / m < 100", "n is 400, m is 4");
  OK (px_synchronize ());
  OK (px_copy (v, p, sizeof v));
  CHECK (v[0] == -1 && v[31] == -1);
  LAUNCH (1, 32, signs, 400, 0, p);
  LAUNCH (1, 32, signs, 396, 4, p);
  /* 2^32 is not 0.  */
  refused (px_launch (px_grid (1, 32), product, 65536, 65536, p), "a * b < 1000", "a is 65536, b is 65536");
  refused (px_launch (px_grid (1, 32), product, -2147483647 - 1, -1, p), "a * b < 1000", "b is -1");
  refused (px_launch (px_grid (1, 32), product, 100000, -100000, p), "", "");
  LAUNCH (1, 32, product, -40000, 50000, p);
  LAUNCH (1, 32, widths, 8, 127, -1, 0, 0);
  refused (px_launch (px_grid (1, 32), widths, 0, 0, 0, 0, 0), "u - 1 < 8u", "u is 0");
  refused (px_launch (px_grid (1, 32), widths, 1, 128, 0, 0, 0), "0x80", "c is 128");
  refused (px_launch (px_grid (1, 32), widths, 1, 0, -34, 0, 0), "~0x10L", "s is -34");
  refused (px_launch (px_grid (1, 32), widths, 1, 0, 0, 1, 0), "!f", "f is 1");
  refused (px_launch (px_grid (1, 32), large, 10), "0x7fffffffffffffff", "big is 10");
  refused (px_launch (px_grid (1, 32), large, -1ul), "big % 3u == 1", "big is 18446744073709551615");
  LAUNCH (1, 32, large, -3ul);
  CHECK (px_kernel_name (px_kernel (signs)));
  return 0;
}
