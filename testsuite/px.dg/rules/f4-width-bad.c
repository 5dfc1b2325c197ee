/* SPDX-License-Identifier: MIT */
/* Widths that are no power of two up to 32.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
k (int v __perspective (thread, 1))
{
  __group (thread, 32)
    {
      v += px_shfl_xor (v, 1, 64);	/* { dg-error {the width of 'px_shfl_xor' must be a constant power of two from 1 to 32 .PX304.} } */
      v += px_shfl_up (v, 1, 65);	/* { dg-error {the width of 'px_shfl_up' must be a constant power of two from 1 to 32 .PX304.} } */
      v += px_shfl_down (v, 1, 96);	/* { dg-error {the width of 'px_shfl_down' must be a constant power of two from 1 to 32 .PX304.} } */
      v += px_shfl_idx (v, 1, 0);	/* { dg-error {the width of 'px_shfl_idx' must be a constant power of two from 1 to 32 .PX304.} } */
    }
}
