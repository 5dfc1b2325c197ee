/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Variables that nothing writes: __constant ones, those of a file.  */
#include <px.h>

struct s { int a[4]; int b; };
__constant int numbers[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
__constant int rows[2][4] = { { 1, 2, 3, 4 }, { 5 } };
__constant struct s both = { { 1, 2, 3, 4 }, 5 };
static const int plain[4] = { 1, 2, 3, 4 };

__kernel __requires (threads (64)) void
f (int *out)
{
  int t = px_id (thread);
  __each (thread, int *p = out + t)
    {
      *p = numbers[8];	/* { dg-error {outside of 'numbers': at byte 32 of 32, by thread 0} } */
      *p += numbers[t & 15];	/* { dg-error {outside of 'numbers': at byte 32 of 32, by thread 8} } */
      *p += rows[0][t & 7];	/* { dg-error {outside of 'rows': at byte 16 of 16, by thread 4} } */
	/* { dg-message {one row of 'rows'} "" { target *-*-* } .-1 } */
      *p = *p + rows[0][5];	/* { dg-error {outside of 'rows': at byte 20 of 16} } */
	/* { dg-message {one row of 'rows'} "" { target *-*-* } .-1 } */
      *p += both.a[t & 7];	/* { dg-error {outside of 'both': at byte 20 of 20, by thread 5} } */
      const int *q = numbers + 1;
      for (int i = 0; i < 8; i++)
	*p += q[i];	/* { dg-error {outside of 'numbers': at byte 32 of 32, by thread 0} } */
      *p += plain[t & 7];	/* { dg-error {outside of 'plain': at byte 16 of 16, by thread 4} } */
    }
}
