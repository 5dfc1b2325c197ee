/* SPDX-License-Identifier: MIT */
/* Arithmetic of unsigned short: the device against the host.  */
/* { dg-do run } */
/* { dg-options "-fwrapv" } */
#define IN unsigned short
#define OUT unsigned int
#define BITS 15
#define EDGE 65535
#include "aux/arith.h"
