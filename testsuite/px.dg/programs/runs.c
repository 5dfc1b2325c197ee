/* SPDX-License-Identifier: MIT */
/* Run-length code of bytes, a block a string: where runs begin, numbered by prefix sums.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
#include "../aux/t.h"

enum { T = 256 };
struct run { int start; unsigned char value; };

__kernel __requires (grid (1), block (1), threads (T), smem (2 * T * 4 + 16)) void
rle (const unsigned char *in, int n, struct run *runs, int *count)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, struct run *r = runs + b * n)
  __partition (block, 1, int *c = count + b)
    __group (block, 1)
      {
	__shared int s[2][T];
	__shared int base;
	int t __perspective (thread, 1) = px_id (thread);
	__claim (thread, 1, int *z = &base)
	  __split (thread) __case (1) *z = 0;
	for (int i0 = 0; i0 < n; i0 += T)
	  {
	    int i __perspective (thread, 1) = i0 + t;
	    const unsigned char *p = in + b * n;
	    int head __perspective (thread, 1) = i < n ? (i == 0 ? 1 : p[i] != p[i - 1]) : 0;
	    __partition (thread, 1, int *w = s[0] + t)
	      *w = head;
	    int k = 0;
	    for (int d = 1; d < T; d <<= 1, k ^= 1)
	      {
		int v __perspective (thread, 1) = s[k][t] + (t >= d ? s[k][t - d] : 0);
		__partition (thread, 1, int *w = s[k ^ 1] + t)
		  *w = v;
	      }
	    int at __perspective (thread, 1) = base + s[k][t] - 1;
	    __partition (thread, 1, struct run *w = r + at)
	      __group (thread, 1)
		if (head)
		  {
		    w->start = i;
		    w->value = p[i];
		  }
	    __claim (thread, 1, int *z = &base)
	      __split (thread) __case (1) *z += s[k][T - 1];
	  }
	__claim (thread, 1, int *z = c)
	  __split (thread) __case (1) *z = base;
      }
}

int
main (void)
{
  enum { B = 2, N = 1000 };
  static unsigned char in[B * N];
  static struct run r[B * N];
  int count[B];
  for (int i = 0; i < B * N; i++)
    in[i] = i && t_random () % 4 ? in[i - 1] : t_random () % 3;
  unsigned char *d = t_dev (in, sizeof in);
  struct run *dr = t_dev (r, sizeof r);
  int *dc = t_dev (0, sizeof count);
  LAUNCH (B, T, rle, d, N, dr, dc);
  t_back (r, dr, sizeof r);
  t_back (count, dc, sizeof count);
  for (int b = 0; b < B; b++)
    for (int k = 0; k < count[b]; k++)
      {
	const unsigned char *s = in + b * N;
	int start = r[b * N + k].start, end = k + 1 < count[b] ? r[b * N + k + 1].start : N;
	CHECK (k ? s[start] != s[start - 1] : start == 0);
	for (int i = start; i < end; i++)
	  CHECK (s[i] == r[b * N + k].value);
      }
  OK (px_free (d));
  return 0;
}
