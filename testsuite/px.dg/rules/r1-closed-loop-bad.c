/* SPDX-License-Identifier: MIT */
/* r1-closed-loop.c with a loop that halves once too often: then all threads have one element; and with
   a start that is an argument; with a step that is taken only where data says so; and inside a loop whose
   counter it starts with, which is 0 at first and 4 only after that loop.  */
/* { dg-do compile } */
/* { dg-additional-options "-fno-show-column" } */
#include <px.h>

enum { T = 64 };

#define KERNEL(name, start, last, step) \
  __kernel __requires (grid (1), block (1), threads (T), smem (8 * T + 4)) void \
  name (int *out, const int *in, int n) \
  { \
    __partition (block, 1, int *mine = out + px_id (block) * T) \
      __group (block, 1) \
	{ \
	  __shared int s[2 * T]; \
	  int t __perspective (thread, 1) = px_id (thread); \
	  int by = start; \
	  for (int d = 1; d < last; d *= 2) \
	    { \
	      step; \
	      __partition (thread, 1, int *w = s + t * by % (2 * T)) \
		*w = t; \
	    } \
	  __partition (thread, 1, int *q = mine + t) \
	    *q = s[t]; \
	} \
  }

KERNEL (once_too_often, 2, 4, by /= 2) /* { dg-warning "PX404" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "that depends on the values of 'by'" "" { target *-*-* } .-2 } */
/* { dg-message "state what keeps them apart" "" { target *-*-* } .-3 } */
KERNEL (from_an_argument, n, 2, by /= 2) /* { dg-warning "PX404" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "that depends on the values of 'by'" "" { target *-*-* } .-2 } */
/* { dg-message "state what keeps them apart" "" { target *-*-* } .-3 } */
KERNEL (where_data_says, 4, 4, if (in[d]) by /= 2) /* { dg-warning "PX404" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "that depends on the values of 'by'" "" { target *-*-* } .-2 } */
/* { dg-message "state what keeps them apart" "" { target *-*-* } .-3 } */
/* { dg-message "that depends on the value that is computed here" "" { target *-*-* } .-4 } */
KERNEL (right, 4, 4, by /= 2)

__kernel __requires (grid (1), block (1), threads (T)) void
starts_with_what_goes_on (int *out)
{
  __partition (block, 1, int *mine = out + px_id (block) * (8 * T)) /* { dg-warning "PX404" } */
    /* { dg-message "state what keeps them apart" "" { target *-*-* } .-1 } */
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	for (int k = 0; k < 4; k++)
	  {
	    int by = k;
	    for (int d = 1; d < 4; d *= 2)
	      {
		__partition (thread, 1, int *w = mine + t * by) /* { dg-warning "PX404" } */
		  /* { dg-message "state what keeps them apart" "" { target *-*-* } .-1 } */
		  *w = t; /* { dg-message "a write by one is here" } */
		/* { dg-message "that depends on the values of 'by'" "" { target *-*-* } .-1 } */
		by *= 2;
	      }
	  }
      }
}
