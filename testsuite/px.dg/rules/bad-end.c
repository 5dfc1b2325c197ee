/* SPDX-License-Identifier: MIT */
/* A brace that is missing: one error, not one for each that is open, nor for what
   follows.  */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int n)
{
  __group (thread, 32) {
    __group (thread, 1) {
  }

void
g (void)
{
}	/* { dg-error {expected declaration or statement at end of input} } */
