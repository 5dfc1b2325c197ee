/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The value of a pointer is a scalar too; so is a struct. */
#include <px.h>

struct s { int a, b; };
__device __requires (thread (32)) int g (const int *p);	/* { dg-message "'p' is declared here" } */
__device __requires (thread (32)) int h (struct s a);	/* { dg-message "'a' is declared here" } */
__device __requires (thread (32)) void
f (const int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  struct s x __perspective (thread, 1) = { t, 1 };
  g (p + t);	/* { dg-error {argument 1 of 'g' must live at thread.32. or broader, but lives at thread.1.[^\n]*PX302} } */
  h (x);	/* { dg-error "PX302" } */
}
