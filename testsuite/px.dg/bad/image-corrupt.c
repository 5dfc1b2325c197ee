/* SPDX-License-Identifier: MIT */
/* Device code damaged after it was compiled: a status that names it.  */
/* { dg-do run } */
/* { dg-corrupt "\\.entry" "\\.enter" } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = 1;
}

int
main (void)
{
  int *d = px_alloc (4);
  px_status s = px_launch (px_grid (1, 1), f, d);
  CHECK (s == PX_ERR_IMAGE);
  CHECK (strstr (px_status_text (s), "image-corrupt"));
  return 0;
}
