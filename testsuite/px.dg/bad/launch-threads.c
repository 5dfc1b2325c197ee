/* SPDX-License-Identifier: MIT */
/* A launch that no device can do: the status names the kernel and the values,
   nothing runs, and a good launch goes on working.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel void
too_wide (int *p)
{
  EACH_THREAD (t)
    *p = 1;
}

static void
refused (struct px_config c, int *d, const char *word)
{
  px_status s = px_launch (c, too_wide, d);
  CHECK (s);
  CHECK (strstr (px_status_text (s), "too_wide"));
  CHECK (strstr (px_status_text (s), word));
}

int
main (void)
{
  int got = 0;
  int *d = t_dev (&got, sizeof got);
  refused (px_grid (1, 1025), d, "1025");
  refused (px_grid (0, 32), d, "0");
  refused (px_grid (4, -1), d, "-1");
  refused (px_grid (1L << 40, 32), d, "1099511627776");
  OK (px_synchronize ());
  OK (px_copy (&got, d, sizeof got));
  CHECK (got == 0);
  LAUNCH (1, 1, too_wide, d);
  t_back (&got, d, sizeof got);
  CHECK (got == 1);
  return 0;
}
