/* SPDX-License-Identifier: MIT */
/* D5: no loaded pointer may lead to an object while threads write it, each in a view of its own.  */
/* { dg-do compile } */
#include <px.h>

enum { T = 64 };
struct cell { int v; struct cell *next; };
struct arguments { int *a; const int *const *rows; };	/* { dg-message "if no pointer in memory leads to" } */
__device int variable[T];	/* { dg-message "if no pointer in memory leads to" } */
__device __requires (thread (1)) int length (const struct cell *p);

#define KERNEL(name, ...) __kernel __requires (grid (1), block (1), threads (T)) void name (__VA_ARGS__)
#define T_ID int t __perspective (thread, 1) = px_id (thread)

KERNEL (reads, struct cell *a)	/* { dg-message "if no pointer in memory leads to" } */
{
  T_ID;
  const struct cell *p __perspective (thread, 1) = a[t].next;
  __partition (thread, 1, struct cell *w = a + t)
    w->v = p->v;	/* { dg-error {may lead to 'a' here, while a view of it exists[^\n]*PX208} } */
/* { dg-message "in a view of its own" "" { target *-*-* } .-1 } */
}

KERNEL (rows, const int *const *in, int *out)	/* { dg-message "if no pointer in memory leads to" } */
{
  T_ID;
  __partition (thread, 1, int *w = out + t)
    {
      *w = in[t][1];	/* { dg-error "PX208" } */
/* { dg-message "in a view of its own" "" { target *-*-* } .-1 } */
    }
}

KERNEL (counts, int **restrict bins, int *out)	/* { dg-message "if no pointer in memory leads to" } */
{
  T_ID;
  __partition (thread, 1, int *w = out + t)
    __group (thread, 1)
      {
	px_atomic_add (bins[0], 1);	/* { dg-error "PX208" } */
	*w = t;	/* { dg-message "in a view of its own" } */
      }
}

/* What is only read is changed by the pointer.  */
KERNEL (counted, int **restrict bins, int *in, int *restrict out)	/* { dg-message "if no pointer in memory leads to" } */
{
  T_ID;
  __partition (thread, 1, int *v = in + t)
    __group (thread, 1)
      {
	px_atomic_add (bins[0], *v);	/* { dg-error "PX208" } */
/* { dg-message "in a view of its own" "" { target *-*-* } .-1 } */
      }
}

KERNEL (by_member, struct arguments x)
{
  T_ID;
  __partition (thread, 1, int *w = x.a + t)
    *w = x.rows[t][t];	/* { dg-error "PX208" } */
/* { dg-message "in a view of its own" "" { target *-*-* } .-1 } */
}

KERNEL (named, const int *const *in)
{
  T_ID;
  __partition (thread, 1, int *w = variable + t)
    *w = in[t][t];	/* { dg-error {'variable' here[^\n]*PX208} } */
/* { dg-message "in a view of its own" "" { target *-*-* } .-1 } */
}

KERNEL (called, const struct cell *in, struct cell *out)	/* { dg-message "if no pointer in memory leads to" } */
{
  T_ID;
  __partition (thread, 1, struct cell *w = out + t)
    __group (thread, 1)
      w->v = length (in + t);	/* { dg-error "PX208" } */
/* { dg-message "in a view of its own" "" { target *-*-* } .-1 } */
}

/* Characters are of all types.  */
KERNEL (bytes, const char *const *in, long *out)	/* { dg-message "if no pointer in memory leads to" } */
{
  T_ID;
  __partition (thread, 1, long *w = out + t)
    *w = in[t][t];	/* { dg-error "PX208" } */
/* { dg-message "in a view of its own" "" { target *-*-* } .-1 } */
}
