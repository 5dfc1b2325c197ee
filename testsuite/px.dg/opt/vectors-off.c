/* SPDX-License-Identifier: MIT */
/* The results of vectors.c without that pass; nvptx's GCC makes no vectors of its own.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=vectors" } */
/* { dg-final { scan-ptx-not {ld\.global\.(nc\.)?v[24]} } } */
#include "vectors.c"
