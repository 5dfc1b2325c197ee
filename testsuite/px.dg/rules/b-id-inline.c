/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>


__device __requires (block (1), thread (32)) void
f (int *p)
{
  __partition (thread, 1, int *q = p + px_id (thread), *r = p + 1)	/* { dg-error "PX401" } */
    *q = *r;	/* { dg-message "a read by one is here" } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-1 } */
}
