/* SPDX-License-Identifier: MIT */
/* A thread's own element by a view and by the array's name: no barrier stands
   between, so that the compiler itself has to see one object, of any type.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 64 };
struct pair { double d; int i; };

#define OWN(NAME, TYPE, START, NEXT)						\
__kernel __requires (grid (1), block (1), threads (T)) void			\
NAME (int *out, int n)								\
{										\
  __partition (block, 1, int *o = out + px_id (block) * T)			\
  __group (block, 1)								\
    {										\
      __shared int pad[3];							\
      __shared TYPE a[T];							\
      __shared int sum[T];							\
      extern __shared TYPE NAME##_b[];						\
      int t __perspective (thread, 1) = px_id (thread);				\
      __partition (thread, 1, int *w = pad + t)					\
	__group (thread, 1)							\
	  if (t < 3)								\
	    *w = t;								\
      __partition (thread, 1, TYPE *w = a + t) *w = (START);			\
      __partition (thread, 1, TYPE *w = NAME##_b + t) *w = a[t];			\
      __partition (thread, 1, int *w = sum + t) *w = pad[1] + t * t;		\
      for (int i = 0; i < n; i++)						\
	{									\
	  __partition (thread, 1, TYPE *w = a + t)		\
	    __group (thread, 1)							\
	      { TYPE x = *w; *w = (NEXT); }					\
	  __partition (thread, 1, int *w = sum + t)				\
	    *w = *w * 2 + (VALUE (a[t])) + (VALUE (NAME##_b[t])) + i;			\
	  __partition (thread, 1, TYPE *w = NAME##_b + t)		\
	    __group (thread, 1)							\
	      { TYPE x = *w; *w = (NEXT); }					\
	}									\
      __partition (thread, 1, int *w = o + t) *w = sum[t];			\
    }										\
}										\
static void									\
NAME##_test (void)								\
{										\
  enum { N = 6 };								\
  int out[T];									\
  int *d = t_dev (NULL, sizeof out);						\
  OK (px_launch (px_grid_smem (1, T, T * sizeof (TYPE)), NAME, d, N));		\
  t_back (out, d, sizeof out);							\
  for (int t = 0; t < T; t++)							\
    {										\
      TYPE a = (START), b = a;							\
      int sum = 1 + t * t;							\
      for (int i = 0; i < N; i++)						\
	{									\
	  { TYPE x = a; a = (NEXT); }						\
	  sum = sum * 2 + (VALUE (a)) + (VALUE (b)) + i;			\
	  b = a;								\
	}									\
      CHECK (out[t] == sum);							\
    }										\
}

#define VALUE(X) X
OWN (bytes, unsigned char, t, x * 4 + 7)
OWN (words, int, t, x * 4 + 78)
OWN (longs, long long, t, x * 3 - i)
OWN (floats, float, t, x * 2 + 1)
#undef VALUE
#define VALUE(X) (X).i + (int) (X).d
OWN (structs, struct pair, ((struct pair) { t, 3 }), ((struct pair) { x.d + 1, x.i + i }))

int
main (void)
{
  bytes_test ();
  words_test ();
  longs_test ();
  floats_test ();
  structs_test ();
  return 0;
}
