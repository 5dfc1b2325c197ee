/* SPDX-License-Identifier: MIT */
/* Without the pass each element has an address of its own.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-without=index" } */
/* { dg-final { scan-ptx-not {ld\.global\.(nc\.)?[a-z0-9]+ %\w+, \[%\w+\+} } } */
#include "index.c"
