/* SPDX-License-Identifier: MIT */
/* One step of k-means: the nearest centre of each point, and the sums of what is nearest
   to each centre, in a struct in shared memory.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 2 } } */
#include "../aux/t.h"
#include <math.h>

enum { T = 128, K = 5 };
typedef struct { float x, y; } point;
struct sums { int x[K], y[K], count[K]; };

__kernel __requires (grid (1), block (1), threads (T), smem (1024)) void
assign (const point *p, int n, const point *centre, struct sums *total, int *which)
{
  int i __perspective (thread, 1) = px_id (thread);
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *wb = which + b * T)
    __group (block, 1)
      {
	__shared point c[K];
	__shared struct sums s;
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, point *w = c + t)
	  __group (thread, 1)
	    if (t < K)
	      *w = centre[t];
	__partition (thread, 1, int *w = s.x + t)
	  __group (thread, 1)
	    if (t < K)
	      *w = 0;
	__partition (thread, 1, int *w = s.y + t)
	  __group (thread, 1)
	    if (t < K)
	      *w = 0;
	__partition (thread, 1, int *w = s.count + t)
	  __group (thread, 1)
	    if (t < K)
	      *w = 0;
	__partition (thread, 1, int *w = wb + t)
	  __group (thread, 1)
	    if (i < n)
	      {
		point q = p[i];
		int best = 0;
		float dist = INFINITY;
		for (int k = 0; k < K; k++)
		  {
		    float dx = q.x - c[k].x, dy = q.y - c[k].y, d = dx * dx + dy * dy;
		    if (d < dist)
		      {
			dist = d;
			best = k;
		      }
		  }
		*w = best;
		__atomic_fetch_add (&s.x[best], (int) q.x, __ATOMIC_RELAXED);
		__atomic_fetch_add (&s.y[best], (int) q.y, __ATOMIC_RELAXED);
		__atomic_fetch_add (&s.count[best], 1, __ATOMIC_RELAXED);
	      }
	__group (thread, 1)
	  if (t < K)
	    {
	      __atomic_fetch_add (&total->x[t], s.x[t], __ATOMIC_RELAXED);
	      __atomic_fetch_add (&total->y[t], s.y[t], __ATOMIC_RELAXED);
	      __atomic_fetch_add (&total->count[t], s.count[t], __ATOMIC_RELAXED);
	    }
      }
}

int
main (void)
{
  enum { N = 1500 };
  static point p[N];
  static int which[N];
  point centre[K];
  struct sums s, want = { 0 };
  for (int i = 0; i < N; i++)
    p[i] = (point) { t_random () % 1000, t_random () % 1000 };
  memcpy (centre, p, sizeof centre);
  memset (&s, 0, sizeof s);
  point *dp = t_dev (p, sizeof p), *dc = t_dev (centre, sizeof centre);
  int *dw = t_dev (0, sizeof which);
  struct sums *ds = t_dev (&s, sizeof s);
  LAUNCH ((N + T - 1) / T, T, assign, dp, N, dc, ds, dw);
  t_back (&s, ds, sizeof s);
  t_back (which, dw, sizeof which);
  for (int i = 0; i < N; i++)
    {
      float d[K], least = INFINITY;
      for (int k = 0; k < K; k++)
	{
	  float x = p[i].x - centre[k].x, y = p[i].y - centre[k].y;
	  d[k] = x * x + y * y;
	  least = fminf (least, d[k]);
	}
      CHECK (d[which[i]] == least);
      want.x[which[i]] += p[i].x;
      want.y[which[i]] += p[i].y;
      want.count[which[i]]++;
    }
  CHECK (!memcmp (&s, &want, sizeof s));
  OK (px_free (dp));
  OK (px_free (dc));
  return 0;
}
