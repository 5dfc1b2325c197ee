/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__shared int x[4];	/* { dg-error "'__shared' belongs to a local array" } */

int
main (void)
{
  __group (block, 1)	/* { dg-error "'__group' outside of device code" } */
    ;
  return 0;
}
