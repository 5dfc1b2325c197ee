/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An array that is a member of a structure ends where the next member begins.  */
#include <px.h>

struct pair { float a[64]; float b[64]; int last[64]; };
struct cell { int v[4]; int n; };

__kernel __requires (grid (1), block (1), threads (64), smem (768)) void
by_pointer (float *out)
{
  __each (block, float *o = out + 64 * px_id (block))
    {
      int t = px_id (thread);
      __shared struct pair x;
      __each (thread, float *w = x.a + t)
	{
	  w[0] = t;
	  w[64] = 2;	/* { dg-error {this access is outside of 'a': at byte 256 of 256, by thread 0 .PX402.} } */
	}	/* { dg-message {'a' is an array in a structure} "" { target *-*-* } .-1 } */
      __each (thread, float *v = o + t)
	*v = x.b[t];
    }
}

__kernel __requires (grid (1), block (1), threads (64), smem (768)) void
by_loop (float *out)
{
  __each (block, float *o = out + 64 * px_id (block))
    {
      int t = px_id (thread);
      __shared struct pair x;
      __each (thread, float *w = &x.a[t])
	for (int i = 0; i < 2; i++)
	  w[i * 64] = t;	/* { dg-error {this access is outside of 'a': at byte 256 of 256, by thread 0 .PX402.} } */
			/* { dg-message {'a' is an array in a structure} "" { target *-*-* } .-1 } */
      __each (thread, float *v = o + t)
	*v = x.b[t];
    }
}

__kernel __requires (grid (1), block (1), threads (64), smem (768)) void
moved (float *out)
{
  __each (block, float *o = out + 64 * px_id (block))
    {
      int t = px_id (thread);
      __shared struct pair x;
      __each (thread, float *w = x.b + t)
	for (float *p = w, *end = w + 128; p < end; p += 64)
	  *p = t;	/* { dg-error {this access is outside of 'b': at byte 256 of 256, by thread 0 .PX402.} } */
			/* { dg-message {'b' is an array in a structure} "" { target *-*-* } .-1 } */
      __each (thread, float *v = o + t)
	*v = x.b[t];
    }
}

__kernel __requires (grid (1), block (1), threads (64)) void
by_name (struct pair *all, float *out, int n)
{
  int i = px_id (thread), t = i % 64;
  const struct pair *p = all + i / 64;
  __each (thread, float *o = out + i)
    {
      *o = p->a[t + 1];	/* { dg-error {this access is outside of 'a': at byte 256 of 256, by thread 63 .PX402.} } */
			/* { dg-message {'a' is an array in a structure} "" { target *-*-* } .-1 } */
      *o += p->b[t + n];
    }
}

__kernel __requires (grid (1), block (1), threads (64)) void
inner (struct cell *cells)
{
  __each (thread, struct cell *c = cells + px_id (thread))
    {
      int last = 0;
      const int *v = c->v;
      for (int i = 0; i <= 4; i++)
	last += v[i];	/* { dg-error {this access is outside of 'v': at byte 16 of 16, by thread 0 .PX402.} } */
			/* { dg-message {'v' is an array in a structure} "" { target *-*-* } .-1 } */
      c->n = last;
    }
}
