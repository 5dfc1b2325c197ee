/* SPDX-License-Identifier: MIT */
/* px's mathematics without optimisation.  */
/* { dg-do run } */
/* { dg-additional-options "-O0" } */
#include "own-math.c"
