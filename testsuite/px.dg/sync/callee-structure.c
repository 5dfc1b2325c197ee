/* SPDX-License-Identifier: MIT */
/* What a function that is called does by pointers in a structure, it does where the caller says that
   these point to, and by each of them to its own object.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0} 3 } } */
#include "../aux/t.h"

enum { T = 128 };
struct two { int *to; const int *from; int c; };
struct one { int *to; int c; };

__device __attribute__ ((noinline)) __requires (thread (32)) static void
add_turned (struct two s)
{
  int t __perspective (thread, 1) = px_id (thread);
  int *to = s.to;
  __partition (thread, 1, int *w = to + t)
    __group (thread, 1)
      *w += s.c * s.from[31 - t];
}

__device __attribute__ ((noinline)) __requires (block (1), threads (T)) static void
put (struct one s)
{
  int t __perspective (thread, 1) = px_id (thread);
  int *to = s.to;
  __partition (thread, 1, int *w = to + t)
    __group (thread, 1)
      *w = s.c * t;
}

__kernel __requires (grid (1), block (1), threads (T), smem (4096)) void
f (const int *in, int *out)
{
  __partition (block, 1, int *o = out + 2 * T * px_id (block))
    __group (block, 1)
      {
	__shared int a[T], b[2 * T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = a + t)
	  __group (thread, 1)
	    *w = in[t];
	__partition (thread, 1, int *w = b + t)
	  __group (thread, 1)
	    *w = 5;
	int g __perspective (thread, 32) = px_id (thread, 32);
	/* Each warp another part of B, in any order, all the same part of A: no two meet.  */
	__partition (thread, 32, int *v = b + (3 - g) * 32)
	  __group (thread, 32)
	    {
	      add_turned ((struct two) { v, a + 32, 2 });
	      add_turned ((struct two) { v, a, 1 });
	    }
	/* The second half of B: what comes then reads it.  */
	put ((struct one) { .c = 3, .to = b + T });
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    *w = b[T - 1 - t];
	__partition (thread, 1, int *w = o + T + t)
	  __group (thread, 1)
	    *w = b[2 * T - 1 - t];
      }
}

/* A barrier behind the call: what it writes is not where B starts.  */
__kernel __requires (grid (1), block (1), threads (T), smem (4096)) void
g (int *out)
{
  __partition (block, 1, int *o = out + T * px_id (block))
    __group (block, 1)
      {
	__shared int b[2 * T];
	int t __perspective (thread, 1) = px_id (thread);
	put ((struct one) { .c = 3, .to = b + T });
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    *w = b[2 * T - 1 - t];
      }
}

int
main (void)
{
  int in[T], out[2 * T];
  for (int i = 0; i < T; i++)
    in[i] = 3 * i;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (1, T, f, d, o);
  t_back (out, o, sizeof out);
  for (int i = 0; i < T; i++)
    {
      int k = 31 - (T - 1 - i) % 32;
      CHECK (out[i] == 5 + 2 * 3 * (32 + k) + 3 * k);
      CHECK (out[T + i] == 3 * (T - 1 - i));
    }
  o = t_dev (0, sizeof out);
  LAUNCH (1, T, g, o);
  t_back (out, o, sizeof out);
  for (int i = 0; i < T; i++)
    CHECK (out[i] == 3 * (T - 1 - i));
  return 0;
}
