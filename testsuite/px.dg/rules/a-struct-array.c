/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

struct s
{
  int *out[2];
};
__device
__requires (thread (32)) void f (struct s x)
{
  for (int i = 0; i < 2; i++)
    __partition (thread, 1, int *w = x.out[i] + px_id (thread))
      *w = i;
}
