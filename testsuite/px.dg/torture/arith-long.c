/* SPDX-License-Identifier: MIT */
/* Arithmetic of long long: the device against the host.  */
/* { dg-do run } */
/* { dg-options "-fwrapv" } */
#define IN long long
#define OUT long long
#define BITS 63
#define EDGE 0x7fffffffffffffff
#include "aux/arith.h"
