/* SPDX-License-Identifier: MIT */
/* F5: intrinsics in a file that has no device code.  */
/* { dg-do compile } */
#include <px.h>

void
count (int *p)
{
  px_atomic_add (p, 1);	/* { dg-error {host code calls 'px_atomic_add' .PX305.} } */
}
int
bits (int n)
{
  return px_popc (n);	/* { dg-error {host code calls 'px_popc' .PX305.} } */
}
