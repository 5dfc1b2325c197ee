/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>


__device __requires (thread (32)) void
f (int n)
{
  if (n)
    goto in;	/* { dg-error {.goto. enters .__group.[^\n]*PX104} } */
  __group (thread, 8)	/* { dg-message "'__group' begins here" } */
    {
    in:
      if (n > 3)
	goto out;	/* { dg-error {.goto. leaves .__group.[^\n]*PX104} } */
    }
out:;
}
