/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The address of a fragment goes nowhere but to operations and to functions that are inlined.  */
#include <px.h>
#include <string.h>

typedef px_acc (float, 16, 8) acc;
struct holder { acc *p; };
union un { acc *p; long l; };
__device acc *file_pointer;	/* { dg-error {fragment 'file_pointer' must be a local variable, or an array of them .PX802.} } */
/* { dg-message {'file_pointer' is declared here} "" { target *-*-* } .-1 } */
static inline __device __requires (thread (32)) void take_void (void *p) { (void) p; }
static inline __device __requires (thread (32)) void take_const_void (const void *p) { (void) p; }
__device __requires (thread (32)) void take_void_far (void *p) { (void) p; }
static inline __device __requires (thread (32)) void take_float (float *p __perspective (thread, 32)) { (void) p; }
static inline __device __requires (thread (32)) acc *give (acc *p) { return p; }	/* { dg-error {fragment 'p' is used other than by its address in an operation on fragments .PX802.} } */
/* { dg-message {'p' is declared here} "" { target *-*-* } .-1 } */
static inline __device __requires (thread (32)) void take (acc *p) { px_zero (p); }	/* { dg-message {'p' is declared here} } */
static inline __device __requires (thread (32)) void take_many (acc *p, int n) { for (int i = 0; i < n; i++) px_zero (p + i); }
static inline __device __requires (thread (32)) void take_pp (acc **p) { px_zero (*p); }	/* { dg-error {argument 1 of 'px_zero' is no address of a fragment .PX802.} } */
/* { dg-message {'p' is declared here} "" { target *-*-* } .-1 } */
static inline __device __requires (thread (128)) void take_wide (acc *p) { px_zero (p); }	/* { dg-error {no px_acc .float, 16, 8. at thread.128.: its rows are not a multiple of 64 .PX801.} } */
/* { dg-message {'take_wide' is declared here} "" { target *-*-* } .-1 } */
__kernel __requires (grid (1), block (1), threads (128)) void
k (float *g, acc **pp, int n)
{
  __group (thread, 32)	/* { dg-message {the code perspective was set here} } */
    {
      acc a, b, many[4];	/* { dg-message {'b' is declared here} } */
/* { dg-message {'many' is declared here} "" { target *-*-* } .-1 } */
/* { dg-message {'a' is declared here} "" { target *-*-* } .-2 } */
      acc *array[2];
      px_zero (&a);
      px_zero (&b);
      px_zero (&many[0]);
      take_void (&a);	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      take_const_void (&a);	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      take_void_far (&a);	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      take_float ((float *) &a);	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      take (give (&a));	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      struct holder h = { &a };	/* { dg-error {'h' has a fragment inside a structure or union .PX802.} } */
/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} "" { target *-*-* } .-1 } */
      take (h.p);
      union un u = { &b };	/* { dg-error {'u' has a fragment inside a structure or union .PX802.} } */
/* { dg-error {fragment 'b' is used other than by its address in an operation on fragments .PX802.} "" { target *-*-* } .-1 } */
      take (u.p);
      array[0] = &a;	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      take (array[0]);
      take_pp (array);	/* { dg-error {argument 1 of 'take_pp' must be one object, but each thread has a 'array' of its own, at thread.32. .PX303.} } */
      file_pointer = &a;	/* { dg-error {a store needs a view at thread.1., but 'file_pointer' lives at grid.1. .PX204.} } */
      *pp = &a;	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      take_many (many, 4);
      take_many (many, n);
      take (&many[n]);
      take (n ? &a : &b);	/* { dg-error {this pointer is not always the address of one and the same fragment .PX802.} } */
      memset (&a, 0, sizeof a);	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      if (&a == &b) n = 3;
      float *f = (float *) &a;	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      *f = 1;	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      float v = *(float *) &a;	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      acc *q = &a;
      q++;
      take (q);
      for (int i = 0; i < 4; i++) px_zero (&many[i]);
      for (acc *r = many; r < many + 4; r++) px_zero (r);	/* { dg-error {fragment 'many' is used other than by its address in an operation on fragments .PX802.} } */
      __unsafe asm volatile ("" :: "r" (&a));	/* { dg-error {fragment 'a' is used other than by its address in an operation on fragments .PX802.} } */
      take_wide (&a);	/* { dg-error {'take_wide' needs thread.128., but the code here has thread.32. .PX301.} } */
      (void) v;
    }
}
