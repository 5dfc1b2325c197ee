/* SPDX-License-Identifier: MIT */
/* What cannot be a fact: one error each.  */
/* { dg-do compile } */
#include <px.h>

__kernel __where (k > 0) void no_parameter (int n);	/* { dg-error {'k' in '__where' is no parameter of 'no_parameter'[^\n]*PX609} } */
__kernel __where (x > 0) void real (float x);	/* { dg-error {'x' in '__where' is of type 'float'[^\n]*PX609} } */
__kernel __where (p != 0) void pointer (int *p);	/* { dg-error {'p' in '__where' is of type 'int \*'[^\n]*PX609} } */
__kernel __where (x > 0) void wide (__int128 x);	/* { dg-error {PX609} } */
__kernel __where (n > *p) void loads (int n, int *p);	/* { dg-error {'\*' in '__where': a fact reads no memory[^\n]*PX609} } */
__kernel __where (n[3] > 2) void element (int n);	/* { dg-error {'\[' in '__where': a fact reads no memory[^\n]*PX609} } */
__kernel __where (n++ > 0) void increments (int n);	/* { dg-error {'\+\+' in '__where': a fact changes nothing[^\n]*PX609} } */
__kernel __where (n = 4) void assigns (int n);	/* { dg-error {'=' in '__where': a fact changes nothing[^\n]*PX609} } */
__kernel __where (n += 4) void adds (int n);	/* { dg-error {PX609} } */
__kernel __where (abs (n) < 4) void calls (int n);	/* { dg-error {'abs' in '__where': a fact changes nothing and calls nothing[^\n]*PX609} } */
__kernel __where (n > 0 ? 1 : 2) void chooses (int n);	/* { dg-error {not understood from '\? 1 : 2' on[^\n]*PX609} } */
__kernel __where (n >) void ends (int n);	/* { dg-error {ends where an operand is expected[^\n]*PX609} } */

/* Parentheses hold an operand or an integer type of C.  */
typedef int number;
__kernel __where ((double) n > 0) void converts (int n);	/* { dg-error {'double' in '__where' is no parameter of 'converts'[^\n]*PX609} } */
__kernel __where ((nothing) n > 0) void undeclared (int n);	/* { dg-error {'nothing' in '__where' is no parameter of 'undeclared'[^\n]*PX609} } */
__kernel __where ((long short) n > 0) void two_sizes (int n);	/* { dg-error {'long' in '__where' is no parameter of 'two_sizes'[^\n]*PX609} } */
__kernel __where ((unsigned number) n > 0) void two_types (int n);	/* { dg-error {'unsigned' in '__where' is no parameter of 'two_types'[^\n]*PX609} } */
__kernel __where ((n) + 4 > 0, ((n)) > 0, (unsigned long int) n > 4, (number) n > 0, (_Bool) n == 1) void right (int n);
__kernel __where ((number) + 4 > 0, (number) > 0) void hidden (int number);
__kernel __where (1 + (n) - 2 < 0) void less (int n);
