/* SPDX-License-Identifier: MIT */
/* Whatever the host's options are, nothing is copied.  */
/* { dg-do run } */
/* { dg-additional-options "-O3 -funroll-all-loops -ftracer" } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive} 2 } } */
#include "ring.c"
