/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) int g (int a);	/* { dg-message "'a' is declared here" } */
__device __requires (thread (32)) void
f (void)
{
  int t __perspective (thread, 1) = px_id (thread);
  g (t);	/* { dg-error {argument 1 of 'g' must live at thread.32. or broader, but lives at thread.1.[^\n]*PX302} } */
}
