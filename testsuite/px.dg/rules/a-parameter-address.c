/* SPDX-License-Identifier: MIT */
/* As a-parameter-address-bad.c, but as it may be.  */
/* { dg-do compile } */
#include <px.h>
#include <string.h>

struct s { int *a, *b; };
#define T __device __requires (thread (32))
__device void put (int *p);
__device int get (const int *p);

__device int f0 (int n) { put (&n); return n; }
T int f1 (int n) { int x __perspective (thread, 1); __group (thread, 1) x = get (&n); (void) x; return n; }
__device void f2 (int *p, int *q) { int **pp = &p; *pp = q; **pp = 1; }
T void f3 (struct s x, int *o) { struct s *y = &x; __partition (thread, 1, int *q = x.a + px_id (thread)) __group (thread, 1) *q = y->b[0]; }
__device void f4 (struct s x, const int *c) { struct s *y = &x, z; memcpy (&z, y, sizeof z); *z.b = *c; }
