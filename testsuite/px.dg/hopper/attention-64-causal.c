/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {wgmma\.wait_group\.sync\.aligned 1;} 2 } } */
/* { dg-final { scan-ptx-times {bar\.arrive} 3 } } */
enum { D = 64, CAUSAL = 1 };
#include "aux/attention.h"
