/* SPDX-License-Identifier: MIT */
/* Variables of all kinds, for debug-vars.test, which knows the lines marked here.  */
#include <px.h>

enum color { RED, GREEN = 5, BLUE };
struct node { int value; struct node *next; };
struct args
{
  float scale;
  int dims[2];
  const struct node *list;
  union { int i; float f; };
  unsigned lo : 3, hi : 13;
};
static __device int counter = 7;
__constant float table[4] = { 1, 2, 3, 4 };
__device struct node nodes[2] = { { 10, 0 }, { 20, 0 } };

static inline __device int
twice (int a)
{
  int r = a * 2;
  struct node n = { r, 0 };
  n.value += a;
  return n.value - a;				/* in twice */
}

__device __attribute__ ((noinline)) __requires (block (1), threads (64), smem (512)) void
helper (int *p __perspective (block, 1), int k)
{
  __group (block, 1)
    {
      __shared int box[64];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *w = box + t)
	__group (thread, 1) *w = k * t;
      __partition (thread, 1, int *q = p + t)
	__group (thread, 1) *q = box[63 - t];	/* in helper */
    }
}

__kernel __requires (grid (1), block (1), threads (64), smem (2048)) void
kernel (struct args a, int *out __perspective (grid, 1), long long big)
{
  __partition (block, 1, int *o = out + px_id (block) * 64)
    __group (block, 1)
      {
	int b __perspective (block, 1) = 64 + a.lo;
	helper (o, 3);
	int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
	int id __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = o + id)
	  __group (thread, 1)
	    {
	      enum color c = id & 1 ? GREEN : BLUE;
	      px_half h = px_to_half (1.5f);
	      int s = twice (id) + twice (3);
	      char ch = 'A' + s % 26;
	      const struct node *n = a.list;
	      unsigned long long u = ~0ull;
	      _Bool odd = id & 1;
	      double d = s / 8.;
	      for (int i = 0; i < 2; i++)
		{
		  int c = i + 10;
		  s += c * m[i][2] + counter;	/* in the loop */
		}
	      *w += s + ch + (int) c + n->value + (int) u + table[s & 3] + h.bits + odd + d;	/* at the end */
	      *w += a.lo + nodes[1].value + big + b;
	    }
      }
}

int
main (void)
{
  int *out = px_alloc (512);
  struct node two[2] = { { 1, 0 }, { 2, 0 } }, *d = px_alloc (sizeof two);
  two[0].next = d + 1;
  px_copy (d, two, sizeof two);
  struct args a = { 2.5f, { 3, 4 }, d, { 0x3f800000 }, 5, 1000 };
  px_launch (px_grid (2, 64), kernel, a, out, 1ll << 40);
  return px_synchronize () != PX_OK;
}
