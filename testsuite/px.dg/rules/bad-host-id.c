/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

int
f (void)
{
  return px_id (thread);	/* { dg-error "PX604" } */
}
