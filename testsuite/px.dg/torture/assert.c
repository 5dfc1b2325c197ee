/* SPDX-License-Identifier: MIT */
/* assert and abort on the device: a failed assertion ends the kernel.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <assert.h>

__kernel void
f (int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    assert (t < n);
}

__kernel void
g (int n)
{
  __group (thread, 1)
    if (n > 3)
      abort ();
}

int
main (void)
{
  LAUNCH (1, 32, f, 32);
  LAUNCH (1, 32, g, 3);
  px_status s = px_launch (px_grid (1, 32), f, 31);
  if (!s)
    s = px_synchronize ();
  CHECK (s == PX_ERR_ASSERT);
  return 0;
}
