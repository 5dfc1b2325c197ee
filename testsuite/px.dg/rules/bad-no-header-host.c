/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column -Werror=implicit-function-declaration" } */
int
main (void)
{
  px_synchronize ();	/* { dg-error {implicit declaration of function 'px_synchronize'; it is of '<px\.h>', which is not included} } */
  other ();	/* { dg-error {implicit declaration of function 'other'} } */
  return 0;
}
