/* SPDX-License-Identifier: MIT */
/* What needs mbarriers is inlined into a kernel: groups of 48 threads, bulk copies.  */
/* { dg-do compile } */
#include <px.h>

#define TURN(name) \
  name (int *v) \
  { \
    int t __perspective (thread, 1) = px_id (thread); \
    int x __perspective (thread, 1) = v[47 - t]; \
    __partition (thread, 1, int *w = v + t) \
      *w = x; \
  }
__device __requires (thread (48)) static inline void TURN (inlined)
__device __requires (thread (48)) void TURN (alone) /* { dg-error "'alone' needs mbarriers, which a function that is compiled alone does not have: make it 'static inline' .PX704." } */
/* { dg-message "a read of 'v'" "" { target *-*-* } .-1 } */
/* { dg-message "then a write" "" { target *-*-* } .-2 } */

#define FIRST(name) \
  name (const float *p) \
  { \
    __shared float a[128]; \
    __async (float *to = a) \
      px_bulk_load (to, p, 512); \
    return a[0]; \
  }
__device __requires (block (1), threads (384), smem (512)) static inline float FIRST (inlined_first)
__device __requires (block (1), threads (384), smem (512)) float FIRST (first) /* { dg-error "'first' needs mbarriers.*.PX704." } */

__kernel __requires (grid (1), block (1), threads (384), smem (512)) void
k (int *v, const float *p, float *out)
{
  __partition (block, 1, int *b = v + px_id (block) * 384)
    __group (block, 1)
      {
	float x = inlined_first (p);
	__partition (thread, 48, int *g = b + px_id (thread, 48) * 48)
	  __group (thread, 48)
	    inlined (g);
	__group (thread, 1)
	  px_atomic_add (out, x);
      }
}
