/* SPDX-License-Identifier: MIT */
/* The double functions of <math.h> against the host's.  */
/* { dg-do run } */
#include <math.h>
#define T double
#define F(f) f
#define ULPS 0x1p-48
#include "aux/math-cases.h"
