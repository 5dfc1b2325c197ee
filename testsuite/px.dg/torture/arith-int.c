/* SPDX-License-Identifier: MIT */
/* Arithmetic of int: the device against the host.  */
/* { dg-do run } */
/* { dg-options "-fwrapv" } */
#define IN int
#define OUT int
#define BITS 31
#define EDGE 2147483647
#include "aux/arith.h"
