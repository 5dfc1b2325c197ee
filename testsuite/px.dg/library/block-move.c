/* SPDX-License-Identifier: MIT */
/* Loads, stores and exchanges of a block: each way back and forth, whole and in part; and what
   compares neighbours.  */
/* { dg-do run } */
/* { dg-final { scan-ptx {ld\.global\.(nc\.)?v4} } } */
/* { dg-final { scan-ptx {st\.global\.v4} } } */
#include "aux/lib.h"
#include <px/library.h>

/* What LOAD gives thread t as item i must be element AT; STORE must put item i there.  */
#define MOVE(NAME, TYPE, T, E, LOAD, STORE)				\
  __kernel __requires (grid (1), block (1), threads (T)) void		\
  NAME (const TYPE *in, TYPE *out, TYPE *items, int n)			\
  {									\
    int b __perspective (block, 1) = px_id (block);			\
    __partition (block, 1, TYPE *o = out + b * ((T) * (E)), *is = items + b * ((T) * (E))) \
      __group (block, 1)						\
	{								\
	  int t __perspective (thread, 1) = px_id (thread);		\
	  TYPE v[E] __perspective (thread, 1), none = { 0 };		\
	  const TYPE *from = in + b * ((T) * (E));			\
	  (void) n, (void) none;					\
	  LOAD;								\
	  __partition (thread, 1, TYPE *p = is + t)			\
	    _Pragma ("GCC unroll 64") for (int i = 0; i < (E); i++)	\
	      p[i * (T)] = v[i];					\
	  STORE;							\
	}								\
  }									\
  static void NAME##_test (int striped, int count)			\
  {									\
    enum { n = 2 * (T) * (E) };						\
    static TYPE in[n], out[n], items[n], none, ones;			\
    for (int i = 0; i < n; i++)						\
      RANDOM (&in[i]);							\
    TYPE *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out), *is = t_dev (0, sizeof items); \
    memset (&ones, 0xff, sizeof ones);					\
    LAUNCH (2, T, NAME, d, o, is, count);				\
    t_back (out, o, sizeof out);					\
    t_back (items, is, sizeof items);					\
    OK (px_free (d));							\
    for (int b = 0; b < 2; b++)						\
      for (int t = 0; t < (T); t++)					\
	for (int i = 0; i < (E); i++)					\
	  {								\
	    int at = striped ? t + i * (T) : t * (E) + i, first = b * (T) * (E); \
	    CHECK (SAME (items[first + t + i * (T)], *(at < count ? &in[first + at] : &none))); \
	    CHECK (SAME (out[first + at], *(at < count ? &in[first + at] : &ones))); \
	  }								\
  }

#define ALL(X, NAME, TYPE, T, E)					\
  X (NAME##_d, TYPE, T, E, 0, T * E, NAME##_load (from, v), NAME##_store (o, v)) \
  X (NAME##_s, TYPE, T, E, 1, T * E, NAME##_load_striped (from, v), NAME##_store_striped (o, v)) \
  X (NAME##_t, TYPE, T, E, 0, T * E, NAME##_load_transposed (from, v), NAME##_store_transposed (o, v)) \
  X (NAME##_v, TYPE, T, E, 0, T * E, NAME##_load_vectorised (from, v), NAME##_store_vectorised (o, v)) \
  X (NAME##_ds, TYPE, T, E, 0, T * E / 3 + 1, NAME##_load_some (from, v, n, none), NAME##_store_some (o, v, n)) \
  X (NAME##_ss, TYPE, T, E, 1, T * E / 3 + 1, NAME##_load_striped_some (from, v, n, none), NAME##_store_striped_some (o, v, n))
#define DEFINE(NAME, TYPE, T, E, S, N, LOAD, STORE) MOVE (NAME, TYPE, T, E, LOAD, STORE)
#define RUN(NAME, TYPE, T, E, S, N, LOAD, STORE) NAME##_test (S, N);
#define TYPES(X, Y)							\
  X (Y, ints, int, 64, 4)						\
  X (Y, doubles, double, 48, 2)						\
  X (Y, bytes, unsigned char, 64, 16)					\
  X (Y, lines, struct line, 96, 4)
#define BOTH(Y, NAME, TYPE, T, E) PX_BLOCK_LOAD (NAME##_load, TYPE, T, E) PX_BLOCK_STORE (NAME##_store, TYPE, T, E)
TYPES (BOTH, )
TYPES (ALL, DEFINE)

/* Exchanges: a permutation, and its inverse.  */
enum { T = 64, E = 3 };
PX_BLOCK_EXCHANGE (exchange, int, T, E)
#define TO(at) (((at) * 5 + 7) % (T * E))
#define PERMUTED(HOW)							\
  int to[E] __perspective (thread, 1);					\
  _Pragma ("GCC unroll 8") for (int i = 0; i < E; i++)			\
    to[i] = TO (t * E + i);						\
  HOW (v, to)
ITEMS_KERNEL (scatter, int, int, T, E, PERMUTED (exchange_scatter))
ITEMS_KERNEL (scatter_striped, int, int, T, E, PERMUTED (exchange_scatter_striped); exchange_to_blocked (v))
ITEMS_KERNEL (gather, int, int, T, E, PERMUTED (exchange_gather))
static void
exchange_test (int which)
{
  __typeof__ (&gather) kernels[] = { scatter, scatter_striped, gather };
  ITEMS_RUN (kernels[which], int, int, 2, T, E, 0);
  for (int b = 0; b < n; b += T * E)
    for (int i = 0; i < T * E; i++)
      CHECK (which == 2 ? out[b + i] == in[b + TO (i)] : out[b + TO (i)] == in[b + i]);
}

#define SAME_SIGN(a, b) (((a) < 0) == ((b) < 0))
PX_BLOCK_ADJACENT_DIFFERENCE (difference, int, PX_MINUS, T, E)
PX_BLOCK_DISCONTINUITY (runs, int, SAME_SIGN, T, E)
ITEMS_KERNEL (left, int, int, T, E, difference_left (v))
ITEMS_KERNEL (right, int, int, T, E, difference_right (v))
ITEMS_KERNEL (heads, int, int, T, E, int f[E] __perspective (thread, 1); runs_heads (v, f);
	      _Pragma ("GCC unroll 8") for (int i = 0; i < E; i++) v[i] = f[i])
ITEMS_KERNEL (tails, int, int, T, E, int f[E] __perspective (thread, 1); runs_tails (v, f);
	      _Pragma ("GCC unroll 8") for (int i = 0; i < E; i++) v[i] = f[i])
static void
neighbours_test (int which)
{
  __typeof__ (&left) kernels[] = { left, right, heads, tails };
  ITEMS_RUN (kernels[which], int, int, 2, T, E, 0);
  for (int i = 0; i < n; i++)
    {
      int at = i % (T * E), other = which % 2 ? (at == T * E - 1 ? -1 : i + 1) : at ? i - 1 : -1;
      int want = other < 0 ? (which < 2 ? in[i] : 1) : which < 2 ? (int) ((unsigned) in[i] - in[other]) : !SAME_SIGN (in[i], in[other]);
      CHECK (out[i] == want);
    }
}

PX_BLOCK_SCAN_BY_KEY (sums, unsigned char, PX_EQUAL, int, PX_PLUS, T, E)
ITEMS_KERNEL (by_key, int, int, T, E,
  unsigned char k[E] __perspective (thread, 1);
  _Pragma ("GCC unroll 8") for (int i = 0; i < E; i++)
    k[i] = (t * E + i) * (t * E + i) / 77;
  if (n)
    sums_inclusive (k, v);
  else
    sums_exclusive (k, v, 5))
static void
by_key_test (int inclusive)
{
  ITEMS_RUN (by_key, int, int, 2, T, E, inclusive);
  for (int b = 0; b < n; b += T * E)
    for (int i = 0, s = 0; i < T * E; i++)
      {
	int head = !i || (unsigned char) (i * i / 77) != (unsigned char) ((i - 1) * (i - 1) / 77);
	if (head)
	  s = inclusive ? 0 : 5;
	CHECK (inclusive || out[b + i] == s);
	s = (unsigned) s + in[b + i];
	CHECK (!inclusive || out[b + i] == s);
      }
}

int
main (void)
{
  TYPES (ALL, RUN)
  exchange_test (0), exchange_test (1), exchange_test (2);
  for (int i = 0; i < 4; i++)
    neighbours_test (i);
  by_key_test (0), by_key_test (1);
  return 0;
}
