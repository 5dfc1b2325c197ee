/* SPDX-License-Identifier: MIT */
/* Each of several names is a view of its own, also where the size of the unit is left out.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (threads (64)) void
second (float *a, float *b)
{
  int i = px_id (thread);
  __each (thread, float *x = a + i, *y = b + i / 2)	/* { dg-error "PX401" } */
    *x = *y = 1;	/* { dg-message "write" } */
}

__kernel __requires (threads (64)) void
one_array (float *a)
{
  int i = px_id (thread);
  __each (thread, float *x = a + i, *y = a + i + 1)	/* { dg-error "PX401" } */
    *x = *y = 1;	/* { dg-message "write" } */
}
