/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

/* Nothing is told inside of what is refused.  */
__kernel
__requires (grid (1), block (1), thread (32)) void f (int *p)
{
  __group (thread, 32)	/* { dg-message "'__group' set the perspective here" } */
    {
      __group (grid, 1)	/* { dg-error {'__group .grid, 1.' needs grid.n. with n a multiple of 1, but the code here has thread.32. .PX101.} } */
        {
          __shared int x[4];
          __claim (block, 1, int *c = p)
            __split (block)
              {
                __case (1)
                  {
                    *c = 1;
                    return;
                  }
              }
        }
      __split (block)	/* { dg-error {'__split .block.' must stand at grid.1. or block.n., but the code here is at thread.32. .PX102.} } */
        {
          __case (3)
            {
              *p = 1;
            }
        }
      __split (thread)	/* { dg-message "'__split' begins here" } */
        {
          __case (32)
            {
            }
          __case (32)	/* { dg-error {this branch needs units 32 to 63, but only 32 are available to '__split' .PX102.} } */
            {
              p[px_id (thread)] = 1;
              __group (thread, 64)
                {
                }
            }
        }
      __group (thread, 0)	/* { dg-error {the size of '__group' must be from 1 to 2147483647, not '0' .PX601.} } */
        {
          *p = 2;
        }
    }
}
