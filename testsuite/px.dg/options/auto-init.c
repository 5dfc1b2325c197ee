/* SPDX-License-Identifier: MIT */
/* { dg-do run { target gcc12 } } */
/* { dg-additional-options "-O3 -ftrivial-auto-var-init=pattern -fgraphite-identity -floop-nest-optimize -ftree-parallelize-loops=2 -fplugin-arg-px-race=none" } */
/* Shared memory is not set by who declares it; nvptx's compiler has no Graphite.  */
#include "../aux/t.h"

enum { T = 64 };

__kernel __requires (grid (1), block (1), threads (T)) void
turn (const int *in, int *out)
{
  int b __perspective (block, 1) = px_id (block), t __perspective (thread, 1) = px_id (thread);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared int s[T];
	__shared int last;
	int own[4] __perspective (thread, 1);
	for (int i = 0; i < 4; i++)
	  own[i] = in[t] * i;
	__partition (thread, 1, int *w = s + t)
	  __group (thread, 1) *w = own[1] + own[3];
	__claim (thread, 1, int *l = &last)
	  __split (thread) __case (1) *l = s[T - 1];
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1) *w = s[T - 1 - t] + last;
      }
}

int
main (void)
{
  int in[T], out[T];
  for (int i = 0; i < T; i++)
    in[i] = i * i;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (1, T, turn, d, o);
  t_back (out, o, sizeof out);
  for (int i = 0; i < T; i++)
    CHECK (out[i] == 4 * in[T - 1 - i] + 4 * in[T - 1]);
  return 0;
}
