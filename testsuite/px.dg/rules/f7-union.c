/* SPDX-License-Identifier: MIT */
/* F7: members of a union are one pointer.  */
/* { dg-do compile } */
#include <px.h>

typedef union { int *a; float *b; } either;
__device void g (either x);
__device void f (int *p) { g ((either) { .a = p }); }
