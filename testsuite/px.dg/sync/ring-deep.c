/* SPDX-License-Identifier: MIT */
/* A count is read through 64 operations in each other (PX_DEEP), and no more.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define TWO m = (m ^ tiles) + each;
#define TEN TWO TWO TWO TWO TWO
#define THIRTY TEN TEN TEN
#define COUNTED(more, use) int m = n; THIRTY THIRTY more for (int i = 0; i < m; i++) use
KERNEL (deep, COUNTED (TWO, FILL (i % S, i);), COUNTED (TWO, USE (i % S);))
KERNEL (too_deep, COUNTED (TWO TWO, FILL (i % S, i);), COUNTED (TWO TWO, USE (i % S);))	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (differs, COUNTED (m ^= tiles;, FILL (i % S, i);), COUNTED (m ^= n;, USE (i % S);))	/* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
