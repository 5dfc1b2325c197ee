/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Copies of a constant number of bytes at constant places outside of a member that is an array: GCC makes loads and stores of these,
   which do not name the array.  */
#include <px.h>
#include <string.h>

enum { T = 64 };
struct s { int n; int v[T]; int m; };
struct text { int n; char word[8]; char next[8]; };

#define CONSTANT(NAME, COPY) \
  __kernel __requires (grid (1), block (1), threads (T), smem (512)) void NAME (int *out) \
  { \
    __each (block, int *o = out + T * px_id (block)) \
      { \
	__shared struct s x; \
	__each (thread, int *p = o + px_id (thread)) \
	  { \
	    struct { int c; int a[4]; int b; } u = { *p }; \
	    COPY; \
	    *p = u.a[2]; \
	  } \
      } \
  }

CONSTANT (below, memcpy (u.a, &x.v[-1], 8))	/* { dg-error {outside of 'v': at byte -4 of 256} } */
	/* { dg-message {'v' is an array in a structure} "" { target *-*-* } .-1 } */
CONSTANT (above, memcpy (u.a, &x.v[T - 1], 8))	/* { dg-error {outside of 'v': at byte 252 of 256} } */
	/* { dg-message {'v' is an array in a structure} "" { target *-*-* } .-1 } */
CONSTANT (compared, u.b = memcmp (u.a, x.v + T - 2, 12))	/* { dg-error {outside of 'v': at byte 248 of 256} } */
	/* { dg-message {'v' is an array in a structure} "" { target *-*-* } .-1 } */
CONSTANT (own, memset (&u.a[-1], 0, 8))	/* { dg-error {outside of 'a': at byte -4 of 16} } */
	/* { dg-message {'a' is an array in a structure} "" { target *-*-* } .-1 } */
CONSTANT (own_above, __builtin_memset (u.a + 3, 0, 8))	/* { dg-error {outside of 'a': at byte 12 of 16} } */
	/* { dg-message {'a' is an array in a structure} "" { target *-*-* } .-1 } */
CONSTANT (text, struct text v = { u.c }; memcpy (v.next, v.word + 4, 8); u.a[2] = v.next[0])	/* { dg-error {outside of 'word': at byte 4 of 8} } */
	/* { dg-message {'word' is an array in a structure} "" { target *-*-* } .-1 } */
