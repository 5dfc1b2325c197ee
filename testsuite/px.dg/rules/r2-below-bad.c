/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An array that is a member of a structure begins where it begins, the last one, too; and ends there, if more elements of
   an array of structures, or members of what is around it, follow.  */
#include <px.h>

struct list { int n; int tail[8]; };
struct open { int n; int tail[]; };
struct lists { int k; struct list a[4]; };
struct both { int k; union { float f[16]; int i[8]; } u; int z; };
struct last { int k; union { float f[16]; int i[8]; } u; };

__kernel __requires (grid (1), block (1), threads (64), smem (1024)) void
by_name (int *out, const struct list *g, const struct open *p)
{
  __each (block, int *o = out + 64 * px_id (block))
    {
      int t = px_id (thread);
      __shared struct list x;
      __shared struct lists y;
      __shared struct both h;
      __shared struct last l;
      /* Nothing is written to the four.  */
      __each (thread, int *v = o + t)
	{
	  *v = x.tail[-1];	/* { dg-error {this access is outside of 'tail': at byte -4 of 32, by thread 0 .PX402.} } */
	/* { dg-message {'tail' is an array in a structure} "" { target *-*-* } .-1 } */
/* { dg-warning "nothing is written to 'x'" "" { target *-*-* } .-2 } */
	  *v += y.a[2].tail[-1];	/* { dg-error {outside of 'tail': at byte -4 of 32} } */
	/* { dg-message {'tail' is an array in a structure} "" { target *-*-* } .-1 } */
/* { dg-warning "nothing is written to 'y'" "" { target *-*-* } .-2 } */
	  *v += y.a[1].tail[t % 16];	/* { dg-error {outside of 'tail': at byte 32 of 32, by thread 8} } */
	/* { dg-message {'tail' is an array in a structure} "" { target *-*-* } .-1 } */
	  *v += h.u.i[-1];	/* { dg-error {outside of 'i': at byte -4 of 64} } */
	/* { dg-message {'i' is an array in a structure} "" { target *-*-* } .-1 } */
/* { dg-warning "nothing is written to 'h'" "" { target *-*-* } .-2 } */
	  *v += h.u.i[16];	/* { dg-error {outside of 'i': at byte 64 of 64} } */
	/* { dg-message {'i' is an array in a structure} "" { target *-*-* } .-1 } */
	  *v += l.u.f[t % 16 - 1];	/* { dg-error {outside of 'f': at byte -4 of 64, by thread 0} } */
	/* { dg-message {'f' is an array in a structure} "" { target *-*-* } .-1 } */
/* { dg-warning "nothing is written to 'l'" "" { target *-*-* } .-2 } */
	  *v += g->tail[-1];	/* { dg-error {outside of 'tail': at byte -4 of 32} } */
	/* { dg-message {'tail' is an array in a structure} "" { target *-*-* } .-1 } */
	  *v += p->tail[-1];	/* { dg-error {outside of 'tail': at byte -4 of 0} } */
	/* { dg-message {'tail' is an array in a structure} "" { target *-*-* } .-1 } */
	}
    }
}

__kernel __requires (grid (1), block (1), threads (64), smem (1024)) void
by_pointer (int *out, struct list *g)
{
  int b = px_id (block);
  __each (block, int *o = out + 64 * b)
    {
      int t = px_id (thread);
      __shared struct lists y;
      const int *q = g[b].tail;
      const struct list *s = &y.a[0];
      __each (thread, int *w = y.a[3].tail + t % 8)
	if (t < 8)
	  w[-8] = t;	/* { dg-error {outside of 'tail': at byte -32 of 32, by thread 0} } */
	/* { dg-message {'tail' is an array in a structure} "" { target *-*-* } .-1 } */
      __each (thread, int *v = o + t)
	{
	  *v = q[-1];	/* { dg-error {outside of 'tail': at byte -4 of 32} } */
	/* { dg-message {'tail' is an array in a structure} "" { target *-*-* } .-1 } */
	  for (int i = 7; i >= -1; i--)
	    *v += q[i];	/* { dg-error {outside of 'tail': at byte -4 of 32} } */
	/* { dg-message {'tail' is an array in a structure} "" { target *-*-* } .-1 } */
	  *v += s[-1].n;	/* { dg-error {outside of 'y': at byte -32 of 148} } */
	  *v += (s + 4)->tail[0];	/* { dg-error {outside of 'y': at byte 152 of 148} } */
	}
    }
}

__device __attribute__ ((noinline)) int
before (const int *p)
{
  return p[-1];	/* { dg-message {by 'before', which it calls, here} } */
}

__kernel __requires (grid (1), block (1), threads (64)) void
by_call (int *out, const struct list *g)
{
  __each (thread, int *o = out + px_id (thread))
    *o = before (g->tail);	/* { dg-error {outside of 'tail': at byte -4 of 32} } */
	/* { dg-message {'tail' is an array in a structure} "" { target *-*-* } .-1 } */
}

/* Perhaps outside.  */
__kernel __requires (grid (1), block (1), threads (64), smem (64)) void
perhaps (int *out, int n)
{
  __each (block, int *o = out + 64 * px_id (block))
    {
      int t = px_id (thread);
      __shared struct list x;
      __each (thread, int *v = o + t)
	if (n >= 0 && n < 64)
	  *v = x.tail[n - 2];	/* { dg-warning {may be outside of} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */
/* { dg-warning "nothing is written to 'x'" "" { target *-*-* } .-2 } */
    }
}

struct counts { int n; int of[32]; int m; };

__kernel __requires (grid (1), block (1), threads (64), smem (256)) void
by_atomics (int *out)
{
  __each (block, int *o = out + 64 * px_id (block))
    {
      int t = px_id (thread);
      __shared struct counts x;
      __group (thread)
	{
	  px_atomic_add (&x.of[t % 32], 1); /* { dg-warning "nothing is written to 'x'" } */
	  px_atomic_add (&x.of[t % 32 + 1], 1);	/* { dg-error {outside of 'of': at byte 128 of 128, by thread 31} } */
	/* { dg-message {'of' is an array in a structure} "" { target *-*-* } .-1 } */
	  px_atomic_add (&x.of[-1], 1);	/* { dg-error {outside of 'of': at byte -4 of 128} } */
	/* { dg-message {'of' is an array in a structure} "" { target *-*-* } .-1 } */
	}
      __each (thread, int *v = o + t)
	*v = x.of[t % 32];
    }
}

struct vector { int v[3]; };
struct vectors { int n; struct vector a[8]; int end; };

__kernel __requires (grid (1), block (1), threads (64), smem (256)) void
vectors (int *out)
{
  __each (block, int *o = out + 64 * px_id (block))
    {
      int t = px_id (thread);
      __shared struct vectors m;
      const int *u = m.a[0].v;
      __each (thread, int *v = o + t)
	{
	  *v = u[t % 25];	/* { dg-error {outside of 'a': at byte 96 of 96, by thread 24} } */
	/* { dg-message {'a' is an array in a structure} "" { target *-*-* } .-1 } */
/* { dg-warning "nothing is written to 'm'" "" { target *-*-* } .-2 } */
	  *v += u[-1];	/* { dg-error {outside of 'a': at byte -4 of 96} } */
	/* { dg-message {'a' is an array in a structure} "" { target *-*-* } .-1 } */
	  *v += m.a[1].v[t % 4];	/* { dg-error {outside of 'v': at byte 12 of 12, by thread 3} } */
	/* { dg-message {'v' is an array in a structure} "" { target *-*-* } .-1 } */
	}
    }
}
