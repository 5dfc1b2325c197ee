/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

/* What nobody calls is checked, too.  */
static inline __device
__requires (thread (32)) void f (int n)	/* { dg-message "'f' starts at this perspective" } */
{
  __group (thread, 64)	/* { dg-error {'__group .thread, 64.' needs thread.n. with n a multiple of 64, but the code here has thread.32. .PX101.} } */
    {
    }
}
static __device
__requires (thread (32)) void g (int n)	/* { dg-message "'n' is declared here" } */
{
  __group (thread, 1)	/* { dg-message "the code perspective was set here" } */
    {
      n = 3;	/* { dg-error {code at thread.1. cannot store to 'n', which lives at thread.32. .PX201.} } */
    }
}
