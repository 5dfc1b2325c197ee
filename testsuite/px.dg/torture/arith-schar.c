/* SPDX-License-Identifier: MIT */
/* Arithmetic of signed char: the device against the host.  */
/* { dg-do run } */
/* { dg-options "-fwrapv" } */
#define IN signed char
#define OUT int
#define BITS 7
#define EDGE -127
#include "aux/arith.h"
