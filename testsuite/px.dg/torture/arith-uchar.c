/* SPDX-License-Identifier: MIT */
/* Arithmetic of unsigned char: the device against the host.  */
/* { dg-do run } */
#define IN unsigned char
#define OUT int
#define BITS 7
#define EDGE 255
#include "aux/arith.h"
