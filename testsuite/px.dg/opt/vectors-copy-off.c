/* SPDX-License-Identifier: MIT */
/* The results of vectors-copy.c without that.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=vectors" } */
/* { dg-final { scan-ptx-not {(ld|st)\.(global|shared)\.(nc\.)?v2\.u64} } } */
#include "vectors-copy.c"
