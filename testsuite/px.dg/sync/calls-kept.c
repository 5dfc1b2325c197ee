/* SPDX-License-Identifier: MIT */
/* What a caller may rely on of a function that is not inlined: of a barrier that is sure to stand
   before what it accesses; of nothing where it is opaque, or has its own order, or
   calls what may access the variables of this file.  */
/* { dg-do compile } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 12 } } */
#include "../aux/t.h"

#define T 64
#define HERE __requires (block (1), threads (T), smem (4 * T)) __attribute__ ((noinline))
#define OWN __requires (block (1), threads (T))

struct tile { int *p __perspective (block, 1); };
__device int table[T];

/* Another file's.  */
__device __requires (grid (1), threads (T)) void elsewhere (void);
__device OWN void fill (struct tile t __perspective (block, 1));

/* A barrier inside: 1 for each of the two.  */
#define TURN								\
  {									\
    __shared int f[T];							\
    __partition (thread, 1, int *w = f + t)				\
      __group (thread, 1) *w = v;					\
    __group (thread, 1) v = f[t ^ 33];					\
  }

__device HERE __perspective (thread, 1) int
behind (const int *p __perspective (block, 1), int v __perspective (thread, 1))
{
  int t __perspective (thread, 1) = px_id (thread);
  TURN
  return v + p[t ^ 34];
}

__device HERE __perspective (thread, 1) int
behind_if (const int *p __perspective (block, 1), int v __perspective (thread, 1), int n __perspective (block, 1))
{
  int t __perspective (thread, 1) = px_id (thread);
  if (n)
    TURN
  return v + p[t ^ 34];
}

#define ADD(NAME, KIND, HOW)						\
__device OWN KIND void							\
NAME (int *p __perspective (block, 1))					\
{									\
  int t __perspective (thread, 1) = px_id (thread);			\
  __partition (thread, 1, int *w = p + t)				\
    __group (thread, 1) HOW						\
}
ADD (opaque, OPAQUE, *w += 1;)
ADD (by_hand, __attribute__ ((noinline)), __unsafe { *w += 1; })

__device __requires (grid (1), threads (T)) __attribute__ ((noinline)) void
calls_elsewhere ()
{
  elsewhere ();
}

#define KERNEL(NAME, CALL)							\
__kernel __requires (grid (1), block (1), threads (T), smem (8 * T)) void	\
NAME (int *out __perspective (grid, 1), int n __perspective (grid, 1))		\
{										\
  __partition (block, 1, int *o = out + px_id (block) * T)			\
    __group (block, 1)								\
      {										\
	__shared int s[T];							\
	int t __perspective (thread, 1) = px_id (thread), v __perspective (thread, 1) = t; \
	__partition (thread, 1, int *w = s + t)					\
	  __group (thread, 1) *w = v;						\
	CALL									\
	__partition (thread, 1, int *w = o + t)					\
	  __group (thread, 1) *w = v + s[t];					\
      }										\
}
KERNEL (start, v = behind (s, v);)		/* 0 */
KERNEL (start_if, v = behind_if (s, v, n);)	/* 1, before the call */
KERNEL (unknown, opaque (s);)			/* 2 */
KERNEL (unsafe, by_hand (s);)			/* 2 */
KERNEL (writes, struct tile x = { s }; v = s[t ^ 33]; fill (x);)		/* 3, one before the read */

/* 2: before the call, which may read the table, and behind it.  */
__kernel __requires (grid (1), block (1), threads (T)) void
variable (int *out __perspective (grid, 1))
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = table + t)
    __group (thread, 1) *w = t;
  calls_elsewhere ();
  __partition (thread, 1, int *w = out + t)
    __group (thread, 1) *w = table[t];
}
