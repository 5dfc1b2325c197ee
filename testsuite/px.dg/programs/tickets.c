/* SPDX-License-Identifier: MIT */
/* The sum of an array in one launch: the block that draws the last ticket adds up; and atomic
   operations once a warp, by votes and matches.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 128 };

__device unsigned count;

__kernel __requires (grid (1), block (1), threads (T)) void
reduce_single (const float *in, unsigned n, float *partial, float *out)
{
  unsigned i __perspective (thread, 1) = px_id (thread);
  unsigned nb = px_units (block), b __perspective (block, 1) = px_id (block);
  __group (block, 1)
    {
      __shared float w[T / 32];
      __shared _Bool last;
      int t __perspective (thread, 1) = px_id (thread), warp __perspective (thread, 32) = px_id (thread, 32);
      float v __perspective (thread, 1) = i < n ? in[i] : 0;
      for (int d = 16; d; d /= 2)
	v += px_shfl_xor (v, d);
      __partition (thread, 32, float *p = w + warp)
	__group (thread, 32)
	  __partition (thread, 1, float *q = p + t % 32)
	    __group (thread, 1)
	      if (t % 32 == 0)
		*q = v;
      __partition (thread, 1, _Bool *l = &last + t)
	__group (thread, 1)
	  if (t == 0)
	    {
	      float s = 0;
	      for (int k = 0; k < T / 32; k++)
		s += w[k];
	      px_atomic_store (partial + b, s, px_relaxed, px_gpu);
	      unsigned ticket = px_atomic_inc (&count, nb - 1, px_acq_rel, px_gpu);
	      *l = ticket == nb - 1;
	    }
      if (last)
	{
	  float s __perspective (thread, 1) = 0;
	  __group (thread, 1)
	    for (unsigned k = t; k < nb; k += T)
	      s += px_atomic_load (partial + k);
	  for (int d = 16; d; d /= 2)
	    s += px_shfl_xor (s, d);
	  __partition (thread, 1, float *p = w + t / 32)
	    __group (thread, 1)
	      if (t % 32 == 0)
		*p = s;
	  __group (thread, 1)
	    if (t == 0)
	      px_atomic_exchange (out, w[0] + w[1] + w[2] + w[3]);
	}
    }
}
/* Filter: one atomic per warp.  */

__kernel __requires (grid (1), block (1), thread (32)) void
filter (const int *src, int n, int *dst, int *nres)
{
  int i __perspective (thread, 1) = px_id (thread);
  int keep __perspective (thread, 1) = i < n && src[i] > 0;
  __group (thread, 32)
    {
      unsigned lane __perspective (thread, 1) = px_id (thread);
      unsigned m = px_ballot (keep);
      int base __perspective (thread, 1) = 0;
      __group (thread, 1)
	if (lane == 0)
	  base = px_atomic_add (nres, px_popc (m));
      int at __perspective (thread, 1) = px_broadcast (base) + px_popc (m & ((1u << lane) - 1));
      __group (thread, 1)
	if (keep)
	  px_atomic_exchange (dst + at, src[i]);
    }
}
/* Aggregated by key: match.  */

__kernel __requires (grid (1), block (1), thread (32)) void
buckets (const unsigned char *key, int n, unsigned *bucket)
{
  int i __perspective (thread, 1) = px_id (thread);
  unsigned k __perspective (thread, 1) = i < n ? key[i] : 256u;
  __group (thread, 32)
    {
      unsigned lane __perspective (thread, 1) = px_id (thread);
      unsigned peers __perspective (thread, 1) = px_match (k);
      _Bool leader __perspective (thread, 1) = lane == (unsigned) px_popc ((peers & -peers) - 1);
      __group (thread, 1)
	if (leader && k < 256)
	  px_atomic_add (&bucket[k], (unsigned) px_popc (peers));
    }
}

int
main (void)
{
  enum { N = 1500 };
  static float a[N];
  static int s[N], o[N];
  static unsigned char c[N];
  static unsigned h[256];
  float want = 0, got;
  int np = 0;
  unsigned ch[256] = { 0 };
  for (int i = 0; i < N; i++)
    {
      want += a[i] = t_random () % 64;
      s[i] = (int) (t_random () % 100) - 50, np += s[i] > 0;
      ch[c[i] = t_random () % 10]++;
    }
  int nb = (N + T - 1) / T;
  float *d = t_dev (a, sizeof a), *dp = t_dev (0, nb * 4), *dd = t_dev (0, 4);
  for (int k = 0; k < 2; k++)
    {
      LAUNCH (nb, T, reduce_single, d, N, dp, dd);
      OK (px_copy (&got, dd, 4));
      CHECK (got == want);
    }
  int *ds = t_dev (s, sizeof s), *dst = t_dev (0, sizeof o), z = 0, *dn = t_dev (&z, 4);
  LAUNCH ((N + 95) / 96, 96, filter, ds, N, dst, dn);
  t_back (&z, dn, 4);
  OK (px_copy (o, dst, z * 4));
  CHECK (z == np);
  long x = 0;
  for (int i = 0; i < N; i++)
    x += s[i] > 0 ? s[i] : 0;
  for (int i = 0; i < z; i++)
    x -= o[i];
  CHECK (x == 0);
  unsigned char *dc = t_dev (c, sizeof c);
  unsigned *dh = t_dev (h, sizeof h);
  LAUNCH ((N + 95) / 96, 96, buckets, dc, N, dh);
  t_back (h, dh, sizeof h);
  CHECK (!memcmp (h, ch, sizeof h));
  OK (px_free (d));
  OK (px_free (dp));
  OK (px_free (dd));
  OK (px_free (ds));
  OK (px_free (dst));
  OK (px_free (dc));
  return 0;
}
