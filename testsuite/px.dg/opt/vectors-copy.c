/* SPDX-License-Identifier: MIT */
/* A copy of a structure that is aligned to 16 bytes is one of vectors: from global memory to shared
   memory and back, at an offset, of 16 and of 48 bytes.  Not that of one aligned to 8 bytes, of
   20 bytes, of a volatile one; and of what overlaps itself exactly nothing changes.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {ld\.(global|shared)\.(nc\.)?v2\.u64} 5 } } */
/* { dg-final { scan-ptx-times {st\.(global|shared)\.v2\.u64} 5 } } */
#include "../aux/t.h"

enum { N = 32 };
typedef struct { int v[12]; } __attribute__ ((aligned (16))) large;
typedef struct { int a, b, c, d; } __attribute__ ((aligned (8))) eight;
typedef struct { int v[5]; } twenty;

__kernel __requires (grid (1), block (1), threads (N)) void
shared (const px_uint4 *a, px_uint4 *b)
{
  __partition (block, 1, px_uint4 *mine = b + px_id (block) * N)
    __group (block, 1)
      {
	__shared px_uint4 s[N];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, px_uint4 *x = s + t)
	  __group (thread, 1) *x = a[t + 1];
	__partition (thread, 1, px_uint4 *y = mine + t)
	  __group (thread, 1) *y = s[N - 1 - t];
      }
}

__kernel __requires (grid (1)) void
copy (const large *l, large *m)
{
  EACH_THREAD (t)
    {
      m[t] = l[t];
      large *same = m + t;
      m[t] = *same;
    }
}

__kernel __requires (grid (1)) void
not (const eight *e, eight *g, const twenty *p, twenty *q)
{
  EACH_THREAD (t)
    {
      g[t] = e[t];
      q[t] = p[t];
    }
}

__kernel __requires (grid (1)) void
volatiles (const volatile px_uint4 *v, px_uint4 *w)
{
  EACH_THREAD (t)
    w[t] = v[t];
}

int
main (void)
{
  px_uint4 *a = NEW (px_uint4, N + 1), *b = NEW (px_uint4, N), *w = NEW (px_uint4, N);
  large *l = NEW (large, N), *m = NEW (large, N);
  eight *e = NEW (eight, N), *g = NEW (eight, N);
  twenty *p = NEW (twenty, N), *q = NEW (twenty, N);
  for (int i = 0; i < N; i++)
    {
      a[i + 1] = (px_uint4){ i, 3 * i, 5 * i, 7 * i };
      e[i] = (eight){ i, 2 * i, 4 * i, 6 * i };
      for (int k = 0; k < 12; k++)
	l[i].v[k] = 100 * i + k;
      for (int k = 0; k < 5; k++)
	p[i].v[k] = 10 * i + k;
    }
  LAUNCH (1, N, shared, a, b);
  LAUNCH (1, N, copy, l, m);
  LAUNCH (1, N, not, e, g, p, q);
  LAUNCH (1, N, volatiles, a, w);
  for (int i = 0; i < N; i++)
    {
      unsigned k = N - 1 - i;
      CHECK (b[i].x == k && b[i].y == 3 * k && b[i].z == 5 * k && b[i].w == 7 * k);
      CHECK (!memcmp (m + i, l + i, sizeof *m) && !memcmp (g + i, e + i, sizeof *g)
	     && !memcmp (q + i, p + i, sizeof *q) && !memcmp (w + i, a + i, sizeof *w));
    }
  return 0;
}
