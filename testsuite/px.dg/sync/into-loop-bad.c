/* SPDX-License-Identifier: MIT */
/* Ways into the middle of a loop, around its beginning, and the same work without.  */
/* { dg-do compile } */
#include <px.h>

#define WORK(code) \
  int b = px_id (block); \
  __partition (block, 1, int *o = out + b * 32) \
    __group (block, 1) \
      { \
	__shared int x[32]; \
	int i = 0; \
	code \
	__partition (thread, 1, int *q = o + px_id (thread)) \
	  *q = x[px_id (thread)]; \
      }
#define UP __partition (thread, 1, int *q = x + px_id (thread)) *q = i;
#define DOWN __partition (thread, 1, int *q = x + 31 - px_id (thread)) *q += i;

__kernel __requires (threads (32), smem (128)) void
duff (int *out, int n)
{
  WORK (switch (n & 1) { case 0: do { UP case 1: DOWN } while (++i < n); }) /* { dg-error {a label of a switch leads into the middle of a loop[^\n]*PX706} } */
}

__kernel __requires (threads (32), smem (128)) void
jump (int *out, int n)
{
  WORK (if (n & 1) goto middle; do { UP middle: DOWN } while (++i < n);) /* { dg-error "a goto leads into the middle of a loop at .middle" } */
}

__kernel __requires (threads (32), smem (128)) void
right (int *out, int n)
{
  WORK (if (n & 1) { DOWN i++; } while (i < n) { UP DOWN i++; }) /* { dg-warning "nothing is written to 'x'" } */
}
