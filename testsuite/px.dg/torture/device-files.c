/* SPDX-License-Identifier: MIT */
/* Device functions and variables across three files and a header.  */
/* { dg-do run } */
/* { dg-additional-sources "aux/device-files-1.c aux/device-files-2.c" } */
#include "../aux/t.h"
#include "aux/device-files.h"

__kernel void
f (const int *in, struct pair *out)
{
  EACH_THREAD (i)
    out[i] = swap (make (in[i], scaled (in[i])));
}

int
main (void)
{
  int in[32];
  struct pair out[32];
  for (int i = 0; i < 32; i++)
    in[i] = 3 * i - 20;
  int *di = t_dev (in, sizeof in);
  struct pair *d = t_dev (0, sizeof out);
  LAUNCH (1, 32, f, di, d);
  t_back (out, d, sizeof out);
  for (int i = 0; i < 32; i++)
    CHECK (out[i].b == in[i] && out[i].a == in[i] * 7 + 1);
  return 0;
}
