/* SPDX-License-Identifier: MIT */
/* Kernels of a library that comes and goes: loaded twice, closed after its
   kernels ran.  */
/* { dg-do run } */
/* { dg-shared-library "aux/library-dlopen-1.c" } */
/* { dg-no-link-library "" } */
#include "../aux/t.h"
#include <dlfcn.h>

__kernel void
own (int *p)
{
  EACH_THREAD (t)
    *p += 1;
}

int
main (void)
{
  int got = 0;
  int *d = t_dev (&got, sizeof got);
  for (int i = 0; i < 3; i++)
    {
      void *h = dlopen (getenv ("PX_LIBRARY"), RTLD_NOW);
      CHECK (h);
      void (*f) (int *, int) = (void (*) (int *, int)) dlsym (h, "add_from_library");
      CHECK (f);
      f (d, 10);
      LAUNCH (1, 1, own, d);
      CHECK (!dlclose (h));
    }
  t_back (&got, d, sizeof got);
  CHECK (got == 33);
  return 0;
}
