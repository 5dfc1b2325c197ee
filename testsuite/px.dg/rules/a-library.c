/* SPDX-License-Identifier: MIT */
/* What a function of the C library writes lives where what it is given does; what a failed
   exchange finds is each thread's.  */
/* { dg-do compile } */
#include <px.h>
#include <math.h>
#include <string.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (const char *in, float x, int n)
{
  __group (block, 1)
    {
      char bytes[32], zero[8];
      int exponent;
      float fraction = frexpf (x, &exponent);
      memcpy (bytes, in, n);
      memset (zero, n, n);
      if (bytes[0] || zero[0] || exponent || fraction > 0)
	px_nanosleep (1);
    }
}

__kernel __requires (grid (1), block (1), threads (64)) void
g (const char *in, int *out, int n)
{
  __group (block, 1)
    {
      int t __perspective (thread, 1) = px_id (thread), found = 0, exponent;
      char bytes[32];
      frexpf (t, &exponent);	/* { dg-error {a value at thread.1. cannot be stored in 'exponent', which lives at block.1. .PX201.} } */
      memcpy (bytes, in + t, 4);	/* { dg-error {a value at thread.1. cannot be stored in 'bytes', which lives at block.1. .PX201.} } */
      memcpy (bytes + t, in, 4);	/* { dg-error {an index at thread.1. cannot choose an element of 'bytes', which lives at block.1. .PX201.} } */
      memcpy (bytes, in, n + t);	/* { dg-error {a value at thread.1. cannot be stored in 'bytes', which lives at block.1. .PX201.} } */
      __group (thread, 1)
	memcpy (bytes, in, 4);	/* { dg-error {code at thread.1. cannot store to 'bytes', which lives at block.1. .PX201.} } */
      __atomic_compare_exchange_n (out, &found, 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);	/* { dg-error {a value at thread.1. cannot be stored in 'found', which lives at block.1. .PX201.} } */
    }
}
/* { dg-message "is declared here" "" { target *-*-* } 29 } */
/* { dg-message "is declared here" "" { target *-*-* } 30 } */
/* { dg-message "the code perspective was set here" "" { target *-*-* } 35 } */
