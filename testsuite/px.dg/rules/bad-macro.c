/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Unbalanced use through macros: reported where the macro is used. */
#include <px.h>

#define BEGIN __group (thread, 8) {
#define END }
#define LEAVE break
__device __requires (thread (32)) void
f (int n)
{
  for (int i = 0; i < n; i++)
    {
      BEGIN	/* { dg-message "'__group' begins here" } */
      LEAVE;	/* { dg-error "PX104" } */
      END
    }
  BEGIN
  BEGIN
  END
  END
  if (n)
    BEGIN END
  else
    return;
}
