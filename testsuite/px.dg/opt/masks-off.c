/* SPDX-License-Identifier: MIT */
/* Without that pass the masks that tell GCC of ranges stay.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-without=masks" } */
/* { dg-final { scan-ptx {and\.b32 %\w+, %\w+, 63;} } } */
#include "range.c"
