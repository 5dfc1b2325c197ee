/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__shared int x[4];	/* { dg-error {'__shared' belongs to a local array[^\n]*PX603} } */

int
main (void)
{
  __group (block, 1)	/* { dg-error {'__group' outside of device code[^\n]*PX604} } */
    ;
  return 0;
}
