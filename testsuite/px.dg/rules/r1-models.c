/* SPDX-License-Identifier: MIT */
/* Conditions do not hide that two units meet: where every launch of two units is wrong it is an
   error, where some are it is a warning that names one of them.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
#include <px.h>

#define KERNEL(name, facts, what, at, guard)						\
  __kernel __requires (grid (1), block (1), threads (64)) facts void			\
  name (int *y, int n, int m, unsigned u)						\
  {											\
    int i __perspective (thread, 1) = px_id (thread);					\
    __partition (thread, 1, int *own = y + (at))					\
      __group (thread, 1)								\
	if (guard)									\
	  *own = i;									\
  }

KERNEL (half, , , i / 2, i < n)	/* { dg-error {byte 0 of 'y' to two units of thread.1.: thread 0 of block 0, and thread 1 of block 0, where n >= 2 .PX401.} } */
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
KERNEL (half_of_both, , , i / 2, i < n && i < m)	/* { dg-error {where n >= 2 and m >= 2 .PX401.} } */
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
KERNEL (half_above, , , i / 2, i > n)	/* { dg-error {where n <= [0-9]+ .PX401.} } */
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
KERNEL (half_unsigned, , , i / 2, (unsigned) i < u)	/* { dg-error {where u >= 2 .PX401.} } */
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
KERNEL (row_of, , , i % 8, i < n)	/* { dg-warning {thread 0 of block 0, and thread 8 of block 0, where n >= 9 .PX403.} } */
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-3 } */
KERNEL (row_of_eight, __where (n <= 8), , i % 8, i < n)
KERNEL (by_stride, , , i * n, i < m)	/* { dg-warning {thread 0 of block 0, and thread 1 of block 0, where n = 0 and m >= 2 .PX403.} } */
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-3 } */
KERNEL (by_a_stride, __where (n > 0), , i * n, i < m)
KERNEL (one, , , 0, i == n)
KERNEL (two, , , 0, i == n || i == m)	/* { dg-warning {where n = [0-9]+ and m = [0-9]+ .PX403.} } */
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-3 } */
KERNEL (columns, , , i / 16 * n + i % 16, i % 16 < n)
KERNEL (short_columns, , , i / 16 * n + i % 16, 1)	/* { dg-warning {where n = [0-9]+ .PX403.} } */
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-3 } */
KERNEL (enough_columns, __where (n >= 16), , i / 16 * n + i % 16, 1)

/* The same in blocks of any number of threads.  */
__kernel void
any_threads (int *y, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *own = y + i / 2)	/* { dg-error {thread 0 of block 0, and thread 1 of block 0, where n >= 2 .PX401.} } */
    __group (thread, 1)
      if (i < n)
	*own = i;
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
}

/* A block's part is for 64 threads: with more it overlaps the next.  */
__kernel __requires (grid (1), block (1), thread (64)) void
too_many (int *y)
{
  __partition (block, 1, int *part = y + px_id (block) * 64)	/* { dg-warning {thread 64 of block 0, and thread 0 of block 1, where a block has 128 threads or more .PX403.} } */
    __group (block, 1)
      __partition (thread, 1, int *own = part + px_id (thread))
	__group (thread, 1)
	  *own = 1;
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-7 } */
}

/* Arrays that are large enough up to some size.  */
__kernel __requires (grid (1), block (1), threads (64), smem (256)) void
table (int *y, int n, int k)
{
  __partition (block, 1, int *part = y + px_id (block) * 64)
    __group (block, 1)
      {
	__shared int s[64];
	int i __perspective (thread, 1) = px_id (thread);
	for (int j = 0; j < n; j += 64)
	  __partition (thread, 1, int *own = s + j + i)
	    __group (thread, 1)
	      if (j + i < n)
		*own = 0;	/* { dg-warning {outside of 's': at byte 256 of 256, by thread 0, where n >= 65 .PX403.} } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-1 } */
	__partition (thread, 1, int *own = part + i)
	  *own = s[k];	/* { dg-warning {outside of 's': at byte 256 of 256, by thread 0, where k = 64 .PX403.} } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-1 } */
      }
}
