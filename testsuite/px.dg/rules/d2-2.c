/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

/* The lane may differ.  */
__device
__requires (thread (32)) int __perspective (thread, 1) f (int v __perspective (thread, 1))
{
  int t __perspective (thread, 1) = px_id (thread);
  return px_shfl_idx (v, 31 - t);
}
