/* SPDX-License-Identifier: MIT */
/* As d1-memory-bad.c, but as it must be.  */
/* { dg-do compile } */
#include <px.h>
#include <string.h>

typedef int v4 __attribute__ ((vector_size (16)));
#define T __device __requires (thread (32))

T void f0 (void) { int l[1], z[1] = { 0 }; l[0] = px_units (thread); int x = memcmp (l, z, 4); (void) x; }
T void f1 (void) { char l[4] __perspective (thread, 1) = "abc"; int n __perspective (thread, 1) = strlen (l); (void) n; }
T void f2 (int n) { int x; (void) __builtin_add_overflow (n, 1, &x); (void) x; }
T void f3 (v4 m, int n) { int x = (m + n)[1]; (void) x; }
T void f4 (int n) { if (__real__ ((_Complex double) n * 2)) px_reduce_add (1); }
T void f5 (int n) { int x = 0; px_atomic_add (&x, n); if (x) px_reduce_add (1); }
T void f6 (void) { int x __perspective (thread, 1) = 0; __atomic_store_n (&x, px_id (thread), 0); }
T void f7 (int n) { _Atomic int x = 0; x = n; x += n; }
T void f8 (int *o) { int x[1] __perspective (thread, 1) = { 0 }; __group (thread, 1) { px_atomic_add (x, 1); px_atomic_add (o, x[0]); } }
__device void f9 (int n) { px_atomic_add (&n, n); }
__device void f10 (int *o) { int l[2] = { 1, 2 }; unsigned low = (unsigned long) l; px_atomic_add (o, low); }
