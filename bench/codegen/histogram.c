/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 128 -s 32K FILE histogram buf:u8:8192=random:1 buf:u32:256>OUT i32:8192 */
#include <px.h>
enum
{
  T = 128,
  BINS = 256
};
__kernel __requires (grid (1), block (1), threads (T)) void
histogram (const unsigned char *restrict in, unsigned *bins, int n)
{
  int all = px_units (thread);
  int first __perspective (thread, 1) = px_id (thread);
  __group (block, 1)
    {
      __shared unsigned own[BINS];
      int t __perspective (thread, 1) = px_id (thread);
      for (int i = 0; i < BINS; i += T)
	__partition (thread, 1, unsigned *zero = own + i + t)
	  __group (thread, 1) *zero = 0;
      __group (thread, 1)
	for (int i = first; i < n; i += all)
	  px_atomic_add (&own[in[i]], 1u);
      __group (thread, 1)
	for (int i = t; i < BINS; i += T)
	  px_atomic_add (&bins[i], own[i]);
    }
}
