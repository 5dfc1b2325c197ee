/* SPDX-License-Identifier: MIT */
/* L1: grids and blocks that are no multiple of b and t, or not T.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (4), thread (32))
void in_fours (int *p)
{
}

__kernel __requires (grid (1), block (1), threads (64))
void sixty_four (int *p)
{
}

static void
refused (px_status s, const char *kernel, const char *rule, const char *value)
{
  CHECK (s == PX_ERR_LAUNCH);
  CHECK (strstr (px_status_text (s), kernel));
  CHECK (strstr (px_status_text (s), rule));
  CHECK (strstr (px_status_text (s), value));
}

int
main (void)
{
  int *p = t_dev (NULL, 4);
  refused (px_launch (px_grid (6, 32), in_fours, p), "in_fours", "block (4)", "6");
  refused (px_launch (px_grid (4, 48), in_fours, p), "in_fours", "thread (32)", "48");
  refused (px_launch (px_grid (1, 32), sixty_four, p), "sixty_four", "threads (64)", "32");
  refused (px_launch (px_grid (1, 128), sixty_four, p), "sixty_four", "threads (64)", "128");
  LAUNCH (4, 32, in_fours, p);
  LAUNCH (1, 64, sixty_four, p);
  return 0;
}
