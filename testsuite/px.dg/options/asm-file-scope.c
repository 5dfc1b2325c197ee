/* SPDX-License-Identifier: MIT */
/* Asm at file scope belongs to the host.  */
/* { dg-do run } */
#include "../aux/t.h"

asm ("# of the host\n\t.globl from_asm\nfrom_asm:\n\t.byte 7\n");
extern const unsigned char from_asm;

__kernel void
f (int *p)
{
  __partition (thread, 1, int *q = p + px_id (thread))
    __group (thread, 1)
      *q = 1;
}

int
main (void)
{
  int *d = t_dev (NULL, 4), got;
  LAUNCH (1, 1, f, d);
  OK (px_copy (&got, d, 4));
  CHECK (got == 1 && from_asm == 7);
  return 0;
}
