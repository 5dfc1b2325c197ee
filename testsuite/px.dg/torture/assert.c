/* SPDX-License-Identifier: MIT */
/* assert and abort on the device end the kernel, with a status that says where.  */
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
main (int argc, char **argv)
{
  LAUNCH (1, 32, f, 32);
  LAUNCH (1, 32, g, 3);
  px_status s = argc > 1 ? px_launch (px_grid (1, 32), g, 4) : px_launch (px_grid (1, 32), f, 31);
  if (!s)
    s = px_synchronize ();
  CHECK (s);
  CHECK (argc > 1 || strstr (px_status_text (s), "t < n"));
  return 0;
}
