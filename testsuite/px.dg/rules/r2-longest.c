/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Rule R2: a pointer to one of two arrays, of which what is in memory says which one: an access that is outside of the longer
   one is outside.  */
#include <px.h>

#define KERNEL(name, size, choice, index) \
  __kernel __requires (threads (128)) void name (const int *in, int *out, int n) \
  { \
    int b = px_id (block); \
    __each (block, int *o = out + b * 128) \
      { \
	__shared int h[64], g[size]; \
	int t = px_id (thread); \
	__each (thread, int *p = h + t) \
	  if (t < 64) \
	    *p = in[t]; \
	__each (thread, int *p = g + t) \
	  if (t < size) \
	    *p = in[t]; \
	int *q = h, *r = g; \
	choice; \
	__each (thread, int *p = o + t) \
	  *p = q[index]; \
      } \
  }
#define ONE q = in[0] ? h : g
#define TURNS for (int i = 0; i < n; i++) if (in[i]) { int *z = q; q = r; r = z; }

KERNEL (one, 64, ONE, t / 2)
KERNEL (turns, 64, TURNS, t & 63)
KERNEL (longer, 128, ONE, in[0] ? t / 2 : t)
/* A third one, which nobody writes, is longer.  */
__constant int table[256] = { 1 };
KERNEL (three, 64, q = in[0] ? h : in[1] ? g : (int *) table, t)
KERNEL (one_outside, 64, ONE, t)	/* { dg-error {outside of '[gh]': at byte 256 of 256, by thread 64 .PX402.} } */
/* { dg-message {of the arrays that the pointer may lead to, '[gh]' is the longest} "" { target *-*-* } .-1 } */
KERNEL (turns_outside, 64, TURNS, t)	/* { dg-error {outside of '[gh]': at byte 256 of 256, by thread 64 .PX402.} } */
/* { dg-message {is the longest} "" { target *-*-* } .-1 } */
KERNEL (longer_outside, 96, TURNS, t)	/* { dg-error {outside of 'g': at byte 384 of 384, by thread 96 .PX402.} } */
/* { dg-message {is the longest} "" { target *-*-* } .-1 } */
