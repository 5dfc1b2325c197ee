/* SPDX-License-Identifier: MIT */
/* A pointer to shared memory that goes through a local variable: by memcpy, as a number of
   another type, in a structure whose address a function gets, from asm, or in memory where a
   function puts it.  What is read through it comes
   after what was written.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
#include "../aux/t.h"

struct s { int *a, *b; };
typedef unsigned long u2 __attribute__ ((vector_size (16)));
__device OPAQUE int member (const struct s *x, int i) { return x->a[i]; }
__device OPAQUE int pointed (int *const *x, int i) { return (*x)[i]; }
__device OPAQUE int anything (const void *x, int i) { return (*(int *const *) x)[i]; }

__device OPAQUE int number (const unsigned long *x, int i) { return ((const int *) x[1])[i]; }
__device OPAQUE void put (const int *p, const int **to) { *to = p; }
__device OPAQUE int add (const struct s *x, int i) { return __atomic_fetch_add (x->a + i, 0, __ATOMIC_RELAXED); }

/* SETUP makes the pointer, READ sets V to the element that the thread I has written.  */
#define KERNEL(name, setup, read) \
  __kernel __requires (grid (1), block (1), threads (64), smem (1024)) void \
  name (int *o) \
  { \
    __partition (block, 1, int *ob = o + px_id (block) * 64) \
      __group (block, 1) { \
	__shared int s[64], u[64]; \
	int t __perspective (thread, 1) = px_id (thread); \
	int i __perspective (thread, 1) = (t + 33) % 64; \
	__partition (thread, 1, int *q = u + t) \
	  __group (thread, 1) *q = 0; \
	setup; \
	for (int r = 0; r < 3; r++) { \
	  __partition (thread, 1, int *q = s + t) \
	    __group (thread, 1) *q = r * 100 + t; \
	  int v __perspective (thread, 1); \
	  __group (thread, 1) { read; } \
	  __partition (thread, 1, int *q = ob + t) \
	    __group (thread, 1) *q = v; \
	} \
      } \
  }

KERNEL (by_memcpy, int *h = s; int *g; memcpy (&g, &h, sizeof g), v = g[i])
KERNEL (by_double, union { int *p; double d; } y = { s }; union { int *p; double d; } z; double d = y.d; z.d = d, v = z.p[i])
KERNEL (by_vector, u2 y = ((u2) { (unsigned long) s, (unsigned long) u }), v = ((int *) y[0])[i])
KERNEL (by_member, struct s y = ((struct s) { s, u }), v = member (&y, i))
KERNEL (by_pointer, int *h = s, v = pointed (&h, i))
KERNEL (by_anything, int *h = s, v = anything (&h, i))
KERNEL (by_number, unsigned long y[2] = { 0 }; y[1] = (unsigned long) s, v = number (y, i))
KERNEL (by_atomic, struct s y = ((struct s) { s, u }), v = add (&y, i))
KERNEL (by_asm, const int *h __perspective (thread, 1), __unsafe asm ("mov.u64 %0, %1;" : "=l" (h) : "l" (s)); v = h[i])
KERNEL (by_function, __shared const int *h[64]; __partition (thread, 1, const int **q = h + t) __group (thread, 1) put (s, q),
	v = h[t ^ 1][i])

#define RUN(name) \
  do { \
    int *d = t_dev (0, sizeof got); \
    LAUNCH (2, 64, name, d); \
    t_back (got, d, sizeof got); \
    for (int i = 0; i < 128; i++) \
      CHECK (got[i] == 200 + (i + 33) % 64); \
  } while (0)

int
main (void)
{
  int got[128];
  RUN (by_memcpy);
  RUN (by_double);
  RUN (by_vector);
  RUN (by_member);
  RUN (by_pointer);
  RUN (by_anything);
  RUN (by_number);
  RUN (by_atomic);
  RUN (by_asm);
  RUN (by_function);
  return 0;
}
