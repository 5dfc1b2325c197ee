/* SPDX-License-Identifier: MIT */
/* What the tests of the library share: kernels that give each thread its items, call a
   function and put the items back; types and an operator that does not commute.  */
#include "../../aux/t.h"

/* x -> a x + b, modulo 2^32, one after the other.  */
struct line { unsigned a, b; };
__device static inline struct line
after (struct line f, struct line g)
{
  return (struct line) { g.a * f.a, g.a * f.b + g.b };
}

/* A kernel NAME of blocks of T threads with E items each of TYPE: the statement works on V, the
   thread's items, and may set R, of the type RESULT and the block's.  */
#define ITEMS_KERNEL(NAME, TYPE, RESULT, T, E, ...)		\
  __kernel __requires (grid (1), block (1), threads (T)) void		\
  NAME (const TYPE *in, TYPE *out, RESULT *results, int n)		\
  {									\
    int b __perspective (block, 1) = px_id (block);			\
    __partition (block, 1, TYPE *o = out + b * ((T) * (E)))		\
    __partition (block, 1, RESULT *rs = results + b)			\
      __group (block, 1)						\
	{								\
	  int t __perspective (thread, 1) = px_id (thread);		\
	  TYPE v[E] __perspective (thread, 1);				\
	  RESULT r = { 0 };						\
	  _Pragma ("GCC unroll 64") for (int i = 0; i < (E); i++)	\
	    v[i] = in[b * ((T) * (E)) + t * (E) + i];			\
	  (void) n;							\
	  __VA_ARGS__;							\
	  __partition (thread, 1, TYPE *p = o + t * (E))		\
	    _Pragma ("GCC unroll 64") for (int i = 0; i < (E); i++)	\
	      p[i] = v[i];						\
	  __claim (thread, 1, RESULT *p = rs)				\
	    __split (thread) __case (1) *p = r;				\
	}								\
  }

/* Run it for B blocks, with random bytes for items and N: then IN and OUT are the items before
   and after, RESULTS what it set.  Of bytes only some bits, so that sums of doubles are exact.  */
#define ITEMS_RUN(NAME, TYPE, RESULT, B, T, E, N)			\
  enum { n = (B) * (T) * (E) };						\
  static TYPE in[n], out[n];						\
  static RESULT results[B];						\
  for (int i = 0; i < n; i++)						\
    RANDOM (&in[i]);							\
  TYPE *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);		\
  RESULT *rs = t_dev (0, sizeof results);				\
  LAUNCH (B, T, NAME, d, o, rs, N);					\
  OK (px_free (d));							\
  t_back (out, o, sizeof out);						\
  t_back (results, rs, sizeof results)

#define RANDOM(P) \
  _Generic (*(P), struct line: random_line, float: random_float, double: random_double, \
	    unsigned char: random_uchar, short: random_short, int: random_int, \
	    unsigned: random_int, long: random_long) (P)
static inline void random_line (void *p) { *(struct line *) p = (struct line) { t_random (), t_random () }; }
static inline void random_float (void *p) { *(float *) p = RND (1000) - 300; }
static inline void random_double (void *p) { *(double *) p = RND (1000) - 300; }
static inline void random_uchar (void *p) { *(unsigned char *) p = t_random (); }
static inline void random_short (void *p) { *(short *) p = t_random (); }
static inline void random_int (void *p) { *(int *) p = t_random () % 64 ? RND (100) - 50 : (int) t_random (); }
static inline void random_long (void *p) { *(long *) p = t_random (); }

#define SAME(A, B) (!memcmp (&(A), &(B), sizeof (A)))
