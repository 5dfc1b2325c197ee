/* SPDX-License-Identifier: MIT */
/* Arithmetic of unsigned int: the device against the host.  */
/* { dg-do run } */
#define IN unsigned int
#define OUT unsigned int
#define BITS 31
#define EDGE 4294967295u
#include "aux/arith.h"
