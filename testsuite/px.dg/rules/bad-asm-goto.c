/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (void)
{
  __unsafe asm goto ("" :::: in);	/* { dg-error "PX104" } */
  __group (thread, 8)	/* { dg-message "'__group' begins here" } */
    {
    in:;
    }
}
