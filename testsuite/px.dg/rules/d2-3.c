/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device
__requires (block (1), thread (32)) void f (int n)
{
  __group (thread, 32)
    {
      int r __perspective (thread, 1) = px_shfl_idx (n, 3);
    }
}
