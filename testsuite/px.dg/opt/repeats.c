/* SPDX-License-Identifier: MIT */
/* Conditions that are compared and joined are predicates, computed once (ptx/fix/repeats.c, truths.c), what
   both ways from a branch load first is loaded before it (starts.c), and the results are right.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {xor\.pred} 1 { target gcc12 } } } */
/* { dg-final { scan-ptx-times {cnot} 0 } } */
/* { dg-final { scan-ptx-times {and\.b32 [^,]*, [^,]*, 4;} 1 } } */
/* { dg-final { scan-ptx-times {ld\.shared} 2 } } */
#include "../aux/t.h"

enum
{
  T = 64
};

__kernel __requires (grid (1), block (1), threads (T)) void
order (const unsigned *in, unsigned *out, int k, int j)
{
  __partition (block, 1, unsigned *mine = out + px_id (block) * T)
  __group (block, 1)
    {
      __shared unsigned line[T];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, unsigned *own = line + t)
	__group (thread, 1) *own = in[t];
      unsigned other __perspective (thread, 1) = line[(t + k) % T];
      __partition (thread, 1, unsigned *own = mine + t)
	__group (thread, 1)
	  {
	    unsigned v = 0;
	    if (((t & 4) == 0) == ((t & j) == 0) ? other < line[t] : other > line[t])
	      v = other;
	    if (((t & 4) != 0) == ((t & j) != 0) && v)
	      v++;
	    *own = v;
	  }
    }
}

int
main (void)
{
  unsigned *in = NEW (unsigned, T), *out = NEW (unsigned, T);
  for (int k = 0; k < T; k++)
    in[k] = (k * 37 + 11) % 101;
  for (int j = 1; j < T; j *= 2)
    for (int k = 0; k < 5; k++)
      {
	LAUNCH (1, T, order, in, out, k, j);
	for (int t = 0; t < T; t++)
	  {
	    unsigned other = in[(t + k) % T], v = 0;
	    if (((t & 4) == 0) == ((t & j) == 0) ? other < in[t] : other > in[t])
	      v = other;
	    if (((t & 4) != 0) == ((t & j) != 0) && v)
	      v++;
	    CHECK (out[t] == v);
	  }
      }
  return 0;
}
