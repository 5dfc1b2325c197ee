/* SPDX-License-Identifier: MIT */
/* One defect, one error, though several statements or rules meet it.  */
/* { dg-do compile } */
#include <px.h>

struct v { float x, y; };
static inline __device float dot (struct v a, struct v b) { return a.x * b.x + a.y * b.y; }
static inline __device void twice (float *p) { *p *= 2; }

__kernel __requires (grid (1), block (1), threads (64), smem (4096)) void
f (const float *in, float *out, int n)	/* { dg-message "'in' is declared here" } */
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *o = out + 64 * b)	/* { dg-message "'__partition' begins here" } */
    __group (block, 1)
      {
	__shared float s[64];	/* { dg-message "'s' is declared here" } */
	__shared __slots (3) float four[4][64];	/* { dg-error {'__slots .3.' belongs to a '__shared' array with that many elements .PX603.} } */
	__slots (4) float local[4][64];	/* { dg-error {'__slots .4.' belongs to a '__shared' array with that many elements .PX603.} } */
	int t __perspective (thread, 1) = px_id (thread), w __perspective (thread, 32) = px_id (thread, 32);
	__claim (thread, 1, float *c = s)	/* { dg-message "'__claim' begins here" } */
	  __group (thread, 1)
	    *c += 1;	/* { dg-error {claimed 'c' is used outside of a '__case' of thread.1. .PX206.} } */
	__group (thread, 1)
	  {
	    twice (out + t);	/* { dg-error {'out' is out of reach while view 'o' of it exists .PX205.} } */
	    twice (out);	/* { dg-error {'out' is out of reach while view 'o' of it exists .PX205.} } */
	    float (*fn) (struct v, struct v) = dot;	/* { dg-error {device code takes the address of function 'dot' .PX305.} } */
	    fn ((struct v) { 1, 2 }, (struct v) { 1, 2 });
	  }
	__partition (thread, 128, float *p = o + 32 * w)	/* { dg-error {'__partition' narrows to thread.128., but the code here has only block.1., thread.64. .PX205.} } */
	  __group (thread, 32)
	    __claim (thread, 1, float *q = p)
	      __split (thread)
		__case (1)
		  *q = 1;
	__async (float *a = s)
	  px_bulk_load ((float *) in, a, 16);	/* { dg-error {operand 1 of 'px_bulk_load' must be the name of an '__async' .PX207.} } */
	__async (float *a = s)	/* { dg-message "'__async' begins here" } */
	  dot (*(struct v *) a, *(struct v *) a);	/* { dg-error {asynchronous 'a' may only be an operand of an asynchronous copy .PX207.} } */
	__split (thread)	/* { dg-message "'__claim .thread, 32, ....' around this '__split' gives it to the branch" } */
	  {
	    __case (32)
	      for (int i = 0; i < n; i++)
		{
		  __partition (thread, 1, float *own = four[i % 4] + px_id (thread))
		    *own = 1;
		  __partition (thread, 1, float *own = local[i % 4] + px_id (thread))
		    *own = 1;
		  __partition (thread, 1, float *own = s + px_id (thread))	/* { dg-error {the source of '__partition' lives at block.1., but the code here is at thread.32. .PX205.} } */
		    *own = 1;
		}
	    __case (32)
	      {
		float sum __perspective (thread, 1) = 0;
		for (int i = 0; i < n; i++)
		  sum += four[i % 4][px_id (thread)] + local[i % 4][px_id (thread)] + s[px_id (thread)];
	      }
	  }
      }
}

/* What to write instead.  */
/* { dg-message {use 'o' for what is its part, and load what is not before '__par} "" { target *-*-* } 26 } */
