/* SPDX-License-Identifier: MIT */
/* Behind its loop a counter is what ended the loop; so it is in the loop's header, where that
   accesses memory.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none -fplugin-arg-px-explain" } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
constant (int *p)
{
  __partition (thread, 1, int *w = p + 4 * px_id (thread))	/* { dg-error {gives byte 16 of 'p' to two units of thread.1.[^\n]*PX401} } */
    __group (thread, 1)
      {
	int i;
	for (i = 0; i < 4; i++)
	  w[i] = 1;	/* { dg-message "a write by" } */
	w[i] = 2;	/* { dg-message "a write by" } */
      }
}

__kernel __requires (grid (1), block (1), threads (64)) void
size (int *p, int n)
{
  __partition (thread, 1, int *w = p + n * px_id (thread))	/* { dg-message "not decided whether two units meet in 'p'" } */
/* { dg-warning "may give byte 0 of 'p' to two units of thread.1.: thread 0 of block 0, and thread 1 of block 0, where n = 0 .PX403." "" { target *-*-* } .-1 } */
/* { dg-message "if no launch is like this" "" { target *-*-* } .-2 } */
    __group (thread, 1)
      {
	int i;
	for (i = 0; i < n; i++)
	  w[i] = 1;
	w[i] = 2;	/* { dg-message "a write by one" } */
/* { dg-message "a write by the other" "" { target *-*-* } .-1 } */
      }
}

__kernel __requires (grid (1), block (1), threads (64)) void
header (int *p, int n)
{
  __partition (thread, 1, int *w = p + n * px_id (thread))	/* { dg-message "not decided whether two units meet in 'p'" } */
    __group (thread, 1)
      for (int i = 0; w[i] = 3, i < n; i++)
	;
}

__kernel __requires (grid (1), block (1), threads (64)) void
doubled (int *p)
{
  __partition (thread, 1, int *w = p + 64 * px_id (thread))	/* { dg-message "not decided whether two units meet in 'p'" } */
    __group (thread, 1)
      {
	int s;
	for (s = 1; s < 64; s *= 2)
	  ;
	w[0] = 2;
	w[s] = 1;
      }
}

__kernel __requires (grid (1), block (1), threads (64)) void
halved (int *p)
{
  __partition (thread, 1, int *w = p + 64 * px_id (thread))	/* { dg-message "not decided whether two units meet in 'p'" } */
    __group (thread, 1)
      {
	int s;
	for (s = 1; s < 64; s *= 2)
	  ;
	for (; s > 1; s /= 2)
	  w[s] = 1;
	w[0] = 2;
      }
}
