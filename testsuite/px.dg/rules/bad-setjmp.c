/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

int setjmp (int *);
static int b[40];
__device __requires (thread (32)) void
f (void)
{
  __group (thread, 8)	/* { dg-message "'__group' begins here" } */
    {
      setjmp (b);	/* { dg-error "PX104" } */
    }
}
