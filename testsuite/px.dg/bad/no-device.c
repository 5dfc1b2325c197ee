/* SPDX-License-Identifier: MIT */
/* A device that is not there.  */
/* { dg-do run } */
/* { dg-env "PX_DEVICE=cuda:99" } */
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
  px_status s = px_launch (px_grid (1, 1), f, 0);
  CHECK (s == PX_ERR_NO_DRIVER || s == PX_ERR_NO_DEVICE);
  CHECK (strstr (px_status_text (s), "PX_DEVICE"));
  return 0;
}
