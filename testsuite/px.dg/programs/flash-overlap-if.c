/* SPDX-License-Identifier: MIT */
/* As flash-overlap, in one loop, the next scores under a condition: in the last turn there are none.
   Their slot is released under that condition, with nothing pending, since ptxas does not follow a
   wgmma from one condition to the next.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {wgmma\.wait_group\.sync\.aligned 1;} } } */
#define CONDITION
#include "flash-overlap.c"
