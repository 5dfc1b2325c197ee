/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* What the device has nothing for gets one code where it is called: a heap, functions to
   call back, streams, time, the stack, another machine's instructions.  */
#include <px.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static jmp_buf b;
__device void f0 (int **p) { p[0] = malloc (4); }	/* { dg-error {device code calls 'malloc', which the device does not have .PX506.} } */
__device void f1 (int **p) { p[0] = calloc (1, 4); }	/* { dg-error "PX506" } */
__device void f2 (int *p) { free (p); }	/* { dg-error {device code calls 'free'[^\n]*PX506} } */
__device void f3 (int **p) { p[0] = realloc (p[0], 4); }	/* { dg-error "PX506" } */
__device void f4 (char **p) { p[0] = strdup ("a"); }	/* { dg-error "PX506" } */
__device void f5 (int *p) { qsort (p, 4, 4, 0); }	/* { dg-error {device code calls 'qsort'[^\n]*PX506} } */
__device int f6 (const char *s) { return atoi (s); }	/* { dg-error {device code calls 'atoi'[^\n]*PX506} } */
__device int f7 (void) { return rand (); }	/* { dg-error "PX506" } */
__device long f8 (void) { return time (NULL); }	/* { dg-error "PX506" } */
__device int f9 (int c) { return putc (c, stdout); }	/* { dg-error {device code calls 'putc'[^\n]*PX506} } */
__device int f10 (void) { return fputs ("x", stderr); }	/* { dg-error {device code calls 'fputs'[^\n]*PX506} } */
__device int f11 (va_list l) { return vprintf ("x%d", l); }	/* { dg-error "PX506" } */
__device int f12 (void) { return getchar (); }	/* { dg-error "PX506" } */
__device void f13 (int n) { longjmp (b, n); }	/* { dg-error "PX506" } */
__device void f14 (void **p) { p[0] = __builtin_return_address (0); }	/* { dg-error {device code calls 'return_address'[^\n]*PX506} } */
__device void f15 (void **p) { p[0] = __builtin_frame_address (0); }	/* { dg-error "PX506" } */
__device void f16 (void) { quick_exit (1); }	/* { dg-error "PX506" } */
__device void f17 (int n) { int *p = __builtin_alloca_with_align_and_max (n, 128, 100); p[0] = 1; }	/* { dg-error {alloca[^\n]*PX502} } */
/* The header that declares it is noted.  */
__device int *f18 (int **p) { return px_alloc (4); }	/* { dg-error {device code calls host function 'px_alloc' .PX305.} } */
/* { dg-message "declared here" "" { target *-*-* } 0 } */

/* What to write instead.  */
/* { dg-message {the host allocates before the launch, with 'px_alloc', and passe} "" { target *-*-* } 15 } */
/* { dg-message {the host allocates before the launch, with 'px_alloc', and passe} "" { target *-*-* } 16 } */
/* { dg-message {the host allocates before the launch, with 'px_alloc', and passe} "" { target *-*-* } 17 } */
/* { dg-message {the host allocates before the launch, with 'px_alloc', and passe} "" { target *-*-* } 18 } */
