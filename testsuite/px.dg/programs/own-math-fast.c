/* SPDX-License-Identifier: MIT */
/* px's mathematics under what -ffast-math says but for -funsafe-math-optimizations: the errors are the
   same for finite numbers.  */
/* { dg-do run } */
/* { dg-additional-options "-fassociative-math -freciprocal-math -fno-signed-zeros -fno-trapping-math -ffinite-math-only" } */
#define FINITE 1
#include "own-math.c"
