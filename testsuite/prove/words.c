/* SPDX-License-Identifier: MIT */
/* For launched.test: what a kernel does depends on a structure, and on whether pointers are null.  */
#include <px.h>
struct shape
{
  long apart;
  int turns;
  short from;
  const int *table;
};

__kernel __requires (grid (1), block (1), threads (64)) void
k (int *out, struct shape s __perspective (grid, 1), int *last)
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    __unsafe
      {
	for (int i = s.from; i < s.turns; i++)
	  out[16 + t * s.apart + i] = s.table ? s.table[i] : t;
	if (last)
	  *last = 1;
      }
}
