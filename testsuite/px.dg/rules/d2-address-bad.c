/* SPDX-License-Identifier: MIT */
/* One thread issues a bulk or tensor copy for its unit: addresses are operands like sizes, and
   a thread's own would be dropped in silence but for the first's.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (4096)) void
k (const int *in, int *out, const px_tensor_map *map __perspective (grid, 1))
{
  __partition (block, 1, int *own = out + 1024 * px_id (block))
    __group (block, 1)
      {
	__shared _Alignas (128) int s[256];
	int t __perspective (thread, 1) = px_id (thread), w __perspective (thread, 32) = px_id (thread, 32);
	__async (int *a = s)
	  __async (int *g = own)
	    {
	      px_bulk_load (a + 4 * t, in, 16);	/* { dg-error {operand 1 of 'px_bulk_load' must be the same for all of block.1., but lives at thread.1. .PX202.} } */
	      px_bulk_load (a, in + 4 * t, 16);	/* { dg-error {operand 2 of 'px_bulk_load' must be the same for all of block.1., but lives at thread.1. .PX202.} } */
	      px_bulk_store (g + 4 * t, a, 16);	/* { dg-error {operand 1 of 'px_bulk_store' must be the same for all of block.1., but lives at thread.1. .PX202.} } */
	      px_bulk_store (g, a + 4 * w, 16);	/* { dg-error {operand 2 of 'px_bulk_store' must be the same for all of block.1., but lives at thread.32. .PX202.} } */
	      px_bulk_add (g + 4 * t, a, 16);	/* { dg-error {operand 1 of 'px_bulk_add' must be the same[^\n]*PX202} } */
	      px_bulk_max (g, a + 4 * t, 16);	/* { dg-error {operand 2 of 'px_bulk_max' must be the same[^\n]*PX202} } */
	      px_tensor_store (map, a + 4 * t, 0);	/* { dg-error {operand 2 of 'px_tensor_store' must be the same[^\n]*PX202} } */
	      px_tensor_store (map + t, a, 0);	/* { dg-error {operand 1 of 'px_tensor_store' must be the same[^\n]*PX202} } */
	      px_tensor_store (map, a, 4 * t);	/* { dg-error {operand 3 of 'px_tensor_store' must be the same[^\n]*PX202} } */
	      px_tensor_add (map, a + 4 * t, 0);	/* { dg-error {operand 2 of 'px_tensor_add' must be the same[^\n]*PX202} } */
	      px_tensor_load (a + 4 * t, map, 0);	/* { dg-error {operand 1 of 'px_tensor_load' must be the same[^\n]*PX202} } */
	    }
	px_bulk_prefetch (in + t, 16);	/* { dg-error {operand 1 of 'px_bulk_prefetch' must be the same[^\n]*PX202} } */
	px_tensor_map_prefetch (map + t);	/* { dg-error {operand 1 of 'px_tensor_map_prefetch' must be the same[^\n]*PX202} } */
	px_tensor_prefetch (map + t, 0);	/* { dg-error {operand 1 of 'px_tensor_prefetch' must be the same[^\n]*PX202} } */
	__async (int *a = s)
	  __group (thread, 32)
	    px_bulk_load (a + 4 * t, in + 4 * w, 16);	/* { dg-error {operand 1 of 'px_bulk_load' must be the same for all of thread.32., but lives at thread.1. .PX202.} } */
      }
}

__kernel __requires (grid (1), cluster (2), threads (64), smem (4096)) void
c (const int *in, const px_tensor_map *map __perspective (grid, 1))
{
  __group (block, 1)
    {
      __shared _Alignas (128) int s[256];
      int t __perspective (thread, 1) = px_id (thread);
      __async (int *a = s)
	{
	  px_bulk_load_multicast (a + 4 * t, in, 16, 3);	/* { dg-error {operand 1 of 'px_bulk_load_multicast' must be the same[^\n]*PX202} } */
	  px_bulk_load_multicast (a, in + 4 * t, 16, 3);	/* { dg-error {operand 2 of 'px_bulk_load_multicast' must be the same[^\n]*PX202} } */
	  px_bulk_load_multicast (a, in, 16, 1 << (t & 1));	/* { dg-error {operand 4 of 'px_bulk_load_multicast' must be the same[^\n]*PX202} } */
	  px_tensor_load_multicast (a + 4 * t, map, 3, 0);	/* { dg-error {operand 1 of 'px_tensor_load_multicast' must be the same[^\n]*PX202} } */
	}
    }
}
