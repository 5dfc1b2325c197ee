/* SPDX-License-Identifier: MIT */
/* A unit without kernels has no device code, and no PTX file.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-save-ptx=none.ptx" } */
/* { dg-final { scan-no-file none.ptx* } } */
#include <px.h>

int
host (int x)
{
  return x + 1;
}
