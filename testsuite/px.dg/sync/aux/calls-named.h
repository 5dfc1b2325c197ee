/* SPDX-License-Identifier: MIT */
#include <px.h>

/* Of calls-named-callees.c: they turn around what each 64 threads, or each 128, have.  */
__device __requires (thread (64), barriers (1)) void turn64 (int *v);
__device __requires (thread (128), barriers (5)) void turn128 (int *v);
__device __requires (block (1), threads (384), barriers (6)) void turn_block (int *v);
