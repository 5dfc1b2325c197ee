/* SPDX-License-Identifier: MIT */
/* What cannot be an extent.  */
/* { dg-do compile } */
#include <px.h>

struct unknown;
__kernel __where (extent (y, n)) void no_parameter (int n, int *x);	/* { dg-error {'y' in 'extent' is no parameter of 'no_parameter'[^\n]*PX609} } */
__kernel __where (extent (n, n)) void number (int n, int *x);	/* { dg-error {'n' in 'extent' is of type 'int': an extent is that of a pointer[^\n]*PX609} } */
__kernel __where (extent (x, n)) void untyped (int n, void *x);	/* { dg-error {'x' in 'extent' is of type 'void \*'[^\n]*PX609} } */
__kernel __where (extent (x, n)) void incomplete (int n, struct unknown *x);	/* { dg-error {'x' in 'extent' is of type[^\n]*PX609} } */
__kernel __where (extent (x, n)) void sized_later (int n, float x[n][n]);	/* { dg-error {'x' in 'extent' is of type[^\n]*elements of constant size[^\n]*PX609} } */
__kernel __where (extent (x, n), n > 0, extent (x, 2 * n)) void twice (int n, int *x);	/* { dg-error {'x' has an 'extent' already[^\n]*PX609} } */
__kernel __where (extent (x, k)) void no_name (int n, int *x);	/* { dg-error {'k' in '__where' is no parameter of 'no_name'[^\n]*PX609} } */
__kernel __where (extent (x, f)) void real (float f, int *x);	/* { dg-error {'f' in '__where' is of type 'float'[^\n]*PX609} } */
__kernel __where (extent (x, 1.5)) void real_number (int n, int *x);	/* { dg-error {not understood from '1\.5\)' on[^\n]*PX609} } */
__kernel __where (extent (x, x[0])) void loads (int n, int *x);	/* { dg-error {PX609} } */
__kernel __where (extent (x)) void no_count (int n, int *x);	/* { dg-error {not understood from '\)' on[^\n]*PX609} } */
__kernel __where (extent (x, )) void empty (int n, int *x);	/* { dg-error {not understood from '\)' on[^\n]*PX609} } */
__kernel __where (extent (x, n) > 2) void compared (int n, int *x);	/* { dg-error {not understood from '> 2' on[^\n]*PX609} } */
__kernel __where (n > 2 || extent (x, n)) void chosen (int n, int *x);	/* { dg-error {'extent' is a fact of its own[^\n]*PX609} } */
__kernel __where (extent (x, n) || n > 2) void either (int n, int *x);	/* { dg-error {not understood from '\|\| n > 2' on[^\n]*PX609} } */
__kernel __where (extent (x, -1)) void negative (int n, int *x);	/* { dg-error {'__where \(extent \(x, -1\)\)' never holds[^\n]*PX609} } */
__device __where (extent (x, n)) int device (int n, int *x);	/* { dg-error {'extent' in '__where' of 'device': it belongs to kernels[^\n]*PX609} } */
__kernel __where (extent (x, n)) void calls (int n, void (*x) (int n));	/* { dg-error {'x' in 'extent' is of type[^\n]*PX609} } */
__kernel __where (extent (x, n)) void again (int n, int *x);	/* { dg-message {first declared here} } */
__kernel __where (extent (x, n + 1)) void again (int n, int *x);	/* { dg-error {'again' differs from that of its first declaration: __where[^\n]*PX606} } */

/* Right ones; the name is free for other uses.  */
__kernel __where (extent (x, n), n > 1 && extent (y, (n + 1) / 2), extent > 3) void right (int n, int *x, int *y, int extent);
