/* SPDX-License-Identifier: MIT */
/* -fplugin-arg-px-bounds reports nothing where a pointer leads to one of several arrays, each of another length, and stays in
   that.  */
/* { dg-do run } */
/* { dg-require-effective-target emu } */
/* { dg-options "-fplugin-arg-px-bounds" } */
#include "../aux/t.h"

enum { T = 32 };

__kernel __requires (grid (1), block (1), threads (T), smem (12 * T)) void
f (const int *in, int *out)
{
  int b = px_id (block);
  __each (block, int *o = out + b * T)
    {
      __shared int few[T];
      __shared int many[2 * T];
      int t = px_id (thread);
      __each (thread, int *p = few + t)
	*p = t;
      __each (thread, int *p = many + t)
	p[0] = p[T] = 2 * t;
      __each (thread, int *v = o + t)
	{
	  const char *s = in[t] & 1 ? "hello, world" : "ab", *r = in[t] & 1 ? "ab" : "hello, world";
	  const int *p = in[t] & 1 ? few : many, *q = in[t] & 1 ? many : few;
	  *v = s[in[t] & 1 ? 9 : 1] + r[in[t] & 1 ? 1 : 9];
	  *v += p[in[t] & 1 ? t : t + in[T]] + q[in[t] & 1 ? t + in[T] : t];
	}
    }
}

int
main (void)
{
  int in[T + 1], out[T];
  for (int i = 0; i < T; i++)
    in[i] = i;
  in[T] = T;
  int *o = t_dev (NULL, sizeof out);
  LAUNCH (1, T, f, t_dev (in, sizeof in), o);
  t_back (out, o, sizeof out);
  for (int i = 0; i < T; i++)
    CHECK (out[i] == 'r' + 'b' + 3 * i);
  return 0;
}
