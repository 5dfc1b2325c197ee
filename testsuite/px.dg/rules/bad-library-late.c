/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A builtin of GCC's that no library of the device has.  */
#include <px.h>

__device const char *
f (const char *p)
{
  return __builtin_gettext (p);	/* { dg-error {device code calls '[a-z_]*gettext', which the device does not have .PX506.} } */
}
