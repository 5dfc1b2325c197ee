/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* Statuses that nobody looks at.  */
#include <px.h>

__kernel void k (int *p);

void
ignores (int *p, int *h)
{
  px_launch (px_grid (1, 32), k, p);	/* { dg-warning {the status of this launch is not looked at; 'px_check \(px_launch \(\.\.\.\)\)' tells} } */
  px_copy (h, p, 4);	/* { dg-warning {ignoring return value of 'px_copy'} } */
  px_synchronize ();	/* { dg-warning {ignoring return value of 'px_synchronize'} } */
  px_free (p);
}

int
looks (int *p, int *h)
{
  px_check (px_launch (px_grid (1, 32), k, p));
  if (px_copy (h, p, 4) || px_launch (px_grid (1, 32), k, p))
    return 1;
  px_status s = px_launch (px_grid (1, 32), k, p);
  return s ? s : px_synchronize ();
}
