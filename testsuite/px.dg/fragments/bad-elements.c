/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What no fragment or tile is of: types by other names, other strips.  */
#include <px.h>

typedef px_bf16 element;
#define MACRO px_bf16

__kernel __requires (grid (1), block (1), threads (32), smem (4096)) void
k (void)
{
  __group (thread, 32)
    {
      px_lhs (MACRO, 16, 16) a;
      px_zero (&a);
      px_lhs (element, 16, 16) b; /* { dg-error "'element' is no element of fragments and tiles; by their own names, not by those of a typedef, these are float, double, int, px_half, " } */
      (void) sizeof b;
    }
}

typedef px_tile (px_bf16, 64, 64, 128) right;
typedef px_tile (short, 64, 64, 128) of_short; /* { dg-error "'short' is no element of fragments and tiles" } */
typedef px_tile (px_bf16, 64, 64, 48) wrong_strip; /* { dg-error "the strips of a tile have 32, 64 or 128 bytes; 0 is for 16 .PX608." } */

/* What they are used for is not told once more.  */
__kernel __requires (grid (1), block (1), threads (128), smem (16384)) void
uses (const px_bf16 *in)
{
  __group (block, 1)
    {
      __shared wrong_strip t;
      __partition (thread, 1, wrong_strip *w = &t)
	px_at (w, 0, 0) = *in;
    }
}
