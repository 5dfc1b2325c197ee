/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* String literals and compound literals have ends, also by pointers; so have arrays in what is passed by value.  */
#include <px.h>

enum { T = 32 };
struct s { int n, a[4], b[4]; };

__kernel __requires (grid (1), block (1), threads (T)) void
f (int n, struct s val, int *out)
{
  int t = px_id (thread);
  __each (thread, int *v = out + t)
    {
      *v = ((int[4]) { 1, 2, 3, n })[t & 7];	/* { dg-error {outside of 'a compound literal': at byte 16 of 16, by thread 4 .PX402.} } */
      *v += "abcdefg"[t & 15];	/* { dg-error {outside of 'a string literal': at byte 8 of 8, by thread 8} } */
      *v += "abcdefg"[8];	/* { dg-error {outside of 'a string literal': at byte 8 of 8, by thread 0} } */
      *v += "abcdefg"[t - 1];	/* { dg-error {outside of 'a string literal': at byte -1 of 8, by thread 0} } */
      const char *p = "xyz";
      *v += p[t & 7];	/* { dg-error {outside of 'a string literal': at byte 4 of 4, by thread 4} } */
      *v += (&(int[4]) { 1, 2, 3, n }[0])[t % 5];	/* { dg-error {outside of 'a compound literal': at byte 16 of 16} } */
      if (n == 0)
	*v += "abcdefg"[t + n];	/* { dg-warning {may be outside of 'a string literal': at byte 8 of 8, by thread 8, where n = 0 .PX403.} } */
	/* { dg-message {} "" { target *-*-* } .-1 } */
      const int *q = val.a;
      for (int i = 0; i < 5; i++)
	*v += *q++;	/* { dg-error {outside of 'a': at byte 16 of 16} } */
	/* { dg-message {array in a structure} "" { target *-*-* } .-1 } */
    }
}
