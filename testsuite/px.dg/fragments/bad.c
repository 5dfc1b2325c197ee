/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* GCC 14 makes errors of these warnings: { dg-options "-O2 -Wno-error=incompatible-pointer-types" } */
/* What fragments are not: each misuse is one located error. */
#include <px.h>
#include <string.h>

#define K __kernel __requires (grid (1), block (1), threads (128)) void

struct s { px_acc (float, 16, 8) a; };
static px_acc (float, 16, 8) file_scope;	/* { dg-error {fragment 'file_scope' must be a local variable[^\n]*PX802} } */
px_tile (px_half, 8, 64, 128) tile;	/* { dg-error {tile 'tile' must be a '__shared' array[^\n]*PX808} } */

K
places (void)
{
  px_acc (float, 64, 8) grid;	/* { dg-error {fragment 'grid' must live at thread.32. or thread.128., not at grid.1.[^\n]*PX801} } */
  (void) grid;
  __group (thread, 32)
    {
      px_acc (float, 24, 8) rows;	/* { dg-error {no px_acc .float, 24, 8. at thread.32.: its rows are not a multiple of 16 [^\n]*PX801} } */
      px_acc (float, 16, 12) cols;	/* { dg-error {its columns are not a multiple of 8 [^\n]*PX801} } */
      px_acc (px_bf16, 16, 8) elem;	/* { dg-error {px_bf16 is no element of it [^\n]*PX801} } */
      px_lhs (float, 16, 8) left;	/* { dg-error {float is no element of it [^\n]*PX801} } */
      px_lhs (px_half, 16, 4) narrow;	/* { dg-error {its columns are not a multiple of 8 [^\n]*PX801} } */
      px_rhs (px_e4m3, 8, 8) right;	/* { dg-error {its rows are not a multiple of 16 [^\n]*PX801} } */
      px_acc (float, 128, 128) many;	/* { dg-error {it takes 512 registers of each thread[^\n]*PX801} } */
      struct s member;		/* { dg-error {'member' has a fragment inside[^\n]*PX802} } */
      __shared px_acc (float, 16, 8) shared;	/* { dg-error {fragment 'shared' must be a local variable[^\n]*PX802} } */
      /* { dg-error {must be declared at block.1., not at thread.32.[^\n]*PX203} "" { target *-*-* } .-1 } */
    }
  __group (thread, 128)
    {
      px_rhs (px_half, 16, 8) right;	/* { dg-error {a warpgroup takes its right operand from shared memory[^\n]*PX801} } */
      px_acc (float, 32, 8) rows;	/* { dg-error {its rows are not a multiple of 64 [^\n]*PX801} } */
    }
  __group (thread, 64)
    {
      px_acc (float, 64, 8) unit;	/* { dg-error {must live at thread.32. or thread.128., not at thread.64.[^\n]*PX801} } */
      (void) unit;
    }
}

static inline __device __requires (thread (32)) void
take (px_acc (float, 16, 8) *a)	/* { dg-message "expected 'struct" } */
/* { dg-message "'a' is declared here" "" { target *-*-* } .-1 } */
{
  px_scale (a, 2.f);
}

static inline __device __requires (thread (32)) void
by_value (px_acc (float, 16, 8) a)	/* { dg-error {fragment 'a' is no parameter by value[^\n]*PX802} } */
{
  (void) a;
}

__device __requires (thread (32)) void
called (px_acc (float, 16, 8) *a)	/* { dg-error {fragment 'a' is a parameter of 'called', which is not 'static inline'[^\n]*PX805} } */
{
  px_scale (a, 2.f);
}

__device __requires (thread (32)) void outside (px_acc (float, 16, 8) *a);	/* { dg-message "'a' is declared here" } */

K
uses (float *p __perspective (grid, 1))
{
  __group (thread, 32)
    {
      px_acc (float, 16, 8) a, b;	/* { dg-message "'a' is declared here" } */
/* { dg-message "'b' is declared here" "" { target *-*-* } .-1 } */
      px_acc (float, 32, 8) tall;
      px_zero (&a);
      px_zero (&b);
      px_zero (&tall);
      take (&a);
      by_value (a);
      float x __perspective (thread, 1) = a[0][0].cell;	/* { dg-error {fragment 'a' is used other than by its address[^\n]*PX802} } */
      b[1][2].cell = x;		/* { dg-error {fragment 'b' is used other than by its address[^\n]*PX802} } */
      memcpy (&a, &b, sizeof a);	/* { dg-error {is used other than by its address[^\n]*PX802} } */
      void *q = &a;		/* { dg-error {fragment 'a' is used other than by its address[^\n]*PX802} } */
      long l = (long) &b;	/* { dg-error {fragment 'b' is used other than by its address[^\n]*PX802} } */
      outside (&a);		/* { dg-error {which is not 'static inline'[^\n]*PX805} } */
      take (&tall);		/* { dg-error {argument 1 of 'take' is px_acc .float, 32, 8., but the parameter px_acc .float, 16, 8.[^\n]*PX806} } */
      /* { dg-warning {incompatible pointer type} "" { target *-*-* } .-1 } */
      (void) q;
      (void) l;
    }
}

void
host (void)
{
  px_acc (float, 16, 8) a;
  px_zero (&a);			/* { dg-error {px_zero} } */
}

/* What to write instead.  */
/* { dg-message {declare it before this '__group': there, or further out, the cod} "" { target *-*-* } 19 } */
