/* SPDX-License-Identifier: MIT */
/* Points in a circle: a generator of random numbers in a struct of each thread,
   counts by votes, one atomic addition a warp.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 128, B = 4, TRIES = 100 };
struct rng { unsigned long long s; };

__device static inline float
next (struct rng *r)
{
  r->s = r->s * 6364136223846793005ull + 1442695040888963407ull;
  return (r->s >> 40) / (float) (1 << 24);
}

__kernel __requires (grid (1), block (1), threads (T)) void
pi (unsigned long long *hits, unsigned long long seed)
{
  int id __perspective (thread, 1) = px_id (thread);
  __group (thread, 32)
    {
      struct rng r __perspective (thread, 1) = { seed + id };
      int n = 0;
      for (int i = 0; i < TRIES; i++)
	{
	  float x __perspective (thread, 1) = next (&r), y __perspective (thread, 1) = next (&r);
	  n += px_popc (px_ballot (x * x + y * y < 1));
	}
      if (n > 0)
	__split (thread)
	  __case (1) px_atomic_add (hits, (unsigned long long) n);
    }
}

int
main (void)
{
  unsigned long long hits = 0, want = 0;
  unsigned long long *d = t_dev (&hits, sizeof hits);
  LAUNCH (B, T, pi, d, 7);
  t_back (&hits, d, sizeof hits);
  for (int t = 0; t < B * T; t++)
    {
      unsigned long long s = 7 + t;
      for (int i = 0; i < TRIES; i++)
	{
	  float x[2];
	  for (int k = 0; k < 2; k++)
	    {
	      s = s * 6364136223846793005ull + 1442695040888963407ull;
	      x[k] = (s >> 40) / (float) (1 << 24);
	    }
	  want += x[0] * x[0] + x[1] * x[1] < 1;
	}
    }
  CHECK (hits == want);
  return 0;
}
