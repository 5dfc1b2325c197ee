/* SPDX-License-Identifier: MIT */
/* A kernel called as a function is not launched, and px_last_status says so.  */
/* { dg-do run } */
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
  f (0);
  CHECK (px_last_status () == PX_ERR_DIRECT);
  CHECK (strstr (px_status_text (PX_ERR_DIRECT), "px_launch"));
  return 0;
}
