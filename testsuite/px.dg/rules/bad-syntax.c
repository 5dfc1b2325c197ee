/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Mistakes of C: GCC's one error each, and nothing of what px makes of the rest. */
#include <px.h>

__device static inline int twice (int a) { return 2 * a; }	/* { dg-message "declared here" } */

__kernel __requires (grid (1), block (1), threads (64)) void
semicolon (float *out)
{
  int t __perspective (thread, 1) = px_id (thread)
  __partition (thread, 1, float *w = out + t)	/* { dg-error {in '__partition': expected ',' or ';' before 'for' .PX608.} } */
    *w = t;
}

__kernel __requires (grid (1), block (1), threads (64)) void
label (int *out, int n)
{
  __group (thread, 1)
    {
      if (n > 3)
	goto done;	/* { dg-error "label 'done' used but not defined" } */
      px_atomic_add (out, n);
    }
}

__kernel __requires (grid (1), block (1), threads (64)) void
otherwise (int *out, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    {
      if (t < n)
	px_atomic_add (out, n);
      px_atomic_add (out, n);
      else	/* { dg-error "'else' without a previous 'if'" } */
	px_atomic_add (out, 1);
    }
}

__kernel __requires (grid (1), block (1), threads (64)) void
few (int *out, int n)
{
  int x = twice ();	/* { dg-error "too few arguments to function 'twice'" } */
  __group (thread, 1)
    px_atomic_add (out, x);
}

__kernel __requires (grid (1), block (1), threads (64)) void
size (const float *in, float *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (1, float *w = out + t)	/* { dg-error {wrong arguments: it is '__partition .level., n., type \*name = source.' .PX608.} } */
    *w = in[t];
}

__kernel __requires (grid (1), block (1), threads (64)) void
unit (const float *in, float *out)
{
  int t __perspective (32) = px_id (thread);	/* { dg-error {wrong arguments: it is '__perspective .level., n..' .PX608.} } */
  __partition (thread, 1, float *w = out + t)
    *w = in[t];
}

__kernel __requires (grid (1), block (1), threads (64)) void
macro (const float *in, float *out)
{
  __group (thread, 1)
    {
      px_atomic_add (out, px_fast_sin (in[0], 3));	/* { dg-error {in 'px_fast_sin': macro .px_fast_sin. passed 2 arguments, but takes just 1 .PX608.} } */
      px_atomic_add (out, px_fma_rn (in[0], 3.0f));	/* { dg-error {in 'px_fma_rn': macro .px_fma_rn. requires 3 arguments, but only 2 given .PX608.} } */
    }
}
/* { dg-message "macro .px_\[a-z_\]*. defined here" "" { target *-*-* } 0 } */

__kernel __requires (grid (1), block (1), threads (64)) void
parenthesis (int *out, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    if (t < n	/* { dg-error "expected '\\)' before" } */
      px_atomic_add (out, n);
}
