/* SPDX-License-Identifier: MIT */
/* A transform in the integers modulo a prime, in place: roots in constant memory, products of
   64 bits, indices by shifts and masks.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { LOG = 9, N = 1 << LOG, T = N / 2 };
#define PRIME 998244353u
__constant unsigned roots[LOG];

#define TIMES(name) static inline unsigned name (unsigned a, unsigned b) { return (unsigned long long) a * b % PRIME; }
#define POWER(name, times) \
  static unsigned \
  name (unsigned a, unsigned n) \
  { \
    unsigned r = 1; \
    for (; n; n >>= 1, a = times (a, a)) \
      if (n & 1) \
	r = times (r, a); \
    return r; \
  }
TIMES (host_times)
POWER (host_power, host_times)
__device TIMES (times)
__device POWER (power, times)

__kernel __requires (grid (1), block (1), threads (T), smem (4 * N)) void
ntt (unsigned *data)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, unsigned *d = data + (size_t) b * N)
    __group (block, 1)
      {
	__shared unsigned s[N];
	int t __perspective (thread, 1) = px_id (thread);
	for (int h = 0; h < N; h += T)
	  {
	    unsigned from __perspective (thread, 1) = px_brev ((unsigned) (h + t)) >> (32 - LOG);
	    __partition (thread, 1, unsigned *p = s + h + t)
	      *p = d[from];
	  }
	for (int step = 0; step < LOG; step++)
	  {
	    int half = 1 << step;
	    int k __perspective (thread, 1) = t & (half - 1);
	    int j __perspective (thread, 1) = ((t >> step) << (step + 1)) | k;
	    unsigned w __perspective (thread, 1);
	    __group (thread, 1)
	      w = power (roots[step], k);
	    __partition (thread, 1, unsigned *p = s + j)
	      {
		unsigned u __perspective (thread, 1) = p[0], v __perspective (thread, 1) = times (p[half], w);
		p[0] = u + v >= PRIME ? u + v - PRIME : u + v;
		p[half] = u >= v ? u - v : u + PRIME - v;
	      }
	  }
	__partition (thread, 1, unsigned *p = d + 2 * t)
	  {
	    p[0] = s[2 * t];
	    p[1] = s[2 * t + 1];
	  }
      }
}

int
main (void)
{
  enum { B = 2 };
  static unsigned a[B][N], want[B][N], r[LOG];
  for (int i = 0; i < LOG; i++)
    r[i] = host_power (3, (PRIME - 1) >> (i + 1));
  for (int b = 0; b < B; b++)
    {
      for (int n = 0; n < N; n++)
	a[b][n] = t_random () % PRIME;
      for (int k = 0; k < N; k++)
	{
	  unsigned long long sum = 0, x = 1, root = host_power (r[LOG - 1], k);
	  for (int n = 0; n < N; n++, x = x * root % PRIME)
	    sum = (sum + a[b][n] * x) % PRIME;
	  want[b][k] = sum;
	}
    }
  OK (px_copy_to_symbol (px_symbol (roots), 0, r, sizeof r));
  unsigned *d = t_dev (a, sizeof a);
  LAUNCH (B, T, ntt, d);
  t_back (a, d, sizeof a);
  CHECK (!memcmp (a, want, sizeof a));
  return 0;
}
