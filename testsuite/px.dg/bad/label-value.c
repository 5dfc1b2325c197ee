/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f (int *p)
{
  void *to = &&a;	/* { dg-error {address of a label in device code[^\n]*PX504} } */
  if (*p)
    goto *to;
 a:
  *p = 1;
}
