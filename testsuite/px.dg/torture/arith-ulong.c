/* SPDX-License-Identifier: MIT */
/* Arithmetic of unsigned long long: the device against the host.  */
/* { dg-do run } */
#define IN unsigned long long
#define OUT unsigned long long
#define BITS 63
#define EDGE 0xffffffffffffffff
#include "aux/arith.h"
