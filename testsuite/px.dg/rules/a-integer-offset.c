/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

/* What an address gives an integer is no use of it.  */
#include <stdint.h>
__device
__requires (thread (32)) void f (int *p)
{
  uintptr_t a = (uintptr_t)p;
  int off = a % 16 / 4;
  __partition (thread, 1, int *w = p + px_id (thread))
    {
      *w = off;
      if (a % 8 == 0)
        *w = 2;
    }
}
__device
__requires (thread (32)) void g (int *p, unsigned long n)
{
  for (unsigned long i = 0; i < n; i++)
    __partition (thread, 1, int *w = p + i * 32 + px_id (thread))
      *w = i;
}
