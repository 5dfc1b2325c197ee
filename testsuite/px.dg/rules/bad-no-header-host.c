/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
int
main (void)
{
  px_synchronize ();	/* { dg-warning {implicit declaration of function 'px_synchronize'; it is of '<px\.h>', which is not included} } */
  other ();	/* { dg-warning {implicit declaration of function 'other'} } */
  return 0;
}
