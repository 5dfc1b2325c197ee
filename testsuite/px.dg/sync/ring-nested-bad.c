/* SPDX-License-Identifier: MIT */
/* As ring-nested.c, but the slot that the others are used within is filled after them: of those there are too few.  */
/* { dg-do compile } */
#include "aux/ring-nested.h"

KERNEL (behind, FILL_MANY /* { dg-error {'many' never goes on[^\n]*PX709} } */
	FILL (one[i % 2], i))
