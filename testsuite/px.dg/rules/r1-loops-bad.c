/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Loops that test behind their body run at least once; bits that are not apart are no sum; pointers that
   a condition chooses.  */
#include <px.h>

__kernel __requires (threads (64)) void
tested_behind (float *out, int n)
{
  int i = px_id (thread);
  __each (thread, float *o = out + i * n)	/* { dg-warning {this partition may give byte 0 of 'out'[^\n]*n = 0 .PX403.} } */
    {
      int k = 0;
      do
	o[k] = 1;	/* { dg-message {a write by one} } */
      while (++k < n);
    }
/* { dg-message {a write by the other} "" { target *-*-* } .-3 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-8 } */
}

__kernel __requires (threads (64)) void
unsigned_behind (float *out, unsigned n)
{
  unsigned i = px_id (thread);
  __each (block, float *ob = out + px_id (block) * 64)
    __each (thread, float *o = ob + i)	/* { dg-error {this partition gives byte 4 of 'out' to two units of thread.1.: [^\n]*PX401.} } */
      {
	unsigned k = 0;
	do
	  o[k] = 1;	/* { dg-message {a write by one} } */
	while (++k != 2);
      }
/* { dg-message {a write by the other} "" { target *-*-* } .-3 } */
}

__kernel __requires (threads (64)) void
joined (float *out)
{
  int i = px_id (thread), b = i / 64, t = i % 64;
  __each (thread, float *o = out + (b << 5 | t))	/* { dg-error {this partition gives byte [^\n]* of 'out'[^\n]*PX401.} } */
    *o = 1;	/* { dg-message {a write by one} } */
/* { dg-message {a write by the other} "" { target *-*-* } .-1 } */
}

__kernel __requires (threads (64)) void
neighbours (float *out)
{
  int i = px_id (thread);
  __each (thread, float *o = i & 1 ? out + i - 1 : out + i)	/* { dg-error {this partition gives byte 0 of 'out' [^\n]*PX401.} } */
    *o = 1;	/* { dg-message {a write by one} } */
/* { dg-message {a write by the other} "" { target *-*-* } .-1 } */
}

__kernel __requires (threads (64)) void
old_values (float *out, int n)
{
  int i = px_id (thread);
  __each (thread, float *o = out + 4 * i)	/* { dg-error {this partition gives byte 16 of 'out' [^\n]*PX401.} } */
    {
      int k = 0;
      do
	o[k] = 1;	/* { dg-message {a write by one} } */
      while (k++ < 4);
    }
/* { dg-message {a write by the other} "" { target *-*-* } .-3 } */
}
