/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An index decides as well; so does the narrowest of two. */
#include <px.h>

__device __requires (thread (12)) void
f (void)
{
  int v[4];	/* { dg-message "'v' is declared here" } */
  int a __perspective (thread, 4) = px_id (thread, 4);
  int b __perspective (thread, 6) = px_id (thread, 6);
  int c __perspective (thread, 4) = 0;	/* { dg-message "'c' is declared here" } */
  v[a] = 1;	/* { dg-error {an index at thread.4. cannot choose an element of 'v'[^\n]*PX201} } */
  c = a + b;	/* { dg-error {a value at thread.2. cannot be stored in 'c'[^\n]*PX201} } */
  c = v[b];	/* { dg-error {a value at thread.6. cannot be stored in 'c'[^\n]*PX201} } */
}
