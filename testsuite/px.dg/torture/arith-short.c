/* SPDX-License-Identifier: MIT */
/* Arithmetic of short: the device against the host.  */
/* { dg-do run } */
/* { dg-options "-fwrapv" } */
#define IN short
#define OUT int
#define BITS 7
#define EDGE 32767
#include "aux/arith.h"
