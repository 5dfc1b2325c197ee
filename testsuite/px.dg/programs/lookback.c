/* SPDX-License-Identifier: MIT */
/* Prefix sums in one pass: tiles are dealt out by a counter, and each looks back at what
   those before it have published (decoupled look-back).  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 3 } } */
/* { dg-final { scan-ptx {ld\.acquire\.gpu} } } */
#include "../aux/t.h"

enum { T = 128, PER = 4, TILE = T * PER };
enum { NOTHING, AGGREGATE, PREFIX };
__device unsigned next_tile;

__kernel __requires (grid (1), block (1), threads (T), smem (4096)) void
scan (const unsigned *in, unsigned *out, unsigned long long *state)
{
  __group (block, 1)
    {
      __shared unsigned ticket, base_s, warp_s[T / 32];
      int t __perspective (thread, 1) = px_id (thread);
      __claim (thread, 1, unsigned *w = &ticket)
	__split (thread) __case (1) *w = px_atomic_add (&next_tile, 1u);
      unsigned tile = ticket;
      unsigned v[PER] __perspective (thread, 1), s __perspective (thread, 1) = 0;
      __group (thread, 1)
	for (int k = 0; k < PER; k++)
	  s += v[k] = in[tile * TILE + t * PER + k];
      unsigned x __perspective (thread, 1) = s;
      int w __perspective (thread, 32) = px_id (thread, 32);
      __partition (thread, 32, unsigned *ws = warp_s + w)
	__group (thread, 32)
	  {
	    int lane __perspective (thread, 1) = px_id (thread);
	    for (int d = 1; d < 32; d *= 2)
	      {
		unsigned y __perspective (thread, 1) = px_shfl_up (x, d);
		x += lane >= d ? y : 0;
	      }
	    unsigned total __perspective (thread, 1) = px_shfl_idx (x, 31);
	    __claim (thread, 1, unsigned *q = ws)
	      __split (thread) __case (1) *q = total;
	  }
      unsigned before __perspective (thread, 32) = 0;
      unsigned sum = 0;
      for (int k = 0; k < T / 32; k++)
	{
	  before += k < w ? warp_s[k] : 0;
	  sum += warp_s[k];
	}
      __claim (thread, 1, unsigned *q = &base_s)
	__split (thread)
	  __case (1)
	    {
	      unsigned base = 0;
	      if (tile == 0)
		px_atomic_store (&state[0], (unsigned long long) PREFIX << 32 | sum, px_release);
	      else
		{
		  px_atomic_store (&state[tile], (unsigned long long) AGGREGATE << 32 | sum, px_release);
		  for (unsigned p = tile - 1;;)
		    {
		      unsigned long long z = px_atomic_load (&state[p], px_acquire);
		      if (z >> 32 == NOTHING)
			continue;
		      base += (unsigned) z;
		      if (z >> 32 == PREFIX)
			break;
		      p--;
		    }
		  px_atomic_store (&state[tile], (unsigned long long) PREFIX << 32 | (base + sum), px_release);
		}
	      *q = base;
	    }
      unsigned run __perspective (thread, 1) = base_s + before + x - s;
      __group (thread, 1)
	__unsafe
	  for (int k = 0; k < PER; k++)
	    out[tile * TILE + t * PER + k] = run += v[k];
    }
}

int
main (void)
{
  enum { B = 40, N = B * TILE };
  static unsigned in[N], out[N];
  static unsigned long long nothing[B];
  for (int i = 0; i < N; i++)
    in[i] = t_random () % 1000;
  unsigned *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof in);
  unsigned long long *state = t_dev (nothing, sizeof nothing);
  LAUNCH (B, T, scan, d, o, state);
  t_back (out, o, sizeof out);
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    {
      sum += in[i];
      CHECK (out[i] == sum);
    }
  OK (px_free (d));
  OK (px_free (state));
  return 0;
}
