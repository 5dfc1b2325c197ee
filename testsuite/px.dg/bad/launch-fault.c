/* SPDX-License-Identifier: MIT */
/* A kernel that writes to a bad address: a status, not a crash.  */
/* { dg-do run } */
#include "../aux/t.h"

__kernel void
wild (int *p)
{
  EACH_THREAD (t)
    *p = 1;
}

int
main (void)
{
  px_status s = px_launch (px_grid (1, 1), wild, (int *) 16);
  if (!s)
    s = px_synchronize ();
  CHECK (s == PX_ERR_ADDRESS || s == PX_ERR_FAULT);
  CHECK (strstr (px_status_text (s), "wild"));
  return 0;
}
