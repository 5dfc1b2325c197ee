/* SPDX-License-Identifier: MIT */
/* The float functions of <math.h>: within a few units in the last place of
   the double result; exact ones exactly.  */
/* { dg-do run } */
#include <math.h>
#define T float
#define F(name) name##f
#define ULPS 0x1p-21
#include "aux/math-cases.h"
