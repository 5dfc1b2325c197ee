/* SPDX-License-Identifier: MIT */
/* F3, F7: a pointer in a structure passed by value is a parameter of its own.  */
/* { dg-do compile } */
#include <px.h>

struct one { int *p; };
struct block { int *b __perspective (block, 1); };
struct two { const int *from; int *to; int n; };
struct read { const int *a, *b; };
__device void store (struct one);
__device void copy (struct two);
__device int sum (struct read);
__device __requires (block (1), threads (64)) void store_block (struct block);
static inline __device int first (struct two x) { return x.from[0] + x.n; }
__device __requires (grid (1), block (1), threads (64)) void whole (struct two);

__kernel __requires (grid (1), block (1), threads (64)) void
f (struct two x, int *o)
{
  int t __perspective (thread, 1) = px_id (thread), b __perspective (block, 1) = px_id (block);
  struct two same = x;
  whole (x);
  whole (same);
  __partition (block, 1, int *part = o + 64 * b)
    __group (block, 1)
      store_block ((struct block) { part });
  __partition (thread, 1, int *p = o + t)
    __group (thread, 1)
      {
	struct one one = { p }, other = one;
	struct two y = { x.from, p, 1 };
	store (one);
	store (other);
	copy (y);
	y.n = x.n;
	copy ((struct two) { x.from, p, 1 });
	*p = sum ((struct read) { x.from, x.from + 1 }) + first (y);
      }
}
