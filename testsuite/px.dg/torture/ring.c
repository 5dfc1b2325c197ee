/* SPDX-License-Identifier: MIT */
/* Producers and consumers at every level of optimisation.  */
/* { dg-do run } */
#include "../sync/ring.c"
