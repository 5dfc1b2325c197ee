/* SPDX-License-Identifier: MIT */
/* D5: loaded pointers beside views that they do not lead to: by restrict, by type, as nothing is
   written, or as the view is of other code.  */
/* { dg-do compile } */
#include <px.h>

enum { T = 64 };
struct cell { int v; struct cell *next; };
struct arguments { int *restrict a; const int *const *rows; };
__device __requires (thread (1)) int length (const struct cell *p);

#define KERNEL(name, ...) __kernel __requires (grid (1), block (1), threads (T)) void name (__VA_ARGS__)
#define T_ID int t __perspective (thread, 1) = px_id (thread)

KERNEL (rows, const int *const *in, int *restrict out)
{
  T_ID;
  __partition (thread, 1, int *w = out + t)
    *w = in[t][1];
}

KERNEL (other_type, const int *const *in, float *out)
{
  T_ID;
  __partition (thread, 1, float *w = out + t)
    *w = in[t][1];
}

KERNEL (other_member, struct cell *a)
{
  T_ID;
  __partition (thread, 1, struct cell *w = a + t)
    __group (thread, 1)
      {
	float sum = 0;
	for (const struct cell *p = w->next; p; p = p->next)
	  sum++;
	w->v = sum;
      }
}

KERNEL (by_member, struct arguments x)
{
  T_ID;
  __partition (thread, 1, int *w = x.a + t)
    *w = x.rows[t][t];
}

KERNEL (before, const int *const *in, int *out)
{
  T_ID;
  int v __perspective (thread, 1) = in[t][1];
  __partition (thread, 1, int *w = out + t)
    *w = v;
}

KERNEL (only_read, const struct cell *a, const int *b, float *out)
{
  T_ID;
  __partition (thread, 1, const struct cell *p = a + t, *q = a + t)
    __partition (thread, 1, float *w = out + t)
      *w = p->next->v + q->next->next->v + b[t];
}

KERNEL (called, const struct cell *in, int *restrict out)
{
  T_ID;
  __partition (thread, 1, int *w = out + t)
    __group (thread, 1)
      *w = length (in + t);
}

/* A structure of the thread's own leads to what was put there.  */
KERNEL (own, const int *in, int *out)
{
  T_ID;
  __partition (thread, 1, int *w = out + t)
    __group (thread, 1)
      {
	const int *two[2] = { in, in + T };
	*w = two[t & 1][t];
      }
}
