/* SPDX-License-Identifier: MIT */
/* F9: a parameter that is __shared, on either side of its name, through helpers and in a
   structure, is an operand that must be in shared memory.  */
/* { dg-do run } */
#include <px.h>

struct part
{
  px_half *tile __shared;
  int ld;
};

static inline __device __requires (thread (32)) __perspective (thread, 1) float
corner (struct part p)
{
  px_lhs (px_half, 16, 16) f;
  px_ldmatrix (&f, p.tile, p.ld);
  return px_to_float (px_get (&f, 0));
}

__device __requires (thread (32)) __attribute__ ((noinline)) __perspective (thread, 1) float
plain (const px_half __shared *tile, int ld)
{
  px_lhs (px_half, 16, 16) f;
  px_ldmatrix (&f, tile + 16, ld);
  return px_to_float (px_get (&f, 0));
}

__device __requires (thread (32)) __perspective (thread, 1) float
both (px_half *tile __shared __perspective (thread, 32), int ld)
{
  struct part p = { tile, ld };
  return corner (p) + plain (p.tile, ld);
}

/* Not declared so: any memory will do.  */
__device __requires (thread (32)) __attribute__ ((noinline)) int
any (const px_half *p)
{
  return p[1].bits;
}

__kernel __requires (grid (1), block (1), threads (32), smem (544)) void
k (const px_half *in, float *restrict out, int *restrict bits)
{
  __partition (block, 1, float *ob = out + 32 * px_id (block))
  __partition (block, 1, int *bb = bits + 32 * px_id (block))
  __group (block, 1)
    {
      __shared px_half tile[272];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, px_half *w = tile + 8 * t)
	__group (thread, 1)
	  for (int i = 0; i < 8; i++)
	    w[i] = in[8 * t + i];
      __partition (thread, 1, px_half *w = tile + 256 + t)
	__group (thread, 1)
	  if (t < 16)
	    *w = in[t];
      __partition (thread, 32, px_half *mine = tile)
	__partition (thread, 32, float *o = ob)
	  __partition (thread, 32, int *b = bb)
	    __group (thread, 32)
	      {
		int l __perspective (thread, 1) = px_id (thread);
		float v __perspective (thread, 1) = both (mine, 16);
		int n __perspective (thread, 1) = any (mine) - any (in);
		__partition (thread, 1, float *q = o + l)
		  *q = v;
		__partition (thread, 1, int *q = b + l)
		  *q = n;
	      }
    }
}

/* The bits of V as a px_half.  */
static unsigned short
half_of (int v)
{
  int e = v ? 31 - __builtin_clz (v) : 0;
  return v ? (15 + e) << 10 | ((v << 10 >> e) & 1023) : 0;
}

int
main (void)
{
  px_half *in = px_alloc_managed (512);
  float *out = px_alloc_managed (128);
  int *bits = px_alloc_managed (128);
  if (!in || !out || !bits)
    return 1;
  for (int i = 0; i < 256; i++)
    in[i].bits = half_of (i);
  if (px_check (px_launch (px_grid (1, 32), k, in, out, bits)) || px_check (px_synchronize ()))
    return 1;
  for (int t = 0; t < 32; t++)
    {
      int first = t / 4 * 16 + t % 4 * 2;
      if (out[t] != first + first + 16 || bits[t])
	return 1;
    }
  px_free (in);
  px_free (out);
  px_free (bits);
  return 0;
}
