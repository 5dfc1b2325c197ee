/* SPDX-License-Identifier: MIT */
/* GCC takes the brace for the missing semicolon.  */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int n)
{
  __group (thread, 32) { int x = 1 }	/* { dg-error {expected ',' or ';' before '.' token} } */
}
