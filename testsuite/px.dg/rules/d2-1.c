/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device
__requires (thread (32)) int f (int v __perspective (thread, 1), int from)
{
  int r __perspective (thread, 1) = px_shfl_idx (v, from);
  return px_broadcast (r);
}
