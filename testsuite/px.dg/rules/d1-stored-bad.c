/* SPDX-License-Identifier: MIT */
/* D1, D4: the address of a local variable that is loaded from memory, or comes from another
   thread, leads to each thread's own variable.  */
/* { dg-do compile } */
#include <px.h>

struct s { const int *a; };
__device __requires (block (1), thread (32)) void
f (unsigned long *numbers, struct s *structures, const int **pointers)
{
  int t __perspective (thread, 1) = px_id (thread), x;	/* { dg-message "'x' is declared here" } */
  __claim (thread, 1, unsigned long *q = numbers)
    __split (thread)
      __case (1)
	*q = (unsigned long) &t;
  x = *(const int *) numbers[0];	/* { dg-error {a value at thread.1. cannot be stored in 'x', which lives at block.1. .PX201.} } */
  (void) x;
}
__device __requires (block (1), thread (32)) void
g (struct s *structures)
{
  int t __perspective (thread, 1) = px_id (thread), x;	/* { dg-message "'x' is declared here" } */
  __claim (thread, 1, struct s *q = structures)
    __split (thread)
      __case (1)
	{
	  struct s y = { &t };
	  *q = y;
	}
  x = *structures[0].a;	/* { dg-error {a value at thread.1. cannot be stored in 'x', which lives at block.1. .PX201.} } */
  (void) x;
}
__device __requires (thread (32)) void
h (void)
{
  int t __perspective (thread, 1) = px_id (thread), x;	/* { dg-message "'x' is declared here" } */
  x = *(const int *) px_broadcast ((unsigned long) &t);	/* { dg-error {a value at thread.1. cannot be stored in 'x', which lives at thread.32. .PX201.} } */
  (void) x;
}
__device __requires (block (1), thread (32)) void
atomic (unsigned long *number __perspective (grid, 1))
{
  int t __perspective (thread, 1) = px_id (thread), x;	/* { dg-message "'x' is declared here" } */
  __group (thread, 1)
    px_atomic_store (number, (unsigned long) &t);
  x = *(const int *) *number;	/* { dg-error {a value at thread.1. cannot be stored in 'x', which lives at block.1. .PX201.} } */
  (void) x;
}
