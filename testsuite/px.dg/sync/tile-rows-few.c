/* SPDX-License-Identifier: MIT */
/* As tile-rows.c, but nothing says that N is large: where it is 1, rows meet, so there is a barrier in each turn.  */
/* { dg-do compile } */
/* { dg-final { scan-ptx-times {bar\.sync} 8 } } */
#include "aux/tile-rows.h"

TILE (any, , 2, VECTOR) /* { dg-warning "PX403" } */
/* { dg-message {a write by one} "" { target *-*-* } .-1 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-2 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-3 } */
