/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

#define BEGIN __group (thread, 8) {
__device __requires (thread (32)) void
f (void)
{
  BEGIN
}	/* { dg-error "expected declaration or statement at end of input" } */
