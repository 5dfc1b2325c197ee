/* SPDX-License-Identifier: MIT */
/* F9: where an operand must be in shared memory, and where a pointer is not known to lead.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
#include <px.h>

typedef px_tile (px_half, 64, 64, 128) tile;
__device px_half table[256];	/* { dg-message "'table' is declared here" } */

__device __requires (thread (32)) void
parameter (const px_half *p)	/* { dg-message {a parameter that leads to shared memory is declared '__shared'} } */
{
  px_lhs (px_half, 16, 16) f;
  px_ldmatrix (&f, p, 16);	/* { dg-error {operand 2 of 'px_ldmatrix' must be in shared memory .PX309.} } */
}

static inline __device __requires (thread (32)) void
stored (px_half *p)	/* { dg-message "declared '__shared'" } */
{
  px_lhs (px_half, 16, 16) f;
  px_zero (&f);
  px_stmatrix_t (p, 16, &f);	/* { dg-error {operand 1 of 'px_stmatrix_t' must be in shared memory .PX309.} } */
}

__device __requires (thread (128)) void
product (tile *a, tile *b __shared)	/* { dg-message "declared '__shared'" } */
{
  px_acc (float, 64, 64) d;
  px_zero (&d);
  px_mma_nt (&d, a, b);	/* { dg-error {operand 2 of 'px_mma_nt' must be in shared memory .PX309.} } */
}

__device __requires (thread (32)) void
of_file (void)
{
  px_lhs (px_half, 16, 16) f;
  px_ldmatrix (&f, table, 16);	/* { dg-error {operand 2 of 'px_ldmatrix' must be in shared memory .PX309.} } */
}

__device __requires (thread (32)) void
either (const px_half *p __shared, int n)
{
  px_lhs (px_half, 16, 16) f;
  const px_half *q __perspective (thread, 32) = n ? p : table;
  px_ldmatrix (&f, q, 16);	/* { dg-error {operand 2 of 'px_ldmatrix' must be in shared memory .PX309.} } */
}

__device __requires (thread (32)) void
loaded (px_half *const *list __shared)
{
  px_lhs (px_half, 16, 16) f;
  px_ldmatrix (&f, list[0], 16);	/* { dg-error {operand 2 of 'px_ldmatrix' must be in shared memory .PX309.} } */
  /* { dg-message {a pointer that was loaded, or that a call gave, may lead to any memory} "" { target *-*-* } .-1 } */
}

struct pair
{
  const px_half *a __shared;	/* { dg-message "'a' is given by the host" } */
  const px_half *b;	/* { dg-message "'b' is declared here" } */
};

__device __requires (thread (32)) void
member (struct pair p)
{
  px_lhs (px_half, 16, 16) f;
  px_ldmatrix (&f, p.a, 16);
  px_ldmatrix (&f, p.b, 16);	/* { dg-error {operand 2 of 'px_ldmatrix' must be in shared memory .PX309.} } */
}

__device void
copied (int *to, const int *from __shared)	/* { dg-message "declared '__shared'" } */
{
  __async (int *a = to)
    px_cp_async (a, from, 16);	/* { dg-error {operand 1 of 'px_cp_async' must be in shared memory .PX309.} } */
}

__device void
copied_back (int *to __shared, const int *from __shared)	/* { dg-message "'from' is declared here" } */
{
  __async (int *a = to)
    px_cp_async (a, from, 16);	/* { dg-error {operand 2 of 'px_cp_async' must be in global memory .PX309.} } */
}

__device __requires (thread (32)) void frag (const px_half *p __shared);

__device __requires (thread (32)) void
passes_on (const px_half *p)	/* { dg-message "declared '__shared'" } */
{
  frag (p);	/* { dg-error {argument 1 of 'frag' must be in shared memory: 'p' is declared '__shared' .PX309.} } */
}

__kernel __requires (grid (1), block (1), threads (32), smem (512)) void
k (const px_half *in, struct pair p, int *list)	/* { dg-message "'in' is given by the host: it leads to global memory" } */
{
  __group (block, 1)
    __group (thread, 32)
      {
	px_lhs (px_half, 16, 16) f;
	px_ldmatrix (&f, in, 16);	/* { dg-error {operand 2 of 'px_ldmatrix' must be in shared memory .PX309.} } */
	frag (in);	/* { dg-error {argument 1 of 'frag' must be in shared memory} } */
	member (p);	/* { dg-error {argument 1 of 'member' must be in shared memory: 'a' is declared '__shared' .PX309.} } */
	__unsafe px_ldmatrix (&f, in, 16);
      }
}

__kernel void
given (int *p __shared)	/* { dg-error {'p' of a kernel can not be '__shared': what the host gives is in global memory .PX309.} } */
{
}

void on_host (int *p __shared);	/* { dg-error {'__shared' belongs to a local array of a device function, or to a pointer among its parameters .PX603.} } */
__device int no_pointer (int n __shared);	/* { dg-error {'__shared' belongs to a local array of a device function, or to a pointer among its parameters .PX603.} } */
__device int twice (int *p __shared);	/* { dg-message "first declared here" } */
__device int
twice (int *p)	/* { dg-error {perspective signature of 'twice' differs[^\n]*parameter 1} } */
{
  return *p;
}
