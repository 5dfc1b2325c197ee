/* SPDX-License-Identifier: MIT */
/* The shape of a copied box is px's to say, whatever a user writes who calls what
   the generic names stand for.  */
/* { dg-do compile } */
/* { dg-options "-O2 -Wall -Wno-int-conversion" } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (32)) void
f (int n)
{
  __group (block, 1)
    {
      extern __shared int p[];
      __async (int *a = p + 4)
	px_tensor_load_2 (a, n, 0, 5, 0, n, 52, n);	/* { dg-error {px cannot wait for this copy: its destination is no array} } */
    }
}
