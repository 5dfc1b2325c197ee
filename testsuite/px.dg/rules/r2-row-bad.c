/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-Wno-aggressive-loop-optimizations" } */
/* An index into a row of an array of arrays does not leave the row, also where the array has an element there.  */
#include <px.h>

enum { T = 32, C = 8 };
struct table { int n; int m[T + 1][C]; };

__kernel __requires (grid (1), block (1), threads (T), smem (4096)) void
shared (int *out, int n)
{
  __each (block, int *o = out + T * px_id (block))
    {
      int t = px_id (thread);
      __shared int m[T + 1][C];
      __shared struct table x;
      __each (thread, int (*p)[C] = m + t)
	{
	  p[0][9] = t;	/* { dg-error {this access is outside of 'p': at byte 36 of 32, by thread 0 .PX402.} } */
	/* { dg-message {this is one row of 'p'} "" { target *-*-* } .-1 } */
	}
      __each (thread, struct table *p = &x)
	p->m[t][7 + t % 2] = t;	/* { dg-error {outside of 'm': at byte 32 of 32, by thread 1} } */
	/* { dg-message {this is one row of 'm'} "" { target *-*-* } .-1 } */
      __each (thread, int *v = o + t)
	{
	  *v = m[t][C];	/* { dg-error {outside of 'm': at byte 32 of 32} } */
	/* { dg-message {this is one row of 'm'} "" { target *-*-* } .-1 } */
	  *v += m[t + 1][-1];	/* { dg-error {outside of 'm': at byte -4 of 32} } */
	/* { dg-message {this is one row of 'm'} "" { target *-*-* } .-1 } */
	  for (int c = 0; c <= C; c++)
	    *v += x.m[t][c];	/* { dg-error {outside of 'm': at byte 32 of 32} } */
	/* { dg-message {this is one row of 'm'} "" { target *-*-* } .-1 } */
	  if (n >= 0 && n < 16)
	    *v += x.m[t / 2][n];	/* { dg-warning {may be outside of 'm': at byte 32 of 32, .*where n = 8 .PX403.} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */
	}
      __group (thread)
	px_atomic_add (&x.m[t][C + t % 2], 1);	/* { dg-error {outside of 'm': at byte 32 of 32} } */
	/* { dg-message {this is one row of 'm'} "" { target *-*-* } .-1 } */
    }
}

/* Of memory whose end nobody knows, of a parameter's, and of a thread's own.  */
__kernel __requires (grid (1), block (1), threads (T)) void
elsewhere (int *out, int (*g)[C], const int in[][2][C])
{
  int t = px_id (thread);
  __partition (thread, int (*p)[C] = g + 2 * t)
    {
      p[0][9] = t;	/* { dg-error {outside of 'p': at byte 36 of 32} } */
	/* { dg-message {this is one row of 'p'} "" { target *-*-* } .-1 } */
    }
  __each (thread, int *v = out + t)
    {
      int own[4][4] = { { t } };
      *v = in[t][1][8];	/* { dg-error {outside of 'in': at byte 32 of 32} } */
	/* { dg-message {this is one row of 'in'} "" { target *-*-* } .-1 } */
      *v += in[t][2][0];	/* { dg-error {outside of 'in': at byte 64 of 64} } */
	/* { dg-message {this is one row of 'in'} "" { target *-*-* } .-1 } */
      *v += own[0][5];	/* { dg-error {outside of 'own': at byte 20 of 16, by thread 0} } */
	/* { dg-message {this is one row of 'own'} "" { target *-*-* } .-1 } */
      *v += own[1][t % 5];	/* { dg-error {outside of 'own': at byte 16 of 16, by thread 4} } */
	/* { dg-message {this is one row of 'own'} "" { target *-*-* } .-1 } */
    }
}
